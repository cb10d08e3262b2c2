import type { EndpointName } from '@hitl/protocol/endpoints';
import type { Connection, StreamHandle, StreamPosition } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import type { FrameReader } from './frame-reader.ts';
import type { SseFrame } from './sse-parser.ts';
import type { WebAbortSignal } from '../base/web-types.ts';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call. It may still take effect on the server. */
  signal?: WebAbortSignal | undefined;
  /** Milliseconds to wait for the response. Default: the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /**
   * Idempotency key: a repeated call with the same key and body gets the same response. Default for
   * calls that answer or start something: a new one, so pass your own key if you repeat a call.
   */
  idempotencyKey?: string | undefined;
}

/** One call of an endpoint. */
export interface Call {
  readonly name: EndpointName;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly options?: CallOptions | undefined;
}

/** Receiver of a stream. */
export interface FrameSink {
  readonly position: StreamPosition;
  /** `false`: frames before this one are missing; reconnect after the last accepted one. */
  onFrame(frame: SseFrame): boolean;
  /** All frames of one chunk were passed on; there was at least one. */
  onBatch(): void;
  onConnection(connection: Connection): void;
  onError(error: ClientError): void;
  /** Whether the stream is complete, so that its end is not an error. */
  isDone(): boolean;
}

/** Name of a call in messages: without query, body and headers. */
export function nameOf({ name }: Pick<Call, 'name'>): string {
  return name.replaceAll('_', ' ');
}

/** The frames of the response to one call, from one connection. */
export interface FrameStream extends FrameReader {
  /** Ends the connection: call it whenever nothing more is read. */
  readonly close: () => void;
}

/** Connection of the client to a server. */
export interface Transport {
  /** The parsed JSON body; `undefined` if there is none. Rejects only with a `ClientError`. */
  request(call: Call): Promise<unknown>;
  /** Makes one call for frames; returns once the server has accepted it. */
  stream(call: Call, onFrame: (frame: SseFrame) => void): Promise<FrameStream>;
  /** Follows a stream, across lost connections, until it is closed. */
  open(call: Call, sink: FrameSink): StreamHandle;
  /** The estimated server time in milliseconds since the epoch. */
  now(): number;
}
