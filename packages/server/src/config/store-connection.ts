import type { Bus } from '../store/bus/bus.ts';
import { createLocalBus } from '../store/bus/local.ts';
import { createPostgresBus } from '../store/bus/postgres.ts';
import { createSqliteBus } from '../store/bus/sqlite.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import { connectPostgres } from '../store/postgres-connect.ts';
import {
  createPostgresPermissionStore,
  createPostgresSecretStore,
  createPostgresStore,
} from '../store/postgres.ts';
import { openSqlite } from '../store/sqlite-database.ts';
import {
  createSqlitePermissionStore,
  createSqliteSecretStore,
  createSqliteStore,
} from '../store/sqlite.ts';
import type { SessionStore } from '../store/store.ts';
import type { SecretStore } from '../store/secret-store.ts';
import type { StoreTarget } from './store-url.ts';

/** One database: what is kept in it shares its connection, which outlives all of that. */
export interface StoreConnection {
  sessions(): SessionStore;
  permissions(): PermissionStore;
  /** `null` where nothing outlives the process, so that nothing needs a seal. */
  secrets(): SecretStore | null;
  bus(): Bus;
  close(): Promise<void>;
}

/**
 * Connects to where a store lies. `onError` is told what breaks in the background.
 *
 * @throws HitlError `sqlite_missing`, `postgres_missing`, and the errors of the drivers
 */
export async function connect(
  target: StoreTarget,
  onError: (error: unknown) => void,
): Promise<StoreConnection> {
  switch (target.storeType) {
    case 'inmemory':
      return {
        sessions: () => createMemoryStore(),
        permissions: () => createMemoryPermissionStore(),
        secrets: () => null,
        bus: () => createLocalBus(),
        close: () => Promise.resolve(),
      };
    case 'sqlite': {
      const database = openSqlite({
        path: target.path,
        ...(target.params?.busy_timeout_ms !== undefined && {
          busyTimeoutMs: target.params.busy_timeout_ms,
        }),
      });
      return {
        sessions: () => createSqliteStore({ database }),
        permissions: () => createSqlitePermissionStore({ database }),
        secrets: () => createSqliteSecretStore({ database }),
        bus: () => createSqliteBus({ database, onError }),
        close: async () => void database.close(),
      };
    }
    case 'postgres': {
      const pool = await connectPostgres(target.url, onError, target.params);
      return {
        sessions: () => createPostgresStore({ pool }),
        permissions: () => createPostgresPermissionStore({ pool }),
        secrets: () => createPostgresSecretStore({ pool }),
        bus: () => createPostgresBus({ pool, onError }),
        close: () => pool.end(),
      };
    }
  }
}
