import { HitlError, type Issue, type Problem, type ProblemCode } from '@hitl/protocol/endpoints';

/**
 * Why a call or a stream failed: one of the server's problem codes, or what happened on the way.
 *
 * - `network`: no answer. The server may have done it all the same.
 * - `timeout`: no answer in time. Likewise.
 * - `aborted`: the caller's signal fired. Likewise.
 * - `bad_reply`: an answer that is not one of ours: a proxy's error page, a login page, broken JSON.
 * - `bad_call`: the call cannot be sent: an empty id, no `baseUrl` where there is no page.
 * - `bad_frame`: a frame of a stream could not be read; it was left out and the stream lives on.
 * - `gap`: the stream skips events even after connecting again; it goes on behind the gap.
 * - `overflow`: a single event was larger than the buffer; the stream connects again.
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

/** What else an error knows. */
export interface ClientErrorDetails {
  readonly status?: number | undefined;
  readonly problem?: Problem | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/**
 * How every call of the client fails. It holds neither the request's body nor its headers, so it can
 * be logged: an answer that a person typed is never in it.
 */
export class ClientError extends HitlError {
  declare readonly code: ClientErrorCode;
  /** The HTTP status, where there was an answer. */
  readonly status: number | undefined;
  /** The whole problem that the server sent. */
  readonly problem: Problem | undefined;
  /** What is wrong in the body that was sent; empty unless the server listed it. */
  readonly errors: readonly Issue[];
  /** How long the server asked to wait, in milliseconds. */
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

/** The error itself if it is one of ours, else a `network` error around it. */
export function toClientError(error: unknown, what: string, where?: string): ClientError {
  if (HitlError.isInstance(error)) return error as ClientError;
  const server = where ? `the server at ${where}` : 'the server';
  return new ClientError('network', `${what}: ${server} was not reached.`, { cause: error });
}
