import { resolve } from 'node:path';
import { HitlError } from '@hitl/protocol/endpoints';
import { DEFAULT_TENANT } from '../store/caller.ts';
import { createMemoryVault, createEncryptedVault } from '../vault/vault.ts';
import type { Vault } from '../store/secret-store.ts';
import type { HitlOptions } from '../create-hitl.ts';
import type { Config } from './config.ts';
import { ConfigError } from './error.ts';
import { errorAt, labelOf, type Placed } from './placed.ts';
import type { StoreComponent } from './schema/store.ts';
import { connect, type StoreConnection } from './store-connection.ts';
import { withParams } from './store-params.ts';
import type { StoreTarget } from './store-url.ts';
import { given } from '../base/given.ts';
import { messageOf } from '../base/message-of.ts';

/** Defaults for stores without a location. */
export interface StoreDefaults {
  /**
   * Value of `--store`: for every store component without a URL, and for runs without a session
   * store.
   */
  readonly store: StoreTarget | undefined;
  /** Path of the default file. */
  readonly folder: string;
  /** Encryption key of sensitive answers: 64 hex digits. */
  readonly secretKey: string | undefined;
  /** Called with errors of idle connections. */
  readonly onError: (error: unknown) => void;
}

const DEFAULT_FILE = '.hitl/hitl.db';

/**
 * The location of a store component, combined with `--store`.
 * @throws ConfigError for `params` that its driver does not accept.
 */
export function targetOf(
  placed: Placed<StoreComponent> | null,
  defaults: Pick<StoreDefaults, 'store' | 'folder'>,
): StoreTarget {
  const target = placeOf(placed, defaults);
  return placed?.component.params === undefined ? target : withParams(target, placed);
}

function placeOf(
  placed: Placed<StoreComponent> | null,
  { store, folder }: Pick<StoreDefaults, 'store' | 'folder'>,
): StoreTarget {
  const file: StoreTarget = { storeType: 'sqlite', path: resolve(folder, DEFAULT_FILE) };
  if (placed === null) return store ?? file;
  const { store_type: storeType = 'sqlite', url, database, collection_prefix } = placed.component;
  const inMongo = given({ database, collectionPrefix: collection_prefix });
  if (url === undefined && store !== undefined) {
    return store.storeType === 'mongodb' ? { ...store, ...inMongo } : store;
  }
  if (storeType === 'inmemory') return { storeType };
  if (storeType === 'sqlite') return url === undefined ? file : { storeType, path: url };
  if (url === undefined) {
    const message = `it is missing. Expected ${storeType}://…, here or with --store.`;
    throw errorAt(placed, ['url'], message);
  }
  return storeType === 'postgres' ? { storeType, url } : { storeType, url, ...inMongo };
}

/** The stores of a configuration, and the bus between instances, which is closed before them. */
export interface OpenedStores
  extends
    Required<Pick<HitlOptions, 'sessionStore' | 'permissionStore' | 'bus' | 'vault'>>,
    Pick<HitlOptions, 'resources'> {}

/**
 * Opens all stores of a configuration, or none. Stores in one database share a connection, which is
 * one of the `resources`.
 */
export async function openStores(config: Config, defaults: StoreDefaults): Promise<OpenedStores> {
  const { sessionStore: sessions, permissionStore: rules } = config;
  const connections = new Map<string, StoreConnection>();
  const connectionOf = async (placed: Placed<StoreComponent> | null): Promise<StoreConnection> => {
    const target = targetOf(placed, defaults);
    const id = JSON.stringify(target);
    const connection = connections.get(id) ?? (await connect(target, defaults.onError));
    connections.set(id, connection);
    return connection;
  };

  try {
    const sessionStore = await opening(sessions, async () => {
      const store = (await connectionOf(sessions)).sessions();
      // A missing database is reported at the start.
      await store.due(1);
      return store;
    });
    const permissionStore = await opening(rules, async () => {
      if (rules === null) return null;
      const store = (await connectionOf(rules)).permissions();
      await store.version({ tenantId: DEFAULT_TENANT, userId: '' });
      return store;
    });
    const connection = await connectionOf(sessions);
    return {
      sessionStore,
      permissionStore,
      bus: connection.bus(),
      vault: vaultOf(targetOf(sessions, defaults), connection, defaults.secretKey),
      resources: [...connections.values()],
    };
  } catch (error) {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
    throw error;
  }
}

/**
 * Encrypted in the database of the sessions if there is a key. Without one there is no vault: other
 * servers on the same database could not read secrets kept in this process.
 */
function vaultOf(
  target: StoreTarget,
  connection: StoreConnection,
  key: string | undefined,
): Vault | null {
  const secrets = key === undefined ? null : connection.secrets();
  if (key !== undefined && secrets !== null) return createEncryptedVault(secrets, key);
  const isShared = target.storeType === 'postgres' || target.storeType === 'mongodb';
  return isShared ? null : createMemoryVault();
}

/** Adds the store to an error of a driver, which does not name it. */
async function opening<T>(
  placed: Placed<StoreComponent> | null,
  open: () => Promise<T>,
): Promise<T> {
  try {
    return await open();
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const where = placed === null ? 'the store of the runs' : labelOf(placed.component);
    const code = HitlError.isInstance(cause) ? cause.code : 'store_unavailable';
    throw new HitlError(code, `${where} cannot be opened: ${reasonOf(cause)}`, { cause });
  }
}

/** The reason of an error: a host with several addresses fails with several errors, without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return messageOf(error);
}
