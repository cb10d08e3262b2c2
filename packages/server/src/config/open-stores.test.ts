import { expect, test } from 'vitest';
import type { Placed } from './placed.ts';
import { targetOf } from './open-stores.ts';
import type { StoreComponent } from './schema.ts';
import type { StoreTarget } from './store-url.ts';

const inFolder = { store_type: 'sqlite', path: '/work/.hitl/hitl.db' };
const flagged: StoreTarget = { store_type: 'sqlite', path: '/flag.db' };
const database: StoreTarget = { store_type: 'postgres', url: 'postgres://h/d' };

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
  ['inmemory: memory', placed({ store_type: 'inmemory' }), undefined, { store_type: 'inmemory' }],
  ['no URL: the flag, whatever the type', placed({ store_type: 'sqlite' }), database, database],
  ['inmemory has no URL: the flag', placed({ store_type: 'inmemory' }), flagged, flagged],
  [
    'a URL: itself, whatever the flag',
    placed({ store_type: 'sqlite', url: '/own.db' }),
    flagged,
    { store_type: 'sqlite', path: '/own.db' },
  ],
  [
    'a URL of PostgreSQL: itself',
    placed({ store_type: 'postgres', url: 'postgres://h/d' }),
    flagged,
    database,
  ],
])('a store lies where it says: %s', (_what, component, store, expected) => {
  expect(targetOf(component, { store, folder: '/work' })).toEqual(expected);
});

test('PostgreSQL needs a URL from somewhere', () => {
  expect(() =>
    targetOf(placed({ store_type: 'postgres' }), { store: undefined, folder: '/work' }),
  ).toThrow(
    'c.yaml:1: session_store "s": url: it is missing. Expected postgres://…, here or with --store.',
  );
});
