import type { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { connectBroken, freshSchema } from '../postgres.fixture.ts';
import type { Change } from './bus.ts';
import { createManualClock, type ManualClock } from '../../base/manual-clock.fixture.ts';
import type { PostgresListeningPool } from '../postgres-pool.ts';
import { createPostgresBus } from './postgres.ts';

const session = (id: string): Change => ({
  kind: 'session',
  key: { tenantId: 'default', sessionId: id },
});
const rules: Change = { kind: 'rules', tenantId: 'default', userId: 'ada' };

interface Server {
  readonly bus: ReturnType<typeof createPostgresBus>;
  readonly channel: string;
  readonly heard: Change[];
  readonly errors: unknown[];
  readonly clock: ManualClock;
  /** Resolves when the bus has started listening this many times. */
  listening(times: number): Promise<void>;
  /** Resolves when it has received this many changes. */
  hears(count: number): Promise<readonly Change[]>;
  failed(): Promise<unknown>;
}

function server(pool: PostgresListeningPool, channel: string): Server {
  const clock = createManualClock();
  const heard: Change[] = [];
  const errors: unknown[] = [];
  const waiting = new Set<() => void>();
  const check = (): void => {
    for (const wake of waiting) wake();
  };
  let listened = 0;
  const until = <T>(value: () => T | undefined): Promise<T> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = value();
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const bus = createPostgresBus({
    pool,
    channel,
    every: clock.every,
    onListening: () => {
      listened += 1;
      check();
    },
    onError: (error) => {
      errors.push(error);
      check();
    },
  });
  bus.subscribe((change) => {
    heard.push(change);
    check();
  });
  onTestFinished(() => bus.close());
  return {
    bus,
    channel,
    heard,
    errors,
    clock,
    listening: async (times) => {
      await until(() => (listened >= times ? true : undefined));
    },
    hears: (count) => until(() => (heard.length >= count ? heard : undefined)),
    failed: () => until(() => errors.at(-1)),
  };
}

async function twoServers(): Promise<readonly [Server, Server, Pool]> {
  const newPool = await freshSchema();
  const channel = `hitl_${crypto.randomUUID()}`;
  const servers = [server(newPool(), channel), server(newPool(), channel)] as const;
  await Promise.all(servers.map((one) => one.listening(1)));
  return [...servers, newPool()];
}

test('notifies its own server immediately and once, and others by NOTIFY', async () => {
  const [here, there] = await twoServers();
  here.bus.publish(session('ses_1'));
  expect(here.heard).toEqual([session('ses_1')]);
  expect(await there.hears(1)).toEqual([session('ses_1')]);
  there.bus.publish(rules);
  expect(await here.hears(2)).toEqual([session('ses_1'), rules]);
  expect(there.heard).toEqual([session('ses_1'), rules]);
});

test('sends fast changes together, each session once', async () => {
  const [here, there] = await twoServers();
  here.bus.publish(session('first'));
  await Promise.all([there.hears(1), here.clock.awaited(20)]);
  for (let index = 0; index < 10; index += 1) {
    here.bus.publish(session('ses_a'));
    here.bus.publish(session('ses_b'));
  }
  expect(there.heard).toEqual([session('first')]);
  here.clock.tick(20);
  expect(await there.hears(3)).toEqual([session('first'), session('ses_a'), session('ses_b')]);
});

test('listens again after its connection was lost', async () => {
  const [here, there, pool] = await twoServers();
  const { rowCount } = await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where query = $1',
    [`listen "${there.channel}"`],
  );
  expect(rowCount).toBe(2);
  await Promise.all([here.failed(), there.failed()]);
  here.clock.tick(1000);
  there.clock.tick(1000);
  await Promise.all([here.listening(2), there.listening(2)]);
  here.bus.publish(session('ses_1'));
  expect(await there.hears(1)).toEqual([session('ses_1')]);
});

test('an error of a connection that it was just given does not end the process', async () => {
  const newPool = await freshSchema();
  const channel = `hitl_${crypto.randomUUID()}`;
  const pool = newPool();
  const here = server(
    {
      connect: () => connectBroken(pool),
      on: (event, listener) => pool.on(event, listener),
    },
    channel,
  );
  const there = server(newPool(), channel);
  await Promise.all([here.listening(1), there.listening(1)]);
  here.bus.publish(session('ses_1'));
  expect(await there.hears(1)).toEqual([session('ses_1')]);
  expect(here.errors).toEqual([]);
});

test('reports a connection that is lost before it listens once, and takes another', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  const admin = newPool();
  let isFirst = true;
  const listener = server(
    {
      async connect() {
        const client = await pool.connect();
        if (isFirst) {
          isFirst = false;
          const { rows } = await client.query('select pg_backend_pid() as pid');
          await admin.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        }
        return client;
      },
      on: (event, on) => pool.on(event, on),
    },
    `hitl_${crypto.randomUUID()}`,
  );
  await listener.failed();
  listener.clock.tick(1000);
  await listener.listening(1);
  expect(listener.errors).toHaveLength(1);
  expect(pool.totalCount).toBe(1);
});

test('retries while the database cannot be reached', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  const connect = pool.connect.bind(pool);
  let away = true;
  const listener = server(
    {
      connect: () => (away ? Promise.reject(new Error('no route')) : connect()),
    },
    `hitl_${crypto.randomUUID()}`,
  );
  expect(await listener.failed()).toMatchObject({ message: 'no route' });
  away = false;
  listener.clock.tick(1000);
  await listener.listening(1);
  expect(listener.errors).toHaveLength(1);
});

test('ignores foreign messages, and does not send long ones', async () => {
  const [here, there, pool] = await twoServers();
  const strange = ['', 'null', '{', '[]', '{"origin":1}', '{"origin":"x"}'];
  strange.push('{"origin":"x","tenant_id":1,"session_id":"ses_1"}');
  strange.push('{"origin":"x","tenant_id":"default"}', '{"origin":"x","session_id":"ses_1"}');
  const call = { run_id: 'r', root_run_id: 'r', session_id: 's', timestamp: 'now' };
  for (const progress of [null, {}, { type: 'tool_progress', ...call, data: { progress: -1 } }]) {
    strange.push(JSON.stringify({ origin: 'x', tenant_id: 'default', progress }));
  }
  for (const payload of strange) {
    await pool.query('select pg_notify($1, $2)', [here.channel, payload]);
  }
  here.bus.publish(session('x'.repeat(8000)));
  here.bus.publish(session('ses_1'));
  expect(await there.hears(1)).toEqual([session('ses_1')]);
  expect([...here.errors, ...there.errors]).toEqual([]);
});

test('releases its connection after the last listener left', async () => {
  const newPool = await freshSchema();
  const pool = newPool();
  const bus = createPostgresBus({ pool, channel: `hitl_${crypto.randomUUID()}` });
  await new Promise<void>((resolve) => {
    pool.once('release', () => resolve());
    const leave = bus.subscribe(() => undefined);
    leave();
    leave();
  });
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  await bus.close();
});
