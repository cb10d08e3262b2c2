/**
 * Sessions, rules, sealed secrets and hints about changes in MongoDB: for several servers.
 *
 * @module
 */
import type { Db, MongoClient } from 'mongodb';
import { HitlError } from '@hitl/protocol/endpoints';
import type { Every } from '../base/every.ts';
import { eachInTime } from '../base/in-time.ts';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import type { Bus } from './bus/bus.ts';
import { createHintBus } from './bus/mongo.ts';
import { createAuditDocuments } from './mongo/audit-documents.ts';
import { openDatabase, type MongoDatabase } from './mongo/database.ts';
import { createInteractionDocuments } from './mongo/interaction-documents.ts';
import { createMongoPermissions } from './mongo/permission-store.ts';
import { createRunDocuments } from './mongo/run-documents.ts';
import { createMongoSecrets } from './mongo/secret-store.ts';
import { createSessionLog } from './mongo/session-log.ts';
import { createUse } from './mongo/use.ts';
import type { PermissionStore } from './permission-store.ts';
import type { SecretStore } from './secret-store.ts';
import type { SessionStore } from './store.ts';

const TIMEOUT_MS = 30_000;

/** What a store needs: `client` or `db`. */
export interface MongoOptions {
  /** A client of the package mongodb. Closing a store does not close it. */
  readonly client?: MongoClient;
  /** The database of `client`. Default: the one that its URL names. */
  readonly database?: string;
  /** A database of the package mongodb, in place of `client` and `database`. */
  readonly db?: Db;
  /** What the names of the collections begin with. Default `hitl_`. */
  readonly collectionPrefix?: string;
  /**
   * A call fails that has taken so long, in milliseconds; what it has begun may still come to pass.
   * Default 30,000. It holds where the client's own limits do not.
   */
  readonly timeoutMs?: number;
}

/**
 * Keeps sessions in MongoDB, version 4.2 or later: one server, a replica set, or shards. The first
 * call makes the indexes; servers may do so at once. The clock is the server's. What is acknowledged
 * lies in the journals of a majority. Calls fail with the driver's errors, and the first one with
 * `store_newer` where a newer version has been here; an append of more than 15 MiB with
 * `commit_too_large`.
 */
export function createMongoSessionStore(options: MongoOptions): SessionStore {
  const { database, limited } = limitedStore(options);
  const { use, close } = createUse(database);
  return limited({
    ...createSessionLog(use),
    ...createRunDocuments(use),
    ...createInteractionDocuments(use),
    ...createAuditDocuments(use),
    async close() {
      close();
    },
  });
}

/**
 * Keeps rules in MongoDB, in the database of the sessions or in one of their own. Saving fails with
 * `rules_too_large` where the rules of one user have more than 15 MiB.
 */
export function createMongoPermissionStore(options: MongoOptions): PermissionStore {
  const { database, limited } = limitedStore(options);
  return limited(createMongoPermissions(database));
}

/** Keeps sealed secrets in MongoDB, in the database of the sessions, which removes them too. */
export function createMongoSecretStore(options: MongoOptions): SecretStore {
  const { database, limited } = limitedStore(options);
  return limited(createMongoSecrets(database));
}

/** How a bus speaks to other servers. */
export interface MongoBusOptions extends MongoOptions {
  /** Repeats and delays. Default: the clock of this machine. */
  readonly every?: Every;
  /** Called once it listens. Default: not called. */
  readonly onListening?: () => void;
  /** Called with what failed: hints may have been lost. Default: not called. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Tells the listeners of this server at once, and other servers on the same database by documents
 * that go after a minute: as they come where there are change streams (a replica set, shards), within
 * a second where there are none.
 */
export function createMongoBus(options: MongoBusOptions): Bus {
  refuseUnknownOptions('A MongoDB bus', options, BUS_OPTIONS);
  const { every, onListening, onError, timeoutMs = TIMEOUT_MS } = options;
  return createHintBus({
    ...placeOf('A MongoDB bus', options),
    timeoutMs,
    ...(every !== undefined && { every }),
    ...(onListening !== undefined && { onListening }),
    ...(onError !== undefined && { onError }),
  });
}

const OPTIONS: OptionNames<MongoOptions> = {
  client: true,
  database: true,
  db: true,
  collectionPrefix: true,
  timeoutMs: true,
};

const BUS_OPTIONS: OptionNames<MongoBusOptions> = {
  client: true,
  database: true,
  db: true,
  collectionPrefix: true,
  timeoutMs: true,
  every: true,
  onListening: true,
  onError: true,
};

/** The database of a store, and what limits the store's methods. */
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
    throw new HitlError(
      'invalid_option',
      `${owner} needs client: new MongoClient(url) of the package mongodb, or db.`,
    );
  }
  return { db: opened, prefix: collectionPrefix };
}
