import { makeDatabaseFile, sqliteDriver } from './sqlite-database.ts';

/** A lock held by this process. */
export interface HeldLock {
  release(): void;
}

/**
 * Takes the lock represented by a file; `null` immediately if another process holds it. The system
 * releases it when the process dies, so there is no stale lock. The file is created, with its
 * folder (both accessible to their owner only), and is kept.
 *
 * It is SQLite's own lock on a database that is never written to.
 * @throws HitlError `sqlite_missing`.
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

/** Whether the error says that the database is locked; both drivers use these words. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/i.test(error.message);
}
