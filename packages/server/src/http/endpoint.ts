import type { Caller } from '../store/caller.ts';
import type { Engine } from '../engine/engine.ts';
import type { Result } from '../base/result.ts';
import type { BodyLimits } from './body.ts';
import type { StreamSlots } from './caller-limits.ts';
import type { FrameStream } from '../streams/feed.ts';

/** One request to one endpoint. */
export interface Call {
  readonly request: Request;
  readonly caller: Caller;
  /** The decoded segment of the path with this name. */
  readonly param: (name: string) => string;
  readonly query: URLSearchParams;
  /** The event streams that the caller may open. */
  readonly slots: StreamSlots;
  /** Creates a signal that is aborted when the client disconnects or the server closes. */
  readonly signal: () => AbortSignal;
  /** Responds with these frames. */
  readonly stream: (frames: FrameStream) => Response;
}

/** Handles requests to one endpoint. A thrown error becomes `internal`. */
export type Endpoint = (call: Call) => Result<Response> | Promise<Result<Response>>;

/** Dependencies of the endpoints. */
export interface Edge extends BodyLimits {
  readonly engine: Engine;
  /** Begins with a slash, or is empty. */
  readonly basePath: string;
}
