import type { Pool, PoolConfig } from 'pg';
import { storeError } from './errors.ts';

/**
 * Opens a pool with the optional peer `pg`; the caller has to end it. Connections are opened on
 * demand, so an unreachable database fails the first statement.
 *
 * @throws HitlError `postgres_missing`.
 */
export async function connectPostgres(
  url: string,
  onError: (error: unknown) => void,
  options: PoolConfig = {},
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
