import * as z from 'zod';
import type { MongoClientParams } from '../store/mongo-connect.ts';
import type { PostgresPoolOptions } from '../store/postgres-connect.ts';
import { fit, section, type Fit, type Misfit } from './section.ts';
import type { SqliteParams, StoreTarget } from './store-url.ts';

const milliseconds = z.int().min(0).max(2_147_483_647).exactOptional();
const pem = z.string().min(1).exactOptional();

const SqliteParamsSchema: z.ZodType<SqliteParams> = section({ busy_timeout_ms: milliseconds });

const PostgresParamsSchema: z.ZodType<PostgresPoolOptions> = section({
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

const MongoParamsSchema: z.ZodType<MongoClientParams> = section({
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

/** The location of a store with the `params` for its driver, or the problems of these. */
export function withParams(
  target: StoreTarget,
  params: Readonly<Record<string, unknown>>,
): Fit<StoreTarget> {
  switch (target.storeType) {
    case 'inmemory':
      return { misfits: [{ path: [], message: 'a store in memory has none. Remove it.' }] };
    case 'sqlite':
      return placed(target, fit(SqliteParamsSchema, params));
    case 'postgres': {
      const message = 'the database and the user are set by url or --store. Remove it.';
      return refused(PLACE, params, message) ?? placed(target, fit(PostgresParamsSchema, params));
    }
    case 'mongodb': {
      const message = 'the store always waits for the journals of a majority. Remove it.';
      return refused(SAFETY, params, message) ?? placed(target, fit(MongoParamsSchema, params));
    }
  }
}

function placed<Target extends StoreTarget>(target: Target, read: Fit<object>): Fit<Target> {
  return 'misfits' in read ? read : { value: { ...target, params: read.value } };
}

function refused(
  names: readonly string[],
  params: object,
  message: string,
): { readonly misfits: readonly Misfit[] } | undefined {
  const misfits = names
    .filter((name) => Object.hasOwn(params, name))
    .map((name) => ({ path: [name], message }));
  return misfits.length > 0 ? { misfits } : undefined;
}
