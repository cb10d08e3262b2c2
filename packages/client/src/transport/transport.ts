import type { EndpointName } from '@hitl/protocol/endpoints';
import type { Connection, StreamHandle, StreamPosition } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import type { FrameReader } from './frame-reader.ts';
import type { SseFrame } from './sse-parser.ts';
import type { WebAbortSignal } from '../base/web-types.ts';

/** What every call takes besides its input. */
export interface CallOptions {
  /** Gives the call up. What was sent may still take effect. */
  signal?: WebAbortSignal | undefined;
  /** How long to wait for the answer. Default: the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /**
   * Names this submission: the same key and body again are answered like the first time. Default
   * for calls that answer or start something: a new one, so repeat a call with a key of your own.
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

/** Who reads a stream. */
export interface FrameSink {
  readonly position: StreamPosition;
  /** `false`: frames before this one are missing; connect again behind the last one taken. */
  onFrame(frame: SseFrame): boolean;
  /** All frames of one chunk were passed on; there was at least one. */
  onBatch(): void;
  onConnection(connection: Connection): void;
  onError(error: ClientError): void;
  /** Whether everything was said, so that its end is not a loss. */
  isDone(): boolean;
}

/** How messages name a call: no query, no body, no headers. */
export function nameOf({ name }: Pick<Call, 'name'>): string {
  return name.replaceAll('_', ' ');
}

/** The frames that answer one call, from one connection. */
export interface FrameStream extends FrameReader {
  /** Ends the connection: call it whenever nothing more is read. */
  readonly close: () => void;
}

/** How the client reaches a server. */
export interface Transport {
  /** The parsed JSON body; `undefined` where there is none. Fails with a `ClientError` only. */
  request(call: Call): Promise<unknown>;
  /** Calls once, for frames; returns once the server has taken the call. */
  stream(call: Call, onFrame: (frame: SseFrame) => void): Promise<FrameStream>;
  /** Follows a stream, across lost connections, until it is closed. */
  open(call: Call, sink: FrameSink): StreamHandle;
  /** The server's time in milliseconds since the epoch, as well as it is known. */
  now(): number;
}
