import type { Socket } from 'node:net';
import { Pool, type PoolClient } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { parseTime } from '@hitl/protocol/fold';
import { runCompleted } from '@hitl/protocol/testing';
import { asked, createSampleLog, started } from '../testing/sample-log.ts';
import { connectBroken, freshSchema } from './postgres.fixture.ts';
import type { PostgresClient, PostgresPool, PostgresQuery } from './postgres-pool.ts';
import { createPostgresPermissionStore, createPostgresStore } from './postgres.ts';

const key = { tenantId: 'default', sessionId: 'ses_1' };
const ada = { tenantId: 'default', userId: 'ada' };
const rule = { pattern: 'bash(ls)', effect: 'allow', source: 'api' } as const;

/** Locks the row of a session, like a hanging writer, until `letGo` is called. */
async function holdSession(pool: Pool) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select 1 from hitl_sessions for update');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    pid: rows[0]?.pid,
    letGo: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

test("uses the database's clock, however wrong its own is", async () => {
  const pool = (await freshSchema())();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2001, 0, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const store = createPostgresStore({ pool });
  const rules = createPostgresPermissionStore({ pool });
  const clock = async (): Promise<number> => {
    const { rows } = await pool.query<{ now: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as now',
    );
    return Math.floor(Number(rows[0]?.now));
  };
  const before = await clock();
  const { now } = await store.load(key);
  const log = createSampleLog(key);
  await log.append(store, started('run_1', { owner: 'host:1:a' }), { leaseMs: 1000 });
  const { ownerUntil: until } = await store.load(key);
  const [saved] = await rules.save(ada, [rule]);
  const after = await clock();
  for (const [time, offset] of [
    [now, 0],
    [until ?? '', 1000],
    [saved?.created_at ?? '', 0],
  ] as const) {
    expect(parseTime(time)).toBeGreaterThanOrEqual(before + offset);
    expect(parseTime(time)).toBeLessThanOrEqual(after + offset);
  }
  const past = '2026-01-01T00:00:00.000Z';
  expect(await log.append(store, [runCompleted()], { notAfter: past })).toBe('too_late');
});

test('cancels a statement that takes too long, and changes nothing', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  const store = createPostgresStore({ pool, statementTimeoutMs: 100 });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  const { letGo } = await holdSession(newPool());
  // 57014: cancelled by the timeout.
  await expect(log.append(store, [runCompleted()])).rejects.toMatchObject({ code: '57014' });
  await letGo();
  expect(pool.waitingCount).toBe(0);
  expect(await store.load(key)).toMatchObject({ commit: 1 });
  expect(await log.append(store, [runCompleted()])).toBe('appended');
});

test('lets many callers wait for few connections, and releases all of them', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  pool.options.max = 2;
  const store = createPostgresStore({ pool });
  const rules = createPostgresPermissionStore({ pool });
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      if (index % 4 === 0) await rules.save(ada, [{ ...rule, pattern: `bash(${index})` }]);
      const log = createSampleLog({ ...key, sessionId: `ses_${index}` });
      return log.append(store, started(`run_${index}`));
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['appended']));
  expect(pool.totalCount).toBeLessThanOrEqual(2);
  expect(pool.idleCount).toBe(pool.totalCount);
  expect(await rules.rules(ada)).toHaveLength(10);
});

test('continues with another connection when one is lost in the middle', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  const store = createPostgresStore({ pool });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  const other = newPool();
  const { pid, letGo } = await holdSession(other);
  const waiting = log.append(store, [runCompleted()]);
  const failure = expect(waiting).rejects.toThrow(/terminat/);
  let ended = 0;
  while (ended === 0) {
    // Only the writer that waits for this lock: other tests use the same database.
    const { rows } = await other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and pg_blocking_pids(pid) @> array[$1::int]`,
      [pid],
    );
    ended = rows.length;
  }
  await failure;
  await letGo();
  expect(await store.load(key)).toMatchObject({ commit: 1 });
  expect(await log.append(store, [runCompleted()])).toBe('appended');
});

test('a connection that breaks under a statement fails that statement, and nothing else', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  const used: PoolClient[] = [];
  pool.on('acquire', (client) => used.push(client));
  const store = createPostgresStore({ pool });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  const { letGo } = await holdSession(newPool());
  used.length = 0;
  const waiting = log.append(store, [runCompleted()]);
  const failure = expect(waiting).rejects.toThrow('Connection terminated');
  await vi.waitUntil(() => used.length > 0, { timeout: 60_000 });
  // Like a database that dies, without a last message.
  const { connection } = used[0] as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
  await failure;
  await letGo();
  // The database may have committed, though no acknowledgement arrived.
  expect([1, 2]).toContain((await store.load(key)).commit);
});

test('a connection that breaks before it is used fails no other statement', async () => {
  const pool = (await freshSchema())();
  const store = createPostgresStore({
    pool: {
      connect: () => connectBroken(pool),
      on: (event, listener) => pool.on(event, listener),
    },
  });
  expect(await store.load(key)).toMatchObject({ commit: 0 });
});

test('a connection of a pool without events may break while it is used', async () => {
  const pool = (await freshSchema())();
  const store = createPostgresStore({
    pool: {
      async connect() {
        const client = await pool.connect();
        return {
          query(query) {
            client.emit('error', new Error('terminating connection'));
            return client.query(query);
          },
          on: (event, listener) => client.on(event, listener),
          release: (error) => client.release(error),
        };
      },
    },
  });
  expect(await store.load(key)).toMatchObject({ commit: 0 });
});

test('many stores of one pool add one listener to each connection', async () => {
  const pool = (await freshSchema())();
  for (let count = 0; count < 20; count += 1) await createPostgresStore({ pool }).load(key);
  const client = await pool.connect();
  const counts = [client.listenerCount('error'), pool.listenerCount('acquire')];
  client.release();
  expect(counts).toEqual([1, 1]);
});

test('tries again to create its tables if the database was unavailable at first', async () => {
  const pool = (await freshSchema())();
  let away = true;
  const store = createPostgresStore({
    pool: { connect: () => (away ? Promise.reject(new Error('no route')) : pool.connect()) },
  });
  await expect(store.load(key)).rejects.toThrow('no route');
  away = false;
  expect(await store.load(key)).toMatchObject({ commit: 0 });
});

test('needs no right to create tables once they exist', async () => {
  const newPool = await freshSchema();
  const owner = newPool();
  await createPostgresStore({ pool: owner }).load(key);
  const role = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
  const schema = String((await owner.query('select current_schema() as name')).rows[0]?.name);
  await owner.query(`create role ${role} login password 'secret'`);
  await owner.query(`grant usage on schema ${schema} to ${role}`);
  await owner.query(
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
  );
  const url = new URL(inject('postgresUrl'));
  url.username = role;
  url.password = 'secret';
  const pool = new Pool({ connectionString: url.href, options: `-c search_path=${schema}` });
  onTestFinished(async () => {
    await pool.end();
    await owner.query(`drop owned by ${role}`);
    await owner.query(`drop role ${role}`);
  });
  const store = createPostgresStore({ pool });
  const log = createSampleLog(key);
  expect(await log.append(store, started('run_1'))).toBe('appended');
  expect(await log.append(store, asked(log, 'run_1', [{ id: 'c1' }]))).toBe('appended');
  await expect(pool.query('create table mine (a int)')).rejects.toMatchObject({ code: '42501' });
});

test('refuses tables of a newer version', async () => {
  const pool = (await freshSchema())();
  await createPostgresStore({ pool }).load(key);
  await pool.query('insert into hitl_schema (version) values (1000)');
  const refusal = { code: 'store_newer' };
  await expect(createPostgresStore({ pool }).load(key)).rejects.toMatchObject(refusal);
  await expect(createPostgresPermissionStore({ pool }).rules(ada)).rejects.toMatchObject(refusal);
});

/** A pool that records the statements of its connections. */
function watched(pool: Pool, queries: PostgresQuery[]): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresClient>();
  return {
    async connect() {
      const client = await pool.connect();
      let known = clients.get(client);
      if (known === undefined) {
        known = {
          query(query) {
            queries.push(query);
            return client.query(query);
          },
          release: (error) => client.release(error),
        };
        clients.set(client, known);
      }
      return known;
    },
  };
}

test('works with a pooler, without prepared statements', async () => {
  const queries: PostgresQuery[] = [];
  const pool = watched((await freshSchema())(), queries);
  const store = createPostgresStore({ pool, preparedStatements: false });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  expect(await log.append(store, [runCompleted()])).toBe('appended');
  expect(await store.load(key)).toMatchObject({ commit: 2, state: log.state });
  const named = (): PostgresQuery[] => queries.filter(({ name }) => name !== undefined);
  expect(named()).toEqual([]);
  await createPostgresStore({ pool }).load(key);
  expect(named()).toHaveLength(1);
});

test('appends and looks things up in one round trip each', async () => {
  const queries: PostgresQuery[] = [];
  const store = createPostgresStore({ pool: watched((await freshSchema())(), queries) });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  for (const work of [
    () => log.append(store, asked(log, 'run_1', [{ id: 'c1' }])),
    () => store.load(key),
    () => store.findInteraction('default', 'int_c1'),
    () => store.readRun(key, 'run_1', 0, 100),
    () => store.renew(key, 'nobody', 1000),
    () => store.due(10),
  ]) {
    queries.length = 0;
    await work();
    expect(queries).toHaveLength(1);
  }
});
