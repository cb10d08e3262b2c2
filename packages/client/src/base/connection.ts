import type { ClientError } from './errors.ts';

/**
 * - `connecting`: the first attempt is under way.
 * - `open`: events arrive as they happen.
 * - `reconnecting`: it was lost, or refused for now; it comes back by itself.
 * - `offline`: the latest attempt did not reach the server; it comes back by itself.
 * - `closed`: nobody listens, everything was said, or the server refused (`error` says why).
 */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting' | 'offline' | 'closed';

/** How a stream of events is doing. */
export interface Connection {
  readonly status: ConnectionStatus;
  /** Why it is not open, where something went wrong. */
  readonly error?: ClientError;
  /** After how many milliseconds from now it tries again. */
  readonly retryInMs?: number;
}

/** The connection of a store that nobody has subscribed to. */
export const CLOSED: Connection = { status: 'closed' };

/** A stream that is being followed. */
export interface StreamHandle {
  /** Ends it at once: nothing is called any more. */
  close(): void;
  /** Does not wait for the next attempt: call it when the network came back. */
  wake(): void;
}

/** How far a stream was read. Hand it to a later stream of the same thing, and that one goes on there. */
export interface StreamPosition {
  lastEventId?: string | undefined;
  /** The newest `seq` by root run. */
  readonly seen: Map<string, number>;
}

/** The position before the first event. */
export function streamStart(): StreamPosition {
  return { seen: new Map() };
}
