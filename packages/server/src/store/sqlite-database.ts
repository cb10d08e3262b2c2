import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { storeError } from './errors.ts';
import { codeOf } from './journal/file-system.ts';

/** A prepared statement, as `node:sqlite` and `libsql` have it. */
export interface SqliteStatement {
  all(...parameters: SqliteValue[]): unknown[];
}

/** What a parameter can be. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** A connection: what we call of `DatabaseSync` of `node:sqlite`, or of `libsql`'s `Database`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): unknown;
}

/** Where the rows are kept. */
export interface SqliteFile {
  /** A file, created with its folder when absent (both for their owner only), or `:memory:`. */
  readonly path: string;
  /** How long a writer waits for another process's. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/** Opens a file. */
export type OpenSqliteDatabase = new (path: string) => SqliteDatabase;

/**
 * Opens a file by `node:sqlite`, where Node has it, else by the optional peer `libsql`. What is
 * committed survives a loss of power, and several processes may have the file open.
 * @throws HitlError `sqlite_missing`
 */
export function openSqlite({ path, busyTimeoutMs = 5000 }: SqliteFile): SqliteDatabase {
  if (path !== ':memory:') makeDatabaseFile(path);
  const Database = sqliteDriver(process.getBuiltinModule('node:sqlite'));
  const database = new Database(path);
  try {
    prepareConnection(database, busyTimeoutMs);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * Makes a file that only its owner may read or write, with its folder. SQLite would let others read
 * it, and gives its own files beside it the same rights. A file that is there is not even opened: when
 * a process closes a file, the system takes back all locks that it has on it.
 */
export function makeDatabaseFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

function prepareConnection(database: SqliteDatabase, busyTimeoutMs: number): void {
  database.exec(`pragma busy_timeout = ${Math.trunc(busyTimeoutMs)}`);
  database.exec('pragma journal_mode = wal');
  database.exec('pragma synchronous = full');
}

/** The class that opens files: Node's own where it has one, else `libsql`'s. */
export function sqliteDriver(
  builtin: { readonly DatabaseSync: OpenSqliteDatabase } | undefined,
): OpenSqliteDatabase {
  if (builtin !== undefined) return builtin.DatabaseSync;
  try {
    return createRequire(import.meta.url)('libsql') as OpenSqliteDatabase;
  } catch (error) {
    throw storeError(
      'sqlite_missing',
      `Node ${process.version} has no node:sqlite, and libsql is not installed. ` +
        'Update Node to 22.13 or newer, or install libsql beside @hitl/server.',
      error,
    );
  }
}
