import { closeSync, mkdirSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { storeError } from './errors.ts';
import { codeOf } from '../base/code-of.ts';

/** A prepared statement of `node:sqlite` or `libsql`. */
export interface SqliteStatement {
  all(...parameters: SqliteValue[]): unknown[];
}

/** The value of a parameter. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** A connection: the methods used of `DatabaseSync` of `node:sqlite`, or of `libsql`'s `Database`. */
export interface SqliteDatabase {
  prepare(sql: string): SqliteStatement;
  exec(sql: string): unknown;
  close(): unknown;
}

/** The file of a database. */
export interface SqliteFile {
  /**
   * Path of the file, which is created with its folder if absent (both accessible to their owner
   * only), or `:memory:`.
   */
  readonly path: string;
  /** Maximum time to wait for a writer in another process, in milliseconds. Default 5,000. */
  readonly busyTimeoutMs?: number;
}

/** Opens a file. */
export type OpenSqliteDatabase = new (path: string) => SqliteDatabase;

/**
 * Opens a file with `node:sqlite` if this Node has it, else with the optional peer `libsql`.
 * Commits survive a loss of power, and several processes may open the file.
 * @throws HitlError `sqlite_missing`.
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
 * Creates a file with its folder, accessible to its owner only: SQLite would let others read it,
 * and it gives its companion files the same mode. An existing file is not even opened, since
 * closing a file releases all locks that this process has on it.
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

/** The driver: Node's own if there is one, else `libsql`'s. */
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
        'Update Node to 22.13 or newer, or install libsql next to @hitl/server.',
      error,
    );
  }
}
