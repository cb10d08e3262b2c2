import * as z from 'zod';
import { section } from '../section.ts';
import { jsonObject, LATER, name } from './fields.ts';

/** Types of stores. */
export type StoreType = 'inmemory' | 'sqlite' | 'postgres' | 'mongodb';

/** Store of runs (`session_store`) or rules (`permission_store`). */
export interface StoreComponent {
  type: 'session_store' | 'permission_store';
  name: string;
  /** Default: from the URL. */
  store_type?: StoreType;
  /**
   * An absolute path for SQLite, a `postgres://` URL for PostgreSQL. Default: the value of
   * `--store`.
   */
  url?: string;
  /** For the driver. */
  params?: Record<string, unknown>;
  mongo_uri?: string;
  mongo_db_name?: string;
}

const STORE_TYPES: readonly StoreType[] = ['inmemory', 'sqlite', 'postgres', 'mongodb'];

/** Keys of a store and their defaults. */
export function storeSchema(type: StoreComponent['type']): z.ZodType<StoreComponent> {
  const kind = type.replace('_', ' ');
  return section({
    type: z.literal(type),
    name,
    store_type: z
      .enum(STORE_TYPES, {
        error: ({ input }) =>
          `Unknown ${kind} type: ${String(input)}. Expected inmemory, sqlite or postgres.`,
      })
      .refine(
        (storeType) => storeType !== 'mongodb',
        `mongodb ${LATER}. Expected inmemory, sqlite or postgres.`,
      )
      .exactOptional(),
    url: z.string().min(1).exactOptional(),
    params: jsonObject.exactOptional(),
    mongo_uri: z.string().exactOptional(),
    mongo_db_name: z.string().exactOptional(),
  });
}
