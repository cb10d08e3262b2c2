import { camelKeys } from '../base/camel-keys.ts';
import { given } from '../base/given.ts';
import type { Bus } from '../store/bus/bus.ts';
import { createLocalBus } from '../store/bus/local.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import type { SessionStore } from '../store/store.ts';
import type { SecretStore } from '../store/secret-store.ts';
import type { StoreTarget } from './store-url.ts';

/** One database: its stores share a connection, which is closed after them. */
export interface StoreConnection {
  sessions(): SessionStore;
  permissions(): PermissionStore;
  /** `null` if nothing outlives the process, so that nothing needs encryption. */
  secrets(): SecretStore | null;
  bus(): Bus;
  close(): Promise<void>;
}

/**
 * Connects to a store, loading only the code of its type. `onError` is called with background
 * errors.
 *
 * @throws HitlError `sqlite_missing`, `postgres_missing`, `mongodb_missing`, and the errors of the drivers
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
      const sqlite = await import('../store/sqlite.ts');
      const { path, params = {} } = target;
      const database = sqlite.openSqlite({ path, ...camelKeys(params) });
      return {
        sessions: () => sqlite.createSqliteStore({ database }),
        permissions: () => sqlite.createSqlitePermissionStore({ database }),
        secrets: () => sqlite.createSqliteSecretStore({ database }),
        bus: () => sqlite.createSqliteBus({ database, onError }),
        close: async () => void database.close(),
      };
    }
    case 'postgres': {
      const { connectPostgres } = await import('../store/postgres-connect.ts');
      const postgres = await import('../store/postgres.ts');
      const pool = await connectPostgres(target.url, onError, target.params);
      return {
        sessions: () => postgres.createPostgresStore({ pool }),
        permissions: () => postgres.createPostgresPermissionStore({ pool }),
        secrets: () => postgres.createPostgresSecretStore({ pool }),
        bus: () => postgres.createPostgresBus({ pool, onError }),
        close: () => pool.end(),
      };
    }
    case 'mongodb': {
      const { connectMongo, databaseIn } = await import('../store/mongo-connect.ts');
      const mongo = await import('../store/mongodb.ts');
      const { url, database = databaseIn(url) ?? 'hitl', collectionPrefix, params } = target;
      const client = await connectMongo(url, params);
      const place = { db: client.db(database), ...given({ collectionPrefix }) };
      return {
        sessions: () => mongo.createMongoSessionStore(place),
        permissions: () => mongo.createMongoPermissionStore(place),
        secrets: () => mongo.createMongoSecretStore(place),
        bus: () => mongo.createMongoBus({ ...place, onError }),
        close: () => client.close(),
      };
    }
  }
}
