import type { Pool, PoolConfig } from 'pg';
import { storeError } from './errors.ts';

/** Options of the pool other than those that select the database. */
export type PostgresPoolOptions = Pick<
  PoolConfig,
  | 'max'
  | 'min'
  | 'maxUses'
  | 'maxLifetimeSeconds'
  | 'idleTimeoutMillis'
  | 'connectionTimeoutMillis'
  | 'keepAlive'
  | 'keepAliveInitialDelayMillis'
  | 'statement_timeout'
  | 'query_timeout'
  | 'lock_timeout'
  | 'idle_in_transaction_session_timeout'
  | 'application_name'
  | 'ssl'
>;

/**
 * Opens a pool with the optional peer `pg`; the caller has to end it. Connections are opened on
 * demand, so an unreachable database fails the first statement.
 *
 * @throws HitlError `postgres_missing`.
 */
export async function connectPostgres(
  url: string,
  onError: (error: unknown) => void,
  options: PostgresPoolOptions = {},
): Promise<Pool> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw storeError(
      'postgres_missing',
      'PostgreSQL needs the package "pg", which is not installed. Install it next to this one: npm install pg.',
      cause,
    );
  });
  const pool = new pg.Pool({ connectionString: url, application_name: 'hitl', ...options });
  // An idle connection that breaks would end the process without a listener.
  pool.on('error', (error) => onError(error));
  return pool;
}
