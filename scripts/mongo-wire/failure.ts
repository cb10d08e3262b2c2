import type { WireDocument } from './messages.ts';

/** An error with its MongoDB error code. */
export class CommandFailure extends Error {
  readonly code: number;
  readonly details: WireDocument;

  constructor(code: number, message: string, details: WireDocument) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Creates a command failure. */
export function failure(code: number, message: string, details: WireDocument = {}): CommandFailure {
  return new CommandFailure(code, message, details);
}

/** Any error as a command failure; unexpected ones count as an invalid command. */
export function asFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  return failure(2, error instanceof Error ? error.message : String(error));
}
