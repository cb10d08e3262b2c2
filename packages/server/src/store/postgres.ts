/**
 * Sessions, rules, sealed secrets and change hints in PostgreSQL, for several servers.
 *
 * @module
 */
import { HitlError } from '@hitl/protocol/endpoints';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import type { SecretStore } from './secret-store.ts';
import type { PermissionStore } from './permission-store.ts';
import { createPostgresEngine } from './postgres-engine.ts';
import type { PostgresPool } from './postgres-pool.ts';
import { createSqlPermissionStore } from './sql/permission-store.ts';
import { createSqlSecretStore } from './sql/secret-store.ts';
import { createSqlSessionStore } from './sql/session-store.ts';
import type { SqlEngine } from './sql/engine.ts';
import type { SessionStore } from './store.ts';

export { createPostgresBus, type PostgresBusOptions } from './bus/postgres.ts';
export type {
  PostgresClient,
  PostgresListener,
  PostgresListeningPool,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './postgres-pool.ts';

/** Options of a store in PostgreSQL. */
export interface PostgresOptions {
  /**
   * The pool; its size limits the number of concurrent statements. Closing a store does not end it.
   * Listen to its `error` events: `pg` emits one for each idle connection that is lost.
   */
  readonly pool: PostgresPool;
  /**
   * Maximum time of a statement in milliseconds, after which the database cancels it. Set on each
   * connection of the pool that a store uses. Default 10,000.
   */
  readonly statementTimeoutMs?: number;
  /**
   * Whether connections keep the plans of recurring statements, which halves the time of an append.
   * Turn it off behind a pooler that distributes the statements of one client over several
   * connections. Default `true`.
   */
  readonly preparedStatements?: boolean;
}

/**
 * Creates a store of sessions in PostgreSQL. The first call creates missing tables; servers may do
 * so concurrently. The clock is the database's. Calls fail with the driver's errors, and the first
 * one with `store_newer` if a newer version has migrated the database, and `store_older` for a
 * version from before the first release.
 */
export function createPostgresStore(options: PostgresOptions): SessionStore {
  return createSqlSessionStore(engineOf(options));
}

/** Creates a store of rules in PostgreSQL, in the database of the sessions or another one. */
export function createPostgresPermissionStore(options: PostgresOptions): PermissionStore {
  return createSqlPermissionStore(engineOf(options));
}

/**
 * Creates a store of sealed secrets in PostgreSQL. In the database of the sessions, removing a
 * session also removes its secrets, in the same transaction.
 */
export function createPostgresSecretStore(options: PostgresOptions): SecretStore {
  return createSqlSecretStore(engineOf(options));
}

const OPTIONS: OptionNames<PostgresOptions> = {
  pool: true,
  statementTimeoutMs: true,
  preparedStatements: true,
};

function engineOf(options: PostgresOptions): SqlEngine {
  refuseUnknownOptions('A PostgreSQL store', options, OPTIONS);
  if (typeof options.pool?.connect !== 'function') {
    throw new HitlError(
      'invalid_option',
      'A PostgreSQL store needs pool: new Pool({ connectionString }) of the package pg.',
    );
  }
  const { pool, statementTimeoutMs = 10_000, preparedStatements = true } = options;
  return createPostgresEngine({ pool, statementTimeoutMs, preparedStatements });
}
