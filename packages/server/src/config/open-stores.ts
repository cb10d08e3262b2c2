import { resolve } from 'node:path';
import { HitlError } from '@hitl/protocol/endpoints';
import { DEFAULT_TENANT } from '../core/caller.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import { connectPostgres, type OpenedPool } from '../store/postgres-connect.ts';
import { createPostgresPermissionStore, createPostgresStore } from '../store/postgres.ts';
import { createSqlitePermissionStore, createSqliteStore } from '../store/sqlite.ts';
import type { SessionStore } from '../store/store.ts';
import type { Config } from './config.ts';
import { ConfigError } from './error.ts';
import { labelOf, problemAt, type Placed } from './placed.ts';
import type { StoreComponent } from './schema.ts';
import type { StoreTarget } from './store-url.ts';

/** Where stores lie that do not say it themselves. */
export interface StoreDefaults {
  /** What `--store` says: for every store component without a URL, and for the runs where there is none. */
  readonly store: StoreTarget | undefined;
  /** Where the default file lies. */
  readonly folder: string;
  /** Told about connections that break while nobody uses them. */
  readonly onError: (error: unknown) => void;
}

const DEFAULT_FILE = '.hitl/hitl.db';

/** What a store component comes to, together with `--store`. */
export function targetOf(
  placed: Placed<StoreComponent> | null,
  { store, folder }: Pick<StoreDefaults, 'store' | 'folder'>,
): StoreTarget {
  const file: StoreTarget = { store_type: 'sqlite', path: resolve(folder, DEFAULT_FILE) };
  if (placed === null) return store ?? file;
  const { store_type = 'sqlite', url } = placed.component;
  if (url === undefined && store !== undefined) return store;
  switch (store_type) {
    case 'inmemory':
      return { store_type };
    case 'sqlite':
      return url === undefined ? file : { store_type, path: url };
    case 'postgres':
    case 'mongodb': {
      if (store_type === 'postgres' && url !== undefined) return { store_type, url };
      const message = 'it is missing. Expected postgres://…, here or with --store.';
      throw new ConfigError([problemAt(placed, ['url'], message)]);
    }
  }
}

/** The stores of a configuration; `null`: it has none for rules. */
export interface OpenedStores {
  readonly session_store: SessionStore;
  readonly permission_store: PermissionStore | null;
}

/** Opens the stores of a configuration: both, or none. */
export async function openStores(config: Config, defaults: StoreDefaults): Promise<OpenedStores> {
  const { session_store: sessions, permission_store: rules } = config;
  const session_store = await opening(
    sessions,
    () => openSessionStore(targetOf(sessions, defaults), defaults),
    (store) => store.due(1),
  );
  if (rules === null) return { session_store, permission_store: null };
  try {
    const permission_store = await opening(
      rules,
      () => openPermissionStore(targetOf(rules, defaults), defaults),
      (store) => store.version({ tenant_id: DEFAULT_TENANT, user_id: '' }),
    );
    return { session_store, permission_store };
  } catch (error) {
    await session_store.close();
    throw error;
  }
}

async function openSessionStore(
  target: StoreTarget,
  { onError }: StoreDefaults,
): Promise<SessionStore> {
  switch (target.store_type) {
    case 'inmemory':
      return createMemoryStore();
    case 'sqlite':
      return createSqliteStore({ path: target.path });
    case 'postgres': {
      const pool = await connectPostgres(target.url, onError);
      return endingPool(createPostgresStore({ pool }), pool);
    }
  }
}

async function openPermissionStore(
  target: StoreTarget,
  { onError }: StoreDefaults,
): Promise<PermissionStore> {
  switch (target.store_type) {
    case 'inmemory':
      return createMemoryPermissionStore();
    case 'sqlite':
      return createSqlitePermissionStore({ path: target.path });
    case 'postgres': {
      const pool = await connectPostgres(target.url, onError);
      return endingPool(createPostgresPermissionStore({ pool }), pool);
    }
  }
}

/** The pool was made for this store alone, so it ends with it. */
function endingPool<T extends SessionStore | PermissionStore>(store: T, pool: OpenedPool): T {
  return {
    ...store,
    async close() {
      await store.close();
      await pool.end();
    },
  };
}

/**
 * Opens a store and asks it one thing, so that a database which is not there shows at the start. An
 * error of a driver does not say which of the stores it was about.
 */
async function opening<T extends SessionStore | PermissionStore>(
  placed: Placed<StoreComponent> | null,
  open: () => Promise<T>,
  probe: (store: T) => Promise<unknown>,
): Promise<T> {
  let store: T | undefined;
  try {
    store = await open();
    await probe(store);
    return store;
  } catch (cause) {
    await store?.close();
    if (cause instanceof ConfigError) throw cause;
    const where = placed === null ? 'the store of the runs' : labelOf(placed.component);
    const code = HitlError.isInstance(cause) ? cause.code : 'store_unavailable';
    throw new HitlError(code, `${where} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
}

/** A host with several addresses fails with several errors, and no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
