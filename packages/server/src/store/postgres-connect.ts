import type { PostgresPool } from './postgres-pool.ts';
import { storeError } from './errors.ts';

/** A pool of its own, which whoever opened it ends. */
export interface OpenedPool extends PostgresPool {
  end(): Promise<void>;
}

/**
 * Opens a pool with the optional peer `pg`. Connections are made when they are needed, so a database
 * that cannot be reached shows with the first statement.
 *
 * @throws HitlError `postgres_missing`
 */
export async function connectPostgres(
  url: string,
  onError: (error: unknown) => void,
): Promise<OpenedPool> {
  const { default: pg } = await import('pg').catch((cause: unknown) => {
    throw storeError(
      'postgres_missing',
      'PostgreSQL needs the package "pg", which is not installed. Install it beside this one: npm install pg.',
      cause,
    );
  });
  const pool = new pg.Pool({ connectionString: url, application_name: 'hitl' });
  // A connection that breaks while idle would end the process if nobody listened.
  pool.on('error', onError);
  return pool;
}
