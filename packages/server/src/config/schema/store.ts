import * as z from 'zod';
import { section } from '../section.ts';
import { jsonObject, name } from './fields.ts';

/** Types of stores. */
export type StoreType = 'inmemory' | 'sqlite' | 'postgres' | 'mongodb';

/** Store of runs (`session_store`) or rules (`permission_store`). */
export interface StoreComponent {
  type: 'session_store' | 'permission_store';
  name: string;
  /** Default: from the URL. */
  store_type?: StoreType;
  /**
   * An absolute path for SQLite, a `postgres://` or `mongodb://` URL. Default: the value
   * of `--store`.
   */
  url?: string;
  /** For the driver. */
  params?: Record<string, unknown>;
  /** Database in MongoDB. Default: the one in the URL, else `hitl`. */
  database?: string;
  /** Prefix of the collections in MongoDB. Default `hitl_`. */
  collection_prefix?: string;
  /** Another name for `url`. */
  mongo_uri?: string;
  /** Another name for `database`. */
  mongo_db_name?: string;
}

const STORE_TYPES: readonly StoreType[] = ['inmemory', 'sqlite', 'postgres', 'mongodb'];

/** A name that MongoDB allows on every system. */
const databaseName = z
  .string()
  .regex(
    /^[^/\\. "$*<>:|?\0]{1,63}$/,
    'expected the name of a database: up to 63 characters, none of / \\ . " $ * < > : | ? or space.',
  );

/** Keys of a store and their defaults. */
export function storeSchema(type: StoreComponent['type']): z.ZodType<StoreComponent> {
  const kind = type.replace('_', ' ');
  return section({
    type: z.literal(type),
    name,
    store_type: z
      .enum(STORE_TYPES, {
        error: ({ input }) =>
          `Unknown ${kind} type: ${String(input)}. Expected inmemory, sqlite, postgres or mongodb.`,
      })
      .exactOptional(),
    url: z.string().min(1).exactOptional(),
    params: jsonObject.exactOptional(),
    database: databaseName.exactOptional(),
    collection_prefix: z
      .string()
      .regex(/^[A-Za-z_][\w.-]{0,100}$/, 'expected letters, digits, "_", "-" and ".".')
      .exactOptional(),
    mongo_uri: z.string().min(1).exactOptional(),
    mongo_db_name: databaseName.exactOptional(),
  });
}
