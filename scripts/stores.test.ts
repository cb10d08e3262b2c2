import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

/** What only one of the databases can be tried for. */
const ONLY_POSTGRES: Readonly<Record<string, string>> = {
  'packages/server/src/packed-rows': 'no version with packed rows has kept anything in MongoDB',
};

/** Where a test of PostgreSQL has another name than that of MongoDB. */
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

test('what is tried against PostgreSQL is tried against MongoDB, unless a reason is given', () => {
  const postgres = testsOf('postgres');
  expect(postgres.length).toBeGreaterThan(9);
  const wanted = postgres
    .filter((path) => ONLY_POSTGRES[path] === undefined)
    .map((path) => RENAMED[path] ?? path);
  expect(testsOf('mongo')).toEqual(expect.arrayContaining(wanted));
  expect(postgres).toEqual(expect.arrayContaining(Object.keys(ONLY_POSTGRES)));
});
