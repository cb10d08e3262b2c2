import { makeDatabaseFile, sqliteDriver } from './sqlite-database.ts';

/** A lock that this process holds. */
export interface HeldLock {
  release(): void;
}

/**
 * Takes the lock represented by a file, or returns `null` at once if another process holds it. The
 * system releases it when the process dies, so there is no stale lock. The file is created, with
 * its folder (both for their owner only), and stays.
 *
 * It is SQLite's own lock on a database that is never written to.
 * @throws HitlError `sqlite_missing`
 */
export function tryLock(path: string): HeldLock | null {
  makeDatabaseFile(path);
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

/** Both drivers say it in these words. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/i.test(error.message);
}
