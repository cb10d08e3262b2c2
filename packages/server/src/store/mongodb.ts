/**
 * Sessions, rules, encrypted secrets and change notifications in MongoDB, for several servers.
 *
 * @module
 */
import type { Db, MongoClient } from 'mongodb';
import type { Every } from '../base/every.ts';
import { given } from '../base/given.ts';
import { eachInTime } from '../base/in-time.ts';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import type { Bus } from './bus/bus.ts';
import { createHintBus } from './bus/mongo.ts';
import { createLookups } from './lookups.ts';
import { openDatabase, type MongoDatabase } from './mongo/database.ts';
import { createMongoPermissions } from './mongo/permission-store.ts';
import { createMongoRows } from './mongo/rows.ts';
import { createMongoSecrets } from './mongo/secret-store.ts';
import { createSessionLog } from './mongo/session-log.ts';
import type { PermissionStore } from './permission-store.ts';
import type { SecretStore } from './secret-store.ts';
import type { SessionStore } from './store.ts';
import { invalidOption } from '../base/invalid-option.ts';

const TIMEOUT_MS = 30_000;

/** The connection of a store: `client` or `db`. */
export interface MongoOptions {
  /** A client of the package `mongodb`. Closing a store does not close it. */
  readonly client?: MongoClient;
  /** The database of `client`. Default: the one in its URL. */
  readonly database?: string;
  /** A database of the package `mongodb`, instead of `client` and `database`. */
  readonly db?: Db;
  /** Prefix of the names of collections. Default `hitl_`. */
  readonly collectionPrefix?: string;
  /**
   * Time limit of a call in milliseconds; a write may still happen after it. Default 30,000. It applies if
   * the client's own limits do not.
   */
  readonly timeoutMs?: number;
}

/**
 * Creates a store for sessions in MongoDB 4.2 or later: one server, a replica set, or shards. The first call
 * creates the indexes, which several servers may do at the same time. Times are those of the database server.
 * An acknowledged commit is in the journals of a majority. Calls fail with the driver's errors, the first one
 * with `store_newer` if a newer version has used the database, and an append of more than 15 MiB with
 * `commit_too_large`.
 */
export function createMongoSessionStore(options: MongoOptions): SessionStore {
  const { database, limited } = limitedStore(options);
  const lookups = createLookups(createMongoRows(database));
  return limited({ ...lookups, ...createSessionLog(database, lookups) });
}

/**
 * Creates a store for rules in MongoDB, in the database of the sessions or in another one. Saving fails with
 * `rules_too_large` if the rules of one user exceed 15 MiB.
 */
export function createMongoPermissionStore(options: MongoOptions): PermissionStore {
  const { database, limited } = limitedStore(options);
  return limited(createMongoPermissions(database));
}

/**
 * Creates a store for encrypted secrets in MongoDB, in the database of the sessions, whose deletion removes
 * them.
 */
export function createMongoSecretStore(options: MongoOptions): SecretStore {
  const { database, limited } = limitedStore(options);
  return limited(createMongoSecrets(database));
}

/** How a bus notifies other servers. */
export interface MongoBusOptions extends MongoOptions {
  /** Polling and delays. Default: the clock of this machine. */
  readonly every?: Every;
  /** Called once it listens. Default: not called. */
  readonly onListening?: () => void;
  /** Called with errors, after which hints may have been lost. Default: not called. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Creates a bus that calls the listeners of this server immediately. Other servers on the same database find
 * its notifications by polling, four times a second.
 */
export function createMongoBus(options: MongoBusOptions): Bus {
  refuseUnknownOptions('A MongoDB bus', options, BUS_OPTIONS);
  const { client, database, db, collectionPrefix, timeoutMs = TIMEOUT_MS, ...more } = options;
  const place = placeOf('A MongoDB bus', given({ client, database, db, collectionPrefix }));
  return createHintBus({ ...given(more), ...place, timeoutMs });
}

const OPTIONS: OptionNames<MongoOptions> = {
  client: true,
  database: true,
  db: true,
  collectionPrefix: true,
  timeoutMs: true,
};

const BUS_OPTIONS: OptionNames<MongoBusOptions> = {
  ...OPTIONS,
  every: true,
  onListening: true,
  onError: true,
};

/** The database of a store, and the time limit of its methods. */
function limitedStore(options: MongoOptions): {
  readonly database: MongoDatabase;
  readonly limited: <Store extends object>(store: Store) => Store;
} {
  refuseUnknownOptions('A MongoDB store', options, OPTIONS);
  const { timeoutMs = TIMEOUT_MS } = options;
  const database = openDatabase({ ...placeOf('A MongoDB store', options), timeoutMs });
  return { database, limited: (store) => eachInTime(store, timeoutMs, 'MongoDB') };
}

function placeOf(
  owner: string,
  { client, database, db, collectionPrefix = 'hitl_' }: MongoOptions,
): { readonly db: Db; readonly prefix: string } {
  const opened = db ?? client?.db?.(database);
  if (typeof opened?.collection !== 'function') {
    throw invalidOption(
      `${owner} needs client: new MongoClient(url) of the package mongodb, or db.`,
    );
  }
  return { db: opened, prefix: collectionPrefix };
}
