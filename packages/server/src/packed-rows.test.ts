import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { packedRowsCases } from './packed-rows.cases.fixture.ts';
import { openPackedWorld, packedRows, type Facts } from './packed-rows.fixture.ts';
import {
  createSqlitePermissionStore,
  createSqliteSecretStore,
  createSqliteStore,
  openSqlite,
  type SqliteDatabase,
} from './store/sqlite.ts';

function packedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'hitl.db');
  writeFileSync(path, packedRows('sqlite.db'));
  return path;
}

function openFile(path: string): SqliteDatabase {
  const database = openSqlite({ path });
  onTestFinished(() => void database.close());
  return database;
}

describe('a SQLite file of the last version with packed rows', () => {
  packedRowsCases(async () => {
    const database = openFile(packedFile());
    const world = openPackedWorld({
      sessions: createSqliteStore({ database }),
      permissions: createSqlitePermissionStore({ database }),
      secrets: createSqliteSecretStore({ database }),
    });
    onTestFinished(() => world.close());
    return { world, facts: JSON.parse(packedRows('sqlite.json').toString()) as Facts };
  });

  test('contains only readable text afterwards', () => {
    const database = openFile(packedFile());
    createSqliteStore({ database });
    const tables = database
      .prepare(`select name from sqlite_schema where type = 'table' and name like 'hitl_%'`)
      .all() as { name: string }[];
    for (const { name } of tables) {
      for (const row of database.prepare(`select * from ${name}`).all()) {
        const bytes = Object.values(row as object).filter((value) => value instanceof Uint8Array);
        expect({ name, bytes }).toEqual({ name, bytes: [] });
      }
    }
    expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  });

  test('is unchanged when the migration fails, at any statement', () => {
    const path = packedFile();
    const dump = (database: SqliteDatabase): unknown =>
      ['hitl_schema', 'hitl_commits', 'hitl_sessions', 'hitl_audit'].map((table) =>
        database.prepare(`select * from ${table}`).all(),
      );
    const witness = openFile(path);
    const before = dump(witness);
    let statements = 0;
    for (let failAt = 1; ; failAt = Math.ceil(failAt * 1.5)) {
      statements = 0;
      const database = failing(path, () => (statements += 1) === failAt);
      try {
        createSqliteStore({ database });
        break;
      } catch (error) {
        expect(String(error)).toContain('disk I/O error');
      } finally {
        database.close();
      }
      expect(dump(witness)).toEqual(before);
    }
    // Each attempt got further, the last one to the end.
    expect(statements).toBeGreaterThan(100);
    expect(witness.prepare('select max(version) as version from hitl_schema').all()).toEqual([
      { version: 6 },
    ]);
  });
});

/** A connection with failing statements. */
function failing(path: string, fails: () => boolean): SqliteDatabase {
  const database = openSqlite({ path });
  const check = (): void => {
    if (fails()) throw new Error('disk I/O error');
  };
  return {
    prepare(text) {
      const statement = database.prepare(text);
      return {
        all(...parameters) {
          check();
          return statement.all(...parameters);
        },
      };
    },
    exec(text) {
      check();
      return database.exec(text);
    },
    close: () => database.close(),
  };
}
