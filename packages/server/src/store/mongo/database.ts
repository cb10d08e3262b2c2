import type { Collection, CollectionOptions, Db, Document, IndexDescription } from 'mongodb';
import { inTime } from '../../base/in-time.ts';
import { storeError } from '../errors.ts';
import type {
  CommitDocument,
  HeadDocument,
  InteractionDocument,
  OwnerDocument,
  RunDocument,
  SecretDocument,
  TombstoneDocument,
} from './documents.ts';

/** The version of these collections. */
const SCHEMA_VERSION = 1;

/** The collections of a database, after their indexes were created. */
export interface Collections {
  readonly commits: Collection<CommitDocument>;
  readonly sessions: Collection<HeadDocument>;
  readonly runs: Collection<RunDocument>;
  readonly interactions: Collection<InteractionDocument>;
  readonly tombstones: Collection<TombstoneDocument>;
  readonly secrets: Collection<SecretDocument>;
  readonly rules: Collection<OwnerDocument>;
}

/** The collections of a store, until it is closed. */
export interface MongoDatabase {
  /**
   * Creates the indexes before the first use.
   * @throws HitlError `store_newer`
   */
  ready(): Promise<Collections>;
  /** The server's clock. */
  now(): Promise<Date>;
  close(): Promise<void>;
}

/** Options for reading and writing documents. */
export interface DatabaseOptions {
  readonly db: Db;
  readonly prefix: string;
  /** Opening that takes longer fails, and the next caller tries again. */
  readonly timeoutMs: number;
}

/** The members of each index. Unique indexes decide, the others serve queries. */
const INDEXES: Readonly<Record<keyof Collections, readonly IndexDescription[]>> = {
  commits: [
    { key: { tenant_id: 1, session_id: 1, commit: 1 }, unique: true },
    { key: { tenant_id: 1, session_id: 1, root_run_id: 1, last_seq: 1 } },
    {
      key: { session_id: 1, tenant_id: 1, commit: 1 },
      partialFilterExpression: { chapter: { $exists: true } },
    },
    {
      key: { unprojected: 1, session_id: 1, commit: 1 },
      partialFilterExpression: { unprojected: { $exists: true } },
    },
  ],
  sessions: [
    { key: { tenant_id: 1, session_id: 1 }, unique: true },
    { key: { tenant_id: 1, updated_at: -1, session_id: -1 } },
    { key: { tenant_id: 1, user_id: 1, updated_at: -1, session_id: -1 } },
    { key: { next_deadline: 1 } },
    { key: { runnable: 1, claimed_until: 1 } },
  ],
  runs: [
    { key: { tenant_id: 1, run_id: 1, session_id: 1 }, unique: true },
    { key: { tenant_id: 1, session_id: 1, created_at: -1, run_id: -1 } },
    { key: { tenant_id: 1, created_at: -1, run_id: -1 } },
    { key: { tenant_id: 1, user_id: 1, created_at: -1, run_id: -1 } },
  ],
  interactions: [
    { key: { tenant_id: 1, interaction_id: 1, session_id: 1 }, unique: true },
    { key: { tenant_id: 1, tool_call_id: 1 } },
    { key: { tenant_id: 1, session_id: 1, created_at: 1, seq: 1, interaction_id: 1 } },
    { key: { tenant_id: 1, created_at: 1, seq: 1, interaction_id: 1 } },
    { key: { tenant_id: 1, status: 1, created_at: 1, seq: 1, interaction_id: 1 } },
    { key: { tenant_id: 1, user_id: 1, status: 1, created_at: 1, seq: 1, interaction_id: 1 } },
  ],
  tombstones: [
    { key: { tenant_id: 1, session_id: 1 }, unique: true },
    { key: { tenant_id: 1, run_ids: 1 } },
  ],
  secrets: [{ key: { tenant_id: 1, session_id: 1, secret_id: 1 }, unique: true }],
  rules: [{ key: { tenant_id: 1, user_id: 1 }, unique: true }],
};

/** Whatever the host has configured for its own documents, ours are read as they were written. */
const AS_WRITTEN = {
  promoteValues: true,
  promoteLongs: true,
  promoteBuffers: false,
  useBigInt64: false,
  raw: false,
  ignoreUndefined: true,
} as const;

/** Opens the collections. Nothing is sent before the first use. */
export function openDatabase({ db, prefix, timeoutMs }: DatabaseOptions): MongoDatabase {
  let opened: Promise<Collections> | undefined;
  let closed = false;

  async function open(): Promise<Collections> {
    await reach(db);
    const server = await hello(db);
    const isReplicated = server['setName'] !== undefined || server['msg'] === 'isdbgrid';
    const options: CollectionOptions = {
      ...AS_WRITTEN,
      // Only the primary decides, and what it returns has to survive its failure.
      readPreference: 'primary',
      readConcern: { level: isReplicated ? 'majority' : 'local' },
      writeConcern: { w: 'majority', journal: true },
    };
    const collection = <T extends object>(name: string): Collection<T> =>
      db.collection<T>(`${prefix}${name}`, options);
    const schema = collection<{ _id: string; version: number }>('schema');
    const known = await schema.findOne({ _id: 'schema' });
    if (known !== null && known.version > SCHEMA_VERSION) {
      throw storeError(
        'store_newer',
        `The database is at version ${known.version}, this package supports ${SCHEMA_VERSION}. ` +
          'It was written by a newer version: update @hitl/server.',
      );
    }
    const collections = Object.fromEntries(
      Object.keys(INDEXES).map((name) => [name, collection(name)]),
    ) as unknown as Collections;
    // Creating an existing index has no effect.
    for (const [name, indexes] of Object.entries(INDEXES)) {
      await collection(name).createIndexes([...indexes]);
    }
    await unlessThere(
      schema.updateOne({ _id: 'schema' }, { $max: { version: SCHEMA_VERSION } }, { upsert: true }),
    );
    return collections;
  }

  async function ready(): Promise<Collections> {
    if (closed) throw new Error('the store is closed');
    opened ??= inTime(open(), timeoutMs, 'MongoDB: opening').catch((error: unknown) => {
      // The next caller tries again, because the server may have been unavailable for a moment only.
      opened = undefined;
      throw error;
    });
    return opened;
  }

  return {
    ready,
    async now() {
      await ready();
      return serverTime(db);
    },
    async close() {
      closed = true;
    },
  };
}

async function hello(db: Db): Promise<Document> {
  return db.command({ hello: 1 }, { readPreference: 'primary' });
}

/** The server's clock. */
export async function serverTime(db: Db): Promise<Date> {
  const { localTime } = await hello(db);
  if (localTime instanceof Date) return localTime;
  throw new Error('the server did not tell its time');
}

/**
 * Connects before the first command. If a command connects implicitly and the server is unreachable, the
 * client stays closed, whereas an explicit connect can be repeated.
 */
export async function reach(db: Db): Promise<void> {
  await db.client.connect();
}

const DUPLICATE_KEY = 11_000;

/** Whether a write was refused by a unique index. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === DUPLICATE_KEY;
}

/** The code of a server error. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined;
}

/**
 * Waits for writes that insert a document or replace an older one. If a newer one exists, the update does not
 * match and the insert is refused.
 */
export async function unlessThere(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const errors: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, 'writeErrors') : undefined;
    const all: readonly unknown[] = Array.isArray(errors) && errors.length > 0 ? errors : [error];
    if (!all.every(isDuplicate)) throw error;
  }
}
