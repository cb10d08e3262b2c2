import type { PostgresClient, PostgresListeningPool, PostgresPool } from './postgres-pool.ts';

/** Pools and connections that have their listener. */
const heard = new WeakSet<object>();

/**
 * Takes a connection from a pool: the only place that does so. A connection that breaks emits
 * `error`, which ends the process if nobody listens. Its statements fail anyway, so every connection
 * gets a listener that ignores it, once and for good.
 */
async function connect<C extends PostgresClient>(
  pool: Pick<PostgresPool, 'on'> & { connect(): Promise<C> },
): Promise<C> {
  // A pool of `pg` listens to idle connections only, and one can break before `connect` returns it.
  if (!heard.has(pool)) {
    heard.add(pool);
    pool.on?.('acquire', ignoreErrors);
  }
  const client = await pool.connect();
  // For a pool without events. Else the connection has its listener already.
  ignoreErrors(client);
  return client;
}

function ignoreErrors(client: PostgresClient): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on?.('error', ignore);
}

function ignore(): void {}

/**
 * Uses a connection of a pool for some work, and gives it back. After an error the state of the
 * connection is unknown, so it is closed.
 */
export async function withConnection<T>(
  pool: PostgresPool,
  work: (client: PostgresClient) => Promise<T>,
): Promise<T> {
  const client = await connect(pool);
  let failure: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    failure = asError(error);
    throw error;
  } finally {
    client.release(failure);
  }
}

/** A connection that listens on a channel. */
export interface Listening {
  /** Stops listening, and gives the connection back. It never rejects. */
  stop(): Promise<void>;
}

/**
 * Listens on a channel with a connection of its own. Rejects if it cannot; `onLost` is called once
 * if the connection breaks later.
 */
export async function listen(
  pool: PostgresListeningPool,
  channel: string,
  onMessage: (payload: string | undefined) => void,
  onLost: (error: Error) => void,
): Promise<Listening> {
  const client = await connect(pool);
  const quoted = `"${channel.replaceAll('"', '""')}"`;
  let isListening = false;
  /** Why it was released; `null`: it was stopped. */
  let released: Error | null | undefined;

  /** Releases the connection once, however often it fails. */
  function release(error: Error | null): void {
    if (released !== undefined) return;
    released = error;
    client.removeAllListeners('notification');
    client.off('error', onError);
    client.release(error ?? undefined);
    if (isListening && error !== null) onLost(error);
  }

  function onError(error: Error): void {
    release(error);
  }

  client.on('notification', ({ payload }) => onMessage(payload));
  client.on('error', onError);
  try {
    await client.query({ text: `listen ${quoted}` });
    if (released) throw released;
  } catch (error) {
    release(asError(error));
    throw error;
  }
  isListening = true;
  return {
    async stop() {
      isListening = false;
      if (released !== undefined) return;
      try {
        await client.query({ text: `unlisten ${quoted}` });
        release(null);
      } catch (error) {
        release(asError(error));
      }
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
