import { listen, withConnection, type Listening } from '../postgres-connection.ts';
import type { PostgresListeningPool } from '../postgres-pool.ts';
import type { Bus } from './bus.ts';
import { systemEvery, type Every } from '../../base/every.ts';
import { createHookedBus } from './local.ts';
import { readMessage, subjectOf, writeMessage, type Message } from './message.ts';
import { createOutbox } from './outbox.ts';

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
  let connection: Promise<Listening | undefined> | undefined;
  /** Counts the attempts to connect, so that late errors of earlier ones are ignored. */
  let attempts = 0;
  let stopReconnecting: (() => void) | undefined;

  function hear(payload: string | undefined): void {
    const message = payload === undefined ? undefined : readMessage(payload);
    if (message !== undefined && message.origin !== origin) local.publish(message.change);
  }

  function connect(): void {
    if (connection !== undefined) return;
    attempts += 1;
    connection = open(attempts);
  }

  async function open(attempt: number): Promise<Listening | undefined> {
    const onLost = (error: unknown): void => {
      if (attempt === attempts) connection = undefined;
      onError?.(error);
    };
    try {
      const listening = await listen(pool, channel, hear, onLost);
      onListening?.();
      return listening;
    } catch (error) {
      onLost(error);
      return undefined;
    }
  }

  async function leave(): Promise<void> {
    stopReconnecting?.();
    stopReconnecting = undefined;
    const leaving = connection;
    connection = undefined;
    await (await leaving)?.stop();
  }

  function join(): void {
    connect();
    stopReconnecting = every(RECONNECT_EVERY_MS, connect);
  }

  async function send(payloads: readonly string[]): Promise<void> {
    await withConnection(pool, (client) =>
      client.query({
        text: 'select pg_notify($1, value) from json_array_elements_text(cast($2 as json))',
        values: [channel, JSON.stringify(payloads)],
      }),
    );
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
