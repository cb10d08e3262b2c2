import { storeError } from '../errors.ts';
import type { Script } from './engine.ts';
import type { Migration } from './migration.ts';
import { moveTrails } from './move-trails.ts';
import { createTables, SCHEMA_VERSION } from './schema.ts';
import { raw, sql, type Sql } from './statement.ts';
import type { Int8 } from '../rows/tables.ts';
import { unpackRows } from './unpack-rows.ts';

/**
 * Creates the tables, or migrates those of an older version, in one transaction: a crash changes
 * nothing. Several processes may start at the same time: the holder of the lock migrates, and the
 * others find it done. Only reads if the tables are up to date.
 * @throws HitlError `store_newer` if a newer version of this package has migrated the database.
 */
export function* migrate(migration: Migration): Script<void> {
  const { types, exists, lock } = migration;
  if ((yield* currentVersion(exists)) === SCHEMA_VERSION) return;
  for (const statement of lock) yield statement;
  const version = yield* currentVersion(exists);
  if (version === SCHEMA_VERSION) return;
  if (version > SCHEMA_VERSION) {
    throw storeError(
      'store_newer',
      `The database is at version ${version}, this package supports ${SCHEMA_VERSION}. ` +
        'It was written by a newer version: update @hitl/server.',
    );
  }
  if (version === 0) {
    yield sql`create table hitl_schema (version integer not null)`;
    for (const statement of createTables(types)) yield raw(statement);
  } else {
    if (version < 4) yield* unpackRows(migration, version);
    yield raw(`alter table hitl_commits add column trails ${types.text}`);
    if (version >= 3) yield* moveTrails();
  }
  yield raw(`insert into hitl_schema (version) values (${SCHEMA_VERSION})`);
}

function* currentVersion(exists: Sql): Script<number> {
  if ((yield exists).length === 0) return 0;
  const [row] = (yield sql`select max(version) as version from hitl_schema`) as readonly {
    version: Int8;
  }[];
  return Number(row?.version ?? 0);
}
