import { storeError } from '../errors.ts';
import type { Script } from './engine.ts';
import type { Migration } from './migration.ts';
import { createTables, SCHEMA_VERSION } from './schema.ts';
import { raw, sql, type Sql } from './statement.ts';
import type { Int8 } from '../rows/tables.ts';
import { unpackRows } from './unpack-rows.ts';

/** The last version with packed rows, whose databases are migrated. */
const PACKED_VERSION = 3;

/**
 * Creates the tables, or migrates those of the last version with packed rows, in one transaction: a crash changes
 * nothing. Several processes may start at the same time: the holder of the lock migrates, and the
 * others find it done. Only reads if the tables are up to date.
 * @throws HitlError `store_newer` if a newer version of this package has migrated the database,
 * `store_older` if it is of another version.
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
  if (version !== 0 && version !== PACKED_VERSION) {
    throw storeError(
      'store_older',
      `The database is at version ${version}, from before the first release, and cannot be migrated. ` +
        'Nothing was changed: use a new database.',
    );
  }
  if (version === 0) {
    yield sql`create table hitl_schema (version integer not null)`;
    for (const statement of createTables(types)) yield raw(statement);
  } else {
    yield* unpackRows(migration);
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
