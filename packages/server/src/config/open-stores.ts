import { resolve } from 'node:path';
import { HitlError } from '@hitl/protocol/endpoints';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import { createSqlitePermissionStore, createSqliteStore } from '../store/sqlite.ts';
import type { SessionStore } from '../store/store.ts';
import type { Placed } from './config.ts';
import { ConfigError } from './error.ts';
import { labelOf } from './references.ts';
import type { StoreComponent } from './schema.ts';
import type { StoreTarget } from './store-url.ts';

/** Where stores lie that do not say it themselves. */
export interface StoreDefaults {
  /** What `--store` says: for every store component without a URL, and for the runs where there is none. */
  readonly store: StoreTarget | undefined;
  /** Where the default file lies. */
  readonly folder: string;
}

const DEFAULT_FILE = '.hitl/hitl.db';

/** What a store component comes to, together with `--store`. */
export function targetOf(
  placed: Placed<StoreComponent> | null,
  { store, folder }: StoreDefaults,
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
      const component = labelOf(placed.component);
      throw new ConfigError([{ ...placed, component, key: 'url', message }]);
    }
  }
}

/** Opens the store of the runs. */
export function openSessionStore(
  placed: Placed<StoreComponent> | null,
  defaults: StoreDefaults,
): SessionStore {
  const target = targetOf(placed, defaults);
  return opening(placed, () => {
    switch (target.store_type) {
      case 'inmemory':
        return createMemoryStore();
      case 'sqlite':
        return createSqliteStore({ path: target.path });
      case 'postgres':
        throw notYet();
    }
  });
}

/** Opens the store of the rules; `null` where the configuration has none. */
export function openPermissionStore(
  placed: Placed<StoreComponent> | null,
  defaults: StoreDefaults,
): PermissionStore | null {
  if (placed === null) return null;
  const target = targetOf(placed, defaults);
  return opening(placed, () => {
    switch (target.store_type) {
      case 'inmemory':
        return createMemoryPermissionStore();
      case 'sqlite':
        return createSqlitePermissionStore({ path: target.path });
      case 'postgres':
        throw notYet();
    }
  });
}

function notYet(): HitlError {
  return new HitlError(
    'invalid_config',
    'PostgreSQL is not in this version. Expected memory: or sqlite:PATH.',
  );
}

/** An error of a driver says nothing about which of the stores it was. */
function opening<T>(placed: Placed<StoreComponent> | null, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const where = placed === null ? 'the store of the runs' : labelOf(placed.component);
    const code = HitlError.isInstance(cause) ? cause.code : 'store_unavailable';
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new HitlError(code, `${where} cannot be opened: ${why}`, { cause });
  }
}
