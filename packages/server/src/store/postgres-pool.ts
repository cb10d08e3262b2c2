/** A result, as `pg` returns it. */
export interface PostgresResult {
  readonly rows: unknown[];
}

/** One connection of a pool. A `PoolClient` of `pg` is one. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** Gives it back; with an error, closes it instead. */
  release(error?: Error): void;
}

/** What we call of a pool. A `Pool` of `pg` is one; it is the caller's to size and to end. */
export interface PostgresPool {
  connect(): Promise<PostgresClient>;
}
