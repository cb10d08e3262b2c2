import * as z from 'zod';
import type { MongoClientParams } from '../store/mongo-connect.ts';
import type { PostgresPoolOptions } from '../store/postgres-connect.ts';
import { fit, section, type Misfit } from './section.ts';

/** Allowed `params` of a SQLite store. */
export interface SqliteParams {
  /** Maximum time to wait for a writer in another process, in milliseconds. */
  readonly busy_timeout_ms?: number;
}

/** Allowed `params` of a PostgreSQL store: options of the pool of `pg`, with the names of `pg`. */
export type PostgresParams = PostgresPoolOptions;

/** Allowed `params` of a MongoDB store: options of the client of `mongodb`, with its names. */
export type MongoParams = MongoClientParams;

const milliseconds = z.int().min(0).max(2_147_483_647).exactOptional();
const pem = z.string().min(1).exactOptional();

const SqliteParamsSchema: z.ZodType<SqliteParams> = section({ busy_timeout_ms: milliseconds });

const PostgresParamsSchema: z.ZodType<PostgresParams> = section({
  // One connection listens to other servers while the server runs.
  max: z.int().min(2).exactOptional(),
  min: z.int().min(0).exactOptional(),
  maxUses: z.int().min(1).exactOptional(),
  maxLifetimeSeconds: z.int().min(0).exactOptional(),
  idleTimeoutMillis: milliseconds,
  connectionTimeoutMillis: milliseconds,
  keepAlive: z.boolean().exactOptional(),
  keepAliveInitialDelayMillis: milliseconds,
  statement_timeout: milliseconds,
  query_timeout: milliseconds,
  lock_timeout: milliseconds,
  idle_in_transaction_session_timeout: milliseconds,
  application_name: z.string().min(1).exactOptional(),
  ssl: z
    .union([
      z.boolean(),
      section({ ca: pem, cert: pem, key: pem, rejectUnauthorized: z.boolean().exactOptional() }),
    ])
    .exactOptional(),
});

const flag = z.boolean().exactOptional();
const text = z.string().min(1).exactOptional();

const MongoParamsSchema: z.ZodType<MongoParams> = section({
  maxPoolSize: z.int().min(1).exactOptional(),
  minPoolSize: z.int().min(0).exactOptional(),
  maxIdleTimeMS: milliseconds,
  waitQueueTimeoutMS: milliseconds,
  connectTimeoutMS: milliseconds,
  socketTimeoutMS: milliseconds,
  serverSelectionTimeoutMS: milliseconds,
  heartbeatFrequencyMS: z.int().min(500).max(2_147_483_647).exactOptional(),
  appName: text,
  replicaSet: text,
  directConnection: flag,
  authSource: text,
  retryReads: flag,
  retryWrites: flag,
  tls: flag,
  tlsCAFile: text,
  tlsCertificateKeyFile: text,
  tlsCertificateKeyFilePassword: text,
  tlsAllowInvalidCertificates: flag,
  tlsAllowInvalidHostnames: flag,
});

/** Options for write and read concerns, which the store sets itself. */
const SAFETY: readonly string[] = [
  'journal',
  'readConcern',
  'readConcernLevel',
  'readPreference',
  'w',
  'writeConcern',
  'wtimeoutMS',
];

/** Options that select the database and user, which belong in the URL. */
const PLACE: readonly string[] = [
  'connectionString',
  'database',
  'host',
  'password',
  'port',
  'user',
];

/** The `params` of a SQLite store, or their problems. */
export function readSqliteParams(
  params: Readonly<Record<string, unknown>>,
): { readonly value: SqliteParams } | { readonly misfits: readonly Misfit[] } {
  return fit(SqliteParamsSchema, params);
}

/** The `params` of a PostgreSQL store, or their problems. */
export function readPostgresParams(
  params: Readonly<Record<string, unknown>>,
): { readonly value: PostgresParams } | { readonly misfits: readonly Misfit[] } {
  const misfits = PLACE.filter((name) => Object.hasOwn(params, name)).map((name) => ({
    path: [name],
    message: 'the database and the user are set by url or --store. Remove it.',
  }));
  return misfits.length > 0 ? { misfits } : fit(PostgresParamsSchema, params);
}

/** The `params` of a MongoDB store, or their problems. */
export function readMongoParams(
  params: Readonly<Record<string, unknown>>,
): { readonly value: MongoParams } | { readonly misfits: readonly Misfit[] } {
  const misfits = SAFETY.filter((name) => Object.hasOwn(params, name)).map((name) => ({
    path: [name],
    message: 'the store always waits for the journals of a majority. Remove it.',
  }));
  return misfits.length > 0 ? { misfits } : fit(MongoParamsSchema, params);
}
