import type { ClientError } from './errors.ts';

/**
 * - `connecting`: the first attempt is in progress.
 * - `open`: events arrive as they happen.
 * - `reconnecting`: the connection was lost or temporarily refused; it is retried automatically.
 * - `offline`: the latest attempt did not reach the server; it is retried automatically.
 * - `closed`: there is no listener, the stream has ended, or the server refused (see `error`).
 */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting' | 'offline' | 'closed';

/** State of an event stream. */
export interface Connection {
  readonly status: ConnectionStatus;
  /** Why it is not open, after an error. */
  readonly error?: ClientError;
  /** Milliseconds until the next attempt. */
  readonly retryInMs?: number;
}

/** The connection of a store without subscribers. */
export const CLOSED: Connection = { status: 'closed' };

/** A stream that is being followed. */
export interface StreamHandle {
  /** Ends it immediately: no more callbacks are called. */
  close(): void;
  /** Retries now instead of waiting for the next attempt: call it when the network is back. */
  wake(): void;
}

/** Position in a stream. Pass it to a later stream of the same resource to continue there. */
export interface StreamPosition {
  lastEventId?: string | undefined;
  /** The newest `seq` by root run. */
  readonly seen: Map<string, number>;
}

/** The position before the first event. */
export function streamStart(): StreamPosition {
  return { seen: new Map() };
}
