import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/** Tests that apply to only one of the databases. */
const ONLY_POSTGRES: Readonly<Record<string, string>> = {
  'packages/server/src/engine/unreachable-store':
    'the runner stops a tool of an unreachable store, in the same way for every store',
  'packages/server/src/packed-rows': 'no version with packed rows has kept anything in MongoDB',
};

/** Tests of PostgreSQL whose name differs from that of MongoDB. */
const RENAMED: Readonly<Record<string, string>> = {
  'packages/server/src/store/postgres': 'packages/server/src/store/mongodb',
  'packages/server/src/store/postgres-connection': 'packages/server/src/store/mongo/connection',
  'packages/server/src/store/bus/postgres': 'packages/server/src/store/bus/mongo',
};

function testsOf(project: 'postgres' | 'mongo'): string[] {
  const ending = `.${project}.test.ts`;
  return ['packages/server/src', 'packages/server/tests', 'packages/cli/src', 'packages/cli/tests']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => path.endsWith(ending))
    .map((path) => path.slice(0, -ending.length));
}

test('every test with PostgreSQL exists with MongoDB, or has a reason not to', () => {
  const postgres = testsOf('postgres');
  expect(postgres.length).toBeGreaterThan(9);
  const wanted = postgres
    .filter((path) => ONLY_POSTGRES[path] === undefined)
    .map((path) => RENAMED[path] ?? path);
  expect(testsOf('mongo')).toEqual(expect.arrayContaining(wanted));
  expect(postgres).toEqual(expect.arrayContaining(Object.keys(ONLY_POSTGRES)));
});
