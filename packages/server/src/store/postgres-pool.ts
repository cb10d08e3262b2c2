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
}

/** What we call of a pool. A `Pool` of `pg` is one; it is the caller's to size and to end. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
