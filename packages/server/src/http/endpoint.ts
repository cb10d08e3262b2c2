import type { EndpointName } from '@hitl/protocol/endpoints';
import type { Caller } from '../store/caller.ts';
import type { Engine } from '../engine/engine.ts';
import type { Result } from '../base/result.ts';
import type { BodyLimits } from './body.ts';
import type { StreamSlots } from './caller-limits.ts';
import type { EventStreams } from './sse.ts';

/** One request to one endpoint. */
export interface Call {
  readonly request: Request;
  readonly caller: Caller;
  /** The decoded `{…}` segments of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The event streams that the caller may open. */
  readonly slots: StreamSlots;
  /** Creates a signal that is aborted when the client disconnects or the server closes. */
  readonly signal: () => AbortSignal;
}

/** Handles requests to one endpoint. A thrown error becomes `internal`. */
export type Endpoint = (call: Call) => Result<Response> | Promise<Result<Response>>;

/** The endpoints of one resource. */
export type Endpoints<N extends EndpointName> = Readonly<Record<N, Endpoint>>;

/** Dependencies of the endpoints. */
export interface Edge extends BodyLimits {
  readonly engine: Engine;
  readonly streams: EventStreams;
  /** Begins with a slash, or is empty. */
  readonly basePath: string;
}
