/** A result as returned by `pg`. */
export interface PostgresResult {
  readonly rows: unknown[];
}

/** A statement as accepted by `pg`. */
export interface PostgresQuery {
  /** If given, the connection keeps a prepared statement with this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** One connection of a pool, such as a `PoolClient` of `pg`. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** Returns the connection to the pool; with an error, closes it instead. */
  release(error?: Error): void;
  /** Adds a listener for errors of the connection, if it emits events as `pg` does. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
}

/** The methods used of a pool, such as a `Pool` of `pg`; the caller sizes and ends it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** Adds a listener for connections that are handed out, if it emits events as `pg` does. */
  on?(event: 'acquire', listener: (client: PostgresClient) => void): unknown;
  off?(event: 'acquire', listener: (client: PostgresClient) => void): unknown;
}

/**
 * Keeps broken connections from ending the process, as `error` events without a listener do. Their
 * statements fail anyway. A pool of `pg` listens only to idle connections, and a connection can
 * break between two statements, even before `connect` has returned it.
 */
export function ignoreBrokenConnections(pool: PostgresPool): void {
  pool.off?.('acquire', ignoreErrors);
  pool.on?.('acquire', ignoreErrors);
}

/** Ignores `error` events of a connection for good. */
export function ignoreErrors(client: PostgresClient): void {
  client.off?.('error', ignore);
  client.on?.('error', ignore);
}

function ignore(): void {}
