import {
  ignoreBrokenConnections,
  ignoreErrors,
  type PostgresClient,
  type PostgresPool,
} from '../postgres-pool.ts';
import type { Bus } from './bus.ts';
import { systemEvery, type Every } from '../../base/every.ts';
import { createHookedBus } from './local.ts';
import { readMessage, subjectOf, writeMessage, type Message } from './message.ts';
import { createOutbox } from './outbox.ts';

/** A connection that receives notifications, such as a `PoolClient` of `pg`. */
export interface PostgresListener extends PostgresClient {
  on(event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  off(event: 'error', listener: (error: Error) => void): unknown;
  removeAllListeners(event: 'notification'): unknown;
}

/** A pool of such connections, such as a `Pool` of `pg`. */
export interface PostgresListeningPool extends PostgresPool {
  connect(): Promise<PostgresListener>;
}

/** Options of a bus over PostgreSQL. */
export interface PostgresBusOptions {
  /** The pool; while there are listeners, the bus occupies one of its connections. */
  readonly pool: PostgresListeningPool;
  /** Channel name: buses with the same name in one database are connected. Default `hitl`. */
  readonly channel?: string;
  /** Clock for reconnecting and throttling. Default: that of this machine. */
  readonly every?: Every;
  /**
   * Called once the bus listens, and after each reconnection: earlier hints were missed. Default:
   * not called.
   */
  readonly onListening?: () => void;
  /** Called with errors, after which hints may have been lost. Default: not called. */
  readonly onError?: (error: unknown) => void;
}

const RECONNECT_EVERY_MS = 1000;
/** PostgreSQL refuses payloads of 8,000 bytes. Changes with longer ones are found by polling. */
const MAX_PAYLOAD_BYTES = 7900;

/**
 * Creates a bus that calls the listeners of this server immediately, and notifies other servers by
 * `NOTIFY`. Notifications are not part of the commits, so they do not slow down an append, but may
 * be lost.
 */
export function createPostgresBus({
  pool,
  channel = 'hitl',
  every = systemEvery,
  onListening,
  onError,
}: PostgresBusOptions): Bus {
  const local = createHookedBus({ onFirst: join, onLast: () => void leave() });
  const origin = crypto.randomUUID();
  /**
   * Listening connections with their listeners for errors. Each is released once, however often it
   * fails.
   */
  const held = new Map<PostgresListener, (error: Error) => void>();
  let connection: Promise<PostgresListener | undefined> | undefined;
  /** Counts the attempts to connect, so that late errors of earlier ones are ignored. */
  let attempts = 0;
  let stopReconnecting: (() => void) | undefined;

  ignoreBrokenConnections(pool);

  const quoted = `"${channel.replaceAll('"', '""')}"`;

  function hear(payload: string | undefined): void {
    const message = payload === undefined ? undefined : readMessage(payload);
    if (message !== undefined && message.origin !== origin) local.publish(message.change);
  }

  function connect(): void {
    if (connection !== undefined) return;
    attempts += 1;
    connection = listen(attempts);
  }

  async function listen(attempt: number): Promise<PostgresListener | undefined> {
    let client: PostgresListener | undefined;
    try {
      client = await pool.connect();
      const listening = client;
      const onLost = (error: Error): void => fail(attempt, error, listening);
      held.set(listening, onLost);
      ignoreErrors(listening);
      listening.on('notification', ({ payload }) => hear(payload));
      listening.on('error', onLost);
      await listening.query({ text: `listen ${quoted}` });
      onListening?.();
      return listening;
    } catch (error) {
      fail(attempt, error, client);
      return undefined;
    }
  }

  function fail(attempt: number, error: unknown, client: PostgresListener | undefined): void {
    if (attempt === attempts) connection = undefined;
    // A connection that is lost during `listen` reports two errors.
    if (client !== undefined && !drop(client, asError(error))) return;
    onError?.(error);
  }

  function drop(client: PostgresListener, error?: Error): boolean {
    const onLost = held.get(client);
    if (onLost === undefined) return false;
    held.delete(client);
    client.removeAllListeners('notification');
    client.off('error', onLost);
    client.release(error);
    return true;
  }

  async function leave(): Promise<void> {
    stopReconnecting?.();
    stopReconnecting = undefined;
    const leaving = connection;
    connection = undefined;
    const client = await leaving;
    if (client === undefined) return;
    try {
      await client.query({ text: `unlisten ${quoted}` });
      drop(client);
    } catch (error) {
      drop(client, asError(error));
    }
  }

  function join(): void {
    connect();
    stopReconnecting = every(RECONNECT_EVERY_MS, connect);
  }

  async function send(payloads: readonly string[]): Promise<void> {
    const client = await pool.connect();
    ignoreErrors(client);
    let failure: Error | undefined;
    try {
      await client.query({
        text: 'select pg_notify($1, value) from json_array_elements_text(cast($2 as json))',
        values: [channel, JSON.stringify(payloads)],
      });
    } catch (error) {
      failure = asError(error);
      throw error;
    } finally {
      client.release(failure);
    }
  }

  const outbox = createOutbox({ every, send, onError });

  return {
    publish(change) {
      local.publish(change);
      const payload = shortEnough({ origin, change });
      if (payload === undefined) return;
      outbox.put(subjectOf(change), payload);
    },
    subscribe: (listener) => local.subscribe(listener),
    async close() {
      outbox.close();
      await Promise.all([local.close(), leave()]);
    },
  };
}

/** The message as JSON; `undefined` if it is too long. Text of progress may be left out. */
function shortEnough({ origin, change }: Message): string | undefined {
  const payload = writeMessage({ origin, change });
  if (new TextEncoder().encode(payload).length <= MAX_PAYLOAD_BYTES) return payload;
  if (change.kind !== 'progress' || change.progress.data.text === undefined) return undefined;
  const { text: _, ...data } = change.progress.data;
  return shortEnough({ origin, change: { ...change, progress: { ...change.progress, data } } });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
