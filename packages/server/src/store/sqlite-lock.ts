import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from './journal/file-system.ts';
import { sqliteDriver } from './sqlite-database.ts';

/** A lock that this process holds. */
export interface HeldLock {
  release(): void;
}

/**
 * Takes the lock that a file stands for, or tells at once that somebody else has it (`null`). The
 * system gives it back when the process dies, however it dies, so there is no stale lock. The file is
 * made, with its folder (both for their owner only), and stays.
 *
 * It is SQLite's own lock on a database that is never written to.
 * @throws HitlError `sqlite_missing`
 */
export function tryLock(path: string): HeldLock | null {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  makeFile(path);
  const Database = sqliteDriver(process.getBuiltinModule('node:sqlite'));
  const database = new Database(path);
  try {
    database.exec('pragma busy_timeout = 0');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => void database.close() };
}

/**
 * SQLite would let others read it, and whoever can read it can hold it. A file that is there is not even
 * opened: when a process closes a file, the system takes back all locks that it has on it.
 */
function makeFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Both drivers say it in these words. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/i.test(error.message);
}
