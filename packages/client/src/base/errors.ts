import { HitlError, type Issue, type Problem, type ProblemCode } from '@hitl/protocol/endpoints';

/**
 * Why a call or a stream failed: one of the server's problem codes, or one of these client errors.
 *
 * - `network`: no response. The server may have processed the call anyway.
 * - `timeout`: no response in time. The server may have processed the call anyway.
 * - `aborted`: the caller's signal fired. The server may have processed the call anyway.
 * - `bad_reply`: a response that is not from a HITL server: a proxy's error page, a login page,
 *   broken JSON.
 * - `bad_call`: the call cannot be sent: an empty id, no `baseUrl` outside of a page.
 * - `bad_frame`: a frame of a stream could not be read; it was skipped and the stream continues.
 * - `gap`: events are missing even after a reconnect; the stream continues after the gap.
 * - `overflow`: a single event was larger than the buffer; the stream reconnects.
 */
export type ClientErrorCode =
  | ProblemCode
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'bad_reply'
  | 'bad_call'
  | 'bad_frame'
  | 'gap'
  | 'overflow';

/** Details of a `ClientError`. */
export interface ClientErrorDetails {
  readonly status?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * The error of every failed call of the client. It contains neither the request's body nor its
 * headers, so it is safe to log: it never contains a person's answer.
 */
export class ClientError extends HitlError {
  declare readonly code: ClientErrorCode;
  /** The HTTP status, if there was a response. */
  readonly status: number | undefined;
  /** The problem body of the server. */
  readonly problem: Problem | undefined;
  /** Validation issues of the body that was sent; empty unless the server listed them. */
  readonly errors: readonly Issue[];
  /** Delay requested by the server, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ClientErrorCode, message: string, details: ClientErrorDetails = {}) {
    super(code, message, 'cause' in details ? { cause: details.cause } : undefined);
    this.name = 'ClientError';
    this.status = details.status;
    this.problem = details.problem;
    this.errors = details.problem?.errors ?? [];
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The error itself if it is a `ClientError`, else a `network` error that wraps it. */
export function toClientError(error: unknown, what: string, where?: string): ClientError {
  if (HitlError.isInstance(error)) return error as ClientError;
  const server = where ? `the server at ${where}` : 'the server';
  return new ClientError('network', `${what}: ${server} could not be reached.`, { cause: error });
}
