import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../store/sqlite-database.ts';
import type { Placed } from './placed.ts';
import { targetOf } from './open-stores.ts';
import type { StoreComponent } from './schema/store.ts';
import { connect } from './store-connection.ts';
import type { StoreTarget } from './store-url.ts';

const inFolder = { storeType: 'sqlite', path: '/work/.hitl/hitl.db' };
const flagged: StoreTarget = { storeType: 'sqlite', path: '/flag.db' };
const database: StoreTarget = { storeType: 'postgres', url: 'postgres://h/d' };

function placed(more: Partial<StoreComponent>): Placed<StoreComponent> {
  const component: StoreComponent = { type: 'session_store', name: 's', ...more };
  return { file: 'c.yaml', component, lineOf: () => 1 };
}

test.each<[string, Placed<StoreComponent> | null, StoreTarget | undefined, unknown]>([
  ['no component and no flag: the file of the folder', null, undefined, inFolder],
  ['no component: the flag', null, flagged, flagged],
  ['a component that says nothing: the file of the folder', placed({}), undefined, inFolder],
  [
    'sqlite without a URL: the file of the folder',
    placed({ store_type: 'sqlite' }),
    undefined,
    inFolder,
  ],
  ['inmemory: memory', placed({ store_type: 'inmemory' }), undefined, { storeType: 'inmemory' }],
  ['no URL: the flag, whatever the type', placed({ store_type: 'sqlite' }), database, database],
  ['inmemory has no URL: the flag', placed({ store_type: 'inmemory' }), flagged, flagged],
  [
    'a URL: itself, whatever the flag',
    placed({ store_type: 'sqlite', url: '/own.db' }),
    flagged,
    { storeType: 'sqlite', path: '/own.db' },
  ],
  [
    'a URL of PostgreSQL: itself',
    placed({ store_type: 'postgres', url: 'postgres://h/d' }),
    flagged,
    database,
  ],
  [
    'a URL of MongoDB: itself, with its database and what its collections begin with',
    placed({
      store_type: 'mongodb',
      url: 'mongodb://a,b/',
      database: 'd',
      collection_prefix: 'x_',
    }),
    flagged,
    { storeType: 'mongodb', url: 'mongodb://a,b/', database: 'd', collectionPrefix: 'x_' },
  ],
  [
    'a flag of MongoDB: with the database of the component',
    placed({ store_type: 'mongodb', database: 'd' }),
    { storeType: 'mongodb', url: 'mongodb://h' },
    { storeType: 'mongodb', url: 'mongodb://h', database: 'd' },
  ],
])('a store lies where it says: %s', (_what, component, store, expected) => {
  expect(targetOf(component, { store, folder: '/work' })).toEqual(expected);
});

test.each<[string, Placed<StoreComponent>, unknown]>([
  [
    'SQLite',
    placed({ store_type: 'sqlite', url: '/own.db', params: { busy_timeout_ms: 20 } }),
    { storeType: 'sqlite', path: '/own.db', params: { busy_timeout_ms: 20 } },
  ],
  [
    'the pool of pg',
    placed({
      store_type: 'postgres',
      url: 'postgres://h/d',
      params: { max: 20, ssl: { rejectUnauthorized: true }, statement_timeout: 5000 },
    }),
    {
      ...database,
      params: { max: 20, ssl: { rejectUnauthorized: true }, statement_timeout: 5000 },
    },
  ],
  [
    'the client of mongodb',
    placed({ store_type: 'mongodb', url: 'mongodb://h', params: { maxPoolSize: 20, tls: true } }),
    { storeType: 'mongodb', url: 'mongodb://h', params: { maxPoolSize: 20, tls: true } },
  ],
])('params of a store are for %s', (_what, component, expected) => {
  expect(targetOf(component, { store: undefined, folder: '/work' })).toEqual(expected);
});

test.each<[string, Partial<StoreComponent>, string]>([
  [
    'an unknown one',
    { params: { busy_timeout: 20 } },
    'params.busy_timeout: unknown key "busy_timeout". Did you mean "busy_timeout_ms"? Allowed: busy_timeout_ms.',
  ],
  [
    'one of the other driver',
    { store_type: 'postgres', url: 'postgres://h/d', params: { busy_timeout_ms: 1 } },
    'params.busy_timeout_ms: unknown key "busy_timeout_ms". Allowed: application_name,',
  ],
  [
    'one of the wrong kind',
    { params: { busy_timeout_ms: 'long' } },
    'params.busy_timeout_ms: expected a number, got "long".',
  ],
  [
    'a pool that leaves no connection to ask with',
    { store_type: 'postgres', url: 'postgres://h/d', params: { max: 1 } },
    'params.max: expected at least 2, got 1.',
  ],
  [
    'startup options of the server, which could take back what makes a commit safe',
    { store_type: 'postgres', url: 'postgres://h/d', params: { options: '-c fsync=off' } },
    'params.options: unknown key "options".',
  ],
  ...['connectionString', 'database', 'host', 'password', 'port', 'user'].map(
    (name): [string, Partial<StoreComponent>, string] => [
      `another database by ${name}`,
      { store_type: 'postgres', url: 'postgres://h/d', params: { [name]: 'x' } },
      `params.${name}: the database and the user are set by url or --store. Remove it.`,
    ],
  ),
  ...['w', 'journal', 'readPreference'].map((name): [string, Partial<StoreComponent>, string] => [
    `what would make a commit of MongoDB less safe: ${name}`,
    { store_type: 'mongodb', url: 'mongodb://h', params: { [name]: 1 } },
    `params.${name}: the store always waits for the journals of a majority. Remove it.`,
  ]),
  [
    'any in memory',
    { store_type: 'inmemory', params: {} },
    'params: a store in memory has none. Remove it.',
  ],
])('params that a store does not take are refused: %s', (_what, more, message) => {
  expect(() => targetOf(placed(more), { store: undefined, folder: '/work' })).toThrow(
    `c.yaml:1: session_store "s": ${message}`,
  );
});

test.each(['postgres', 'mongodb'] as const)('%s needs a URL', (type) => {
  expect(() =>
    targetOf(placed({ store_type: type }), { store: undefined, folder: '/work' }),
  ).toThrow(
    `c.yaml:1: session_store "s": url: it is missing. Expected ${type}://…, here or with --store.`,
  );
});

test('SQLite gets the time that a writer waits', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-params-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'hitl.db');
  const holder = openSqlite({ path });
  onTestFinished(() => void holder.close());
  holder.exec('create table held (a)');
  holder.exec('begin immediate');
  const connection = await connect(
    { storeType: 'sqlite', path, params: { busy_timeout_ms: 0 } },
    () => {},
  );
  onTestFinished(() => connection.close());
  const waited = Array.from({ length: 4 }, () => {
    const before = performance.now();
    expect(() => connection.sessions()).toThrow(/locked|busy/i);
    return performance.now() - before;
  });
  // The default is 5 s, each time; a busy machine may delay one of them as long.
  expect(Math.min(...waited)).toBeLessThan(4000);
});
