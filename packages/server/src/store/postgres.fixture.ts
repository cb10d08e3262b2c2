import { Client, Pool, type PoolClient } from 'pg';
import { inject, onTestFinished } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The PostgreSQL of the tests, started by `config/vitest/postgres.ts`. */
    postgresUrl: string;
  }
}

/**
 * Creates a schema in the PostgreSQL of the tests, which is dropped after the test. Returns a
 * function that creates pools for it. For files named `*.postgres.test.ts`.
 */
export async function freshSchema(): Promise<() => Pool> {
  const connectionString = inject('postgresUrl');
  const schema = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString });
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  const pools: Pool[] = [];
  onTestFinished(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });
  return () => {
    const pool = new Pool({ connectionString, max: 8, options: `-c search_path=${schema}` });
    pools.push(pool);
    return pool;
  };
}

/** Takes a connection that breaks at this moment. Without a listener for that, a server would end. */
export async function connectBroken(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    client.emit('error', new Error('terminating connection'));
  } catch (error) {
    client.release();
    throw error;
  }
  return client;
}
