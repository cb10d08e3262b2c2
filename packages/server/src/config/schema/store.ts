import * as z from 'zod';
import { section } from '../section.ts';
import { jsonObject, name } from './fields.ts';

const STORE_TYPES = ['inmemory', 'sqlite', 'postgres', 'mongodb'] as const;

/** Types of stores. */
export type StoreType = (typeof STORE_TYPES)[number];

/** A name that MongoDB allows on every system. */
const databaseName = z
  .string()
  .regex(
    /^[^/\\. "$*<>:|?\0]{1,63}$/,
    'expected the name of a database: up to 63 characters, none of / \\ . " $ * < > : | ? or space.',
  );

/** Keys of a store and their defaults. */
export function storeSchema(type: 'session_store' | 'permission_store') {
  const kind = type.replace('_', ' ');
  return section({
    type: z.literal(type),
    name,
    /** Default: from the URL. */
    store_type: z
      .enum(STORE_TYPES, {
        error: ({ input }) =>
          `Unknown ${kind} type: ${String(input)}. Expected inmemory, sqlite, postgres or mongodb.`,
      })
      .exactOptional(),
    /**
     * An absolute path for SQLite, a `postgres://` or `mongodb://` URL. Default: the value
     * of `--store`.
     */
    url: z.string().min(1).exactOptional(),
    /** For the driver. */
    params: jsonObject.exactOptional(),
    /** Database in MongoDB. Default: the one in the URL, else `hitl`. */
    database: databaseName.exactOptional(),
    /** Prefix of the collections in MongoDB. Default `hitl_`. */
    collection_prefix: z
      .string()
      .regex(/^[A-Za-z_][\w.-]{0,100}$/, 'expected letters, digits, "_", "-" and ".".')
      .exactOptional(),
    /** Another name for `url`. */
    mongo_uri: z.string().min(1).exactOptional(),
    /** Another name for `database`. */
    mongo_db_name: databaseName.exactOptional(),
  });
}

/** Store of runs (`session_store`) or rules (`permission_store`). */
export interface StoreComponent extends z.output<ReturnType<typeof storeSchema>> {}
