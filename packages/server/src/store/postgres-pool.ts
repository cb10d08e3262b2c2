/** A result, as `pg` returns it. */
export interface PostgresResult {
  readonly rows: unknown[];
}

/** A statement, as `pg` takes it. */
export interface PostgresQuery {
  /** Given: the connection keeps the prepared statement under this name. */
  readonly name?: string;
  readonly text: string;
  readonly values?: unknown[];
}

/** One connection of a pool. A `PoolClient` of `pg` is one. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>;
  /** Gives it back; with an error, closes it instead. */
  release(error?: Error): void;
  /** Where there are events, as `pg` has them: one that breaks says so, and wants to be heard. */
  on?(event: 'error', listener: (error: Error) => void): unknown;
  off?(event: 'error', listener: (error: Error) => void): unknown;
}

/** What we call of a pool. A `Pool` of `pg` is one; it is the caller's to size and to end. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
