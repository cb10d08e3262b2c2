import * as z from 'zod';
import { section } from '../section.ts';

const milliseconds = z.int().min(0).max(2_147_483_647).exactOptional();
const pem = z.string().min(1).exactOptional();

/** Options of a SQLite file. */
export const SqliteParamsSchema = section({ busy_timeout_ms: milliseconds });

/** Options of a SQLite file. */
export interface SqliteParams extends z.output<typeof SqliteParamsSchema> {}

/** Options of the pool of `pg`, without those that select the database. */
export const PostgresParamsSchema = section({
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

/** Options of a pool of connections to PostgreSQL. */
export interface PostgresParams extends z.output<typeof PostgresParamsSchema> {}

const flag = z.boolean().exactOptional();
const text = z.string().min(1).exactOptional();

/**
 * Options of the client of `mongodb`, without those that select the database or determine when a
 * write counts.
 */
export const MongoParamsSchema = section({
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

/** Options of a client of MongoDB. */
export interface MongoParams extends z.output<typeof MongoParamsSchema> {}
