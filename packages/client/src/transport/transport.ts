import type { EndpointName } from '@hitl/protocol/endpoints';
import type { Connection, StreamHandle, StreamPosition } from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
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

/** The check of what a stream delivers. It comes with the code that reads streams. */
export type FrameReader = Pick<typeof import('@hitl/protocol/guard'), 'isSnapshot' | 'readFrame'>;

/** Who reads a stream. */
export interface FrameSink {
  readonly position: StreamPosition;
  /** `false`: frames before this one are missing; connect again behind the last one taken. */
  onFrame(frame: SseFrame, reader: FrameReader): boolean;
  /** All frames of one chunk were passed on; there was at least one. */
  onBatch(): void;
  onConnection(connection: Connection): void;
  onError(error: ClientError): void;
  /** Whether everything was said, so that its end is not a loss. */
  isDone(): boolean;
}

/** How the client reaches a server. */
export interface Transport {
  /** The parsed JSON body; `undefined` where there is none. Fails with a `ClientError` only. */
  request(call: Call): Promise<unknown>;
  /** The frames that answer the call, from one connection; returns once the server has taken it. */
  stream(
    call: Call,
  ): Promise<{ readonly frames: AsyncIterable<SseFrame>; readonly reader: FrameReader }>;
  /** Follows a stream, across lost connections, until it is closed. */
  open(call: Call, sink: FrameSink): StreamHandle;
  /** The server's time in milliseconds since the epoch, as well as it is known. */
  now(): number;
}
