/**
 * Sessions, rules, sealed secrets and change hints in a SQLite file, for one machine, where several
 * processes may share the file.
 *
 * @module
 */
import { refuseUnknownOptions } from '../base/options.ts';
import type { SecretStore } from './secret-store.ts';
import type { PermissionStore } from './permission-store.ts';
import { createSqlPermissionStore } from './sql/permission-store.ts';
import { createSqlSecretStore } from './sql/secret-store.ts';
import { createSqlSessionStore } from './sql/session-store.ts';
import { openSqlite, type SqliteDatabase, type SqliteFile } from './sqlite-database.ts';
import { createSqliteEngine } from './sqlite-engine.ts';
import type { SessionStore } from './store.ts';
import { invalidOption } from '../base/invalid-option.ts';

export { createSqliteBus, type SqliteBusOptions } from './bus/sqlite.ts';
export {
  openSqlite,
  type SqliteDatabase,
  type SqliteFile,
  type SqliteStatement,
  type SqliteValue,
} from './sqlite-database.ts';

/** A file to open, or an open connection, which the caller has to close. */
export type SqliteOptions = (SqliteFile | { readonly database: SqliteDatabase }) & {
  /** The store's clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
};

/**
 * Creates a store of sessions in a SQLite file. Missing tables are created. The clock is the
 * machine's.
 * @throws HitlError `invalid_option`, `sqlite_missing`, `store_newer`, `store_older`.
 */
export function createSqliteStore(options: SqliteOptions): SessionStore {
  const engine = engineOf('createSqliteStore', options);
  return { ...createSqlSessionStore(engine), isLocal: true };
}

/**
 * Creates a store of rules in a SQLite file, which may be that of the sessions.
 * @throws HitlError `invalid_option`, `sqlite_missing`, `store_newer`, `store_older`.
 */
export function createSqlitePermissionStore(options: SqliteOptions): PermissionStore {
  return createSqlPermissionStore(engineOf('createSqlitePermissionStore', options));
}

/**
 * Creates a store of sealed secrets in a SQLite file. In the file of the sessions, removing a
 * session also removes its secrets, in the same transaction.
 * @throws HitlError `invalid_option`, `sqlite_missing`, `store_newer`, `store_older`.
 */
export function createSqliteSecretStore(options: SqliteOptions): SecretStore {
  return createSqlSecretStore(engineOf('createSqliteSecretStore', options));
}

const OPTIONS = { path: true, busyTimeoutMs: true, database: true, now: true } as const;

function engineOf(owner: string, options: SqliteOptions): ReturnType<typeof createSqliteEngine> {
  refuseUnknownOptions(owner, options, OPTIONS);
  if (!('database' in options) && typeof options.path !== 'string') {
    throw invalidOption(`${owner} needs path, such as "hitl.db", or database.`);
  }
  const { now = Date.now } = options;
  if ('database' in options) {
    return createSqliteEngine({ database: options.database, now, owned: false });
  }
  const database = openSqlite(options);
  try {
    return createSqliteEngine({ database, now, owned: true });
  } catch (error) {
    database.close();
    throw error;
  }
}
export { tryLock, type HeldLock } from './sqlite-lock.ts';
