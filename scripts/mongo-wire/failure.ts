import type { WireDocument } from './messages.ts';

/** An error with the number that MongoDB has for it. */
export class CommandFailure extends Error {
  readonly code: number;
  readonly details: WireDocument;

  constructor(code: number, message: string, details: WireDocument) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

/** Makes such an error. */
export function failure(code: number, message: string, details: WireDocument = {}): CommandFailure {
  return new CommandFailure(code, message, details);
}

/** What any error is to a driver. What is none of ours is a mistake in a command. */
export function asFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  return failure(2, error instanceof Error ? error.message : String(error));
}
