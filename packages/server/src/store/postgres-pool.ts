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
}

/** The methods used of a pool, such as a `Pool` of `pg`; the caller sizes and ends it. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
  /** Adds a listener for connections that are handed out, if it emits events as `pg` does. */
  on?(event: 'acquire', listener: (client: PostgresClient) => void): unknown;
}

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
