import * as z from 'zod';
import type { PostgresPoolOptions } from '../store/postgres-connect.ts';
import { fit, section, type Misfit } from './section.ts';

/** What `params` of a SQLite store may say. */
export interface SqliteParams {
  /** How long a writer waits for another process's. */
  readonly busy_timeout_ms?: number;
}

/** What `params` of a PostgreSQL store may say: options of the pool of `pg`, as `pg` spells them. */
export type PostgresParams = PostgresPoolOptions;

const milliseconds = z.int().min(0).max(2_147_483_647).exactOptional();
const pem = z.string().min(1).exactOptional();

const SqliteParamsSchema: z.ZodType<SqliteParams> = section({ busy_timeout_ms: milliseconds });

const PostgresParamsSchema: z.ZodType<PostgresParams> = section({
  // One listens for what other servers say, for as long as the server runs.
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

/** What says which database is meant, and as whom: that is the URL's, and would be heeded besides it. */
const PLACE: readonly string[] = [
  'connectionString',
  'database',
  'host',
  'password',
  'port',
  'user',
];

/** The `params` of a store of this type, or all that is wrong in them. */
export function readSqliteParams(
  params: Readonly<Record<string, unknown>>,
): { readonly value: SqliteParams } | { readonly misfits: readonly Misfit[] } {
  return fit(SqliteParamsSchema, params);
}

/** Likewise. */
export function readPostgresParams(
  params: Readonly<Record<string, unknown>>,
): { readonly value: PostgresParams } | { readonly misfits: readonly Misfit[] } {
  const misfits = PLACE.filter((name) => Object.hasOwn(params, name)).map((name) => ({
    path: [name],
    message: 'which database it is, and who connects, is said by url or --store. Take it out.',
  }));
  return misfits.length > 0 ? { misfits } : fit(PostgresParamsSchema, params);
}
