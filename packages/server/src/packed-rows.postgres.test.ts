import { describe, expect, onTestFinished, test } from 'vitest';
import type { Pool, PoolClient } from 'pg';
import { packedRowsCases } from './packed-rows.cases.fixture.ts';
import { openPackedWorld, packedRows, type Facts } from './packed-rows.fixture.ts';
import { freshSchema } from './store/postgres.fixture.ts';
import {
  createPostgresPermissionStore,
  createPostgresSecretStore,
  createPostgresStore,
  type PostgresPool,
} from './store/postgres.ts';

/** A schema with the tables of the dump; `newPool` creates pools that use it. */
async function restored(): Promise<() => Pool> {
  const newPool = await freshSchema();
  const dump = packedRows('postgres.sql')
    .toString()
    // Commands of psql, and the original schema of the tables.
    .replaceAll(/^\\.*$/gm, '')
    .replaceAll(/^SELECT pg_catalog\.set_config.*$/gm, '')
    .replaceAll(/^SET .*$/gm, '')
    .replaceAll('public.', '');
  const pool = newPool();
  await pool.query(dump);
  return newPool;
}

describe('a PostgreSQL database of the last version with packed rows', () => {
  packedRowsCases(async () => {
    const newPool = await restored();
    const pool = newPool();
    const world = openPackedWorld({
      sessions: createPostgresStore({ pool }),
      permissions: createPostgresPermissionStore({ pool }),
      secrets: createPostgresSecretStore({ pool }),
    });
    onTestFinished(() => world.close());
    return { world, facts: JSON.parse(packedRows('postgres.json').toString()) as Facts };
  });

  test('is migrated once by servers that start together', async () => {
    const newPool = await restored();
    const key = { tenantId: 'default', sessionId: 's_done' };
    const loaded = await Promise.all(
      Array.from({ length: 4 }, () => createPostgresStore({ pool: newPool() }).load(key)),
    );
    expect(new Set(loaded.map(({ commit }) => commit)).size).toBe(1);
    const { rows } = await newPool().query('select version from hitl_schema order by version');
    expect(rows.map(({ version }: { version: number }) => version)).toEqual([1, 2, 3, 6]);
  });

  test('is unchanged when a server dies during the migration', async () => {
    const newPool = await restored();
    const pool = newPool();
    const tables = async (): Promise<unknown[]> =>
      Promise.all(
        ['hitl_schema', 'hitl_commits', 'hitl_sessions', 'hitl_audit'].map(
          async (table) => (await pool.query(`select * from ${table}`)).rows as unknown,
        ),
      );
    const before = await tables();
    const key = { tenantId: 'default', sessionId: 's_done' };
    for (const at of [3, 12, 40, 100]) {
      await expect(createPostgresStore({ pool: dying(newPool(), at) }).load(key)).rejects.toThrow(
        /terminat/,
      );
      expect(await tables()).toEqual(before);
    }
    expect(await createPostgresStore({ pool }).load(key)).toMatchObject({ state: {} });
  });
});

/** A pool whose connections are cut by the database at their n-th statement. */
function dying(pool: Pool, n: number): PostgresPool {
  return {
    async connect() {
      const client: PoolClient = await pool.connect();
      let statements = 0;
      return {
        async query(query) {
          statements += 1;
          if (statements === n) await client.query('select pg_terminate_backend(pg_backend_pid())');
          return client.query(query);
        },
        release: (error) => client.release(error),
        on: (event, listener) => client.on(event, listener),
      };
    },
  };
}
