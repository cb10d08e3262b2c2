/**
 * Sessions, rules, sealed secrets and hints about changes in MongoDB: for several servers.
 *
 * @module
 */
import type { Db, MongoClient } from 'mongodb';
import { HitlError } from '@hitl/protocol/endpoints';
import type { Every } from '../base/every.ts';
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
  /** After this time a command is given up, in milliseconds. Default 10,000. */
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
  const { use, close } = createUse(databaseOf(options));
  return {
    ...createSessionLog(use),
    ...createRunDocuments(use),
    ...createInteractionDocuments(use),
    ...createAuditDocuments(use),
    async close() {
      close();
    },
  };
}

/**
 * Keeps rules in MongoDB, in the database of the sessions or in one of their own. Saving fails with
 * `rules_too_large` where the rules of one user have more than 15 MiB.
 */
export function createMongoPermissionStore(options: MongoOptions): PermissionStore {
  return createMongoPermissions(databaseOf(options));
}

/** Keeps sealed secrets in MongoDB, in the database of the sessions, which removes them too. */
export function createMongoSecretStore(options: MongoOptions): SecretStore {
  return createMongoSecrets(databaseOf(options));
}

/** How a bus speaks to other servers. */
export interface MongoBusOptions extends Omit<MongoOptions, 'timeoutMs'> {
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
  const { every, onListening, onError } = options;
  return createHintBus({
    ...placeOf('A MongoDB bus', options),
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
  every: true,
  onListening: true,
  onError: true,
};

function databaseOf(options: MongoOptions): MongoDatabase {
  refuseUnknownOptions('A MongoDB store', options, OPTIONS);
  const { timeoutMs = 10_000 } = options;
  return openDatabase({ ...placeOf('A MongoDB store', options), timeoutMs });
}

function placeOf(
  owner: string,
  { client, database, db, collectionPrefix = 'hitl_' }: Omit<MongoOptions, 'timeoutMs'>,
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
