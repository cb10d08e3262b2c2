import * as z from 'zod';
import { given } from '../../base/given.ts';
import { reading, section } from '../section.ts';
import { parseStoreUrl } from '../store-url.ts';
import { jsonObject, name, type Source } from './fields.ts';

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
export function storeSchema(type: 'session_store' | 'permission_store', { folder }: Source) {
  const kind = type.replace('_', ' ');
  const schema = section({
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
     * A path for SQLite, absolute once it is read, a `postgres://` or `mongodb://` URL. Default: the
     * value of `--store`.
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
    mongo_uri: z
      .string()
      .regex(/^mongodb(\+srv)?:/, 'expected mongodb://…')
      .exactOptional(),
    /** Another name for `database`. */
    mongo_db_name: databaseName.exactOptional(),
  })
    .refine(({ mongo_uri, url }) => mongo_uri === undefined || url === undefined, {
      path: ['mongo_uri'],
      message: 'url means the same. Remove one of them.',
    })
    .refine(
      ({ mongo_db_name, database }) => mongo_db_name === undefined || database === undefined,
      {
        path: ['mongo_db_name'],
        message: 'database means the same. Remove one of them.',
      },
    )
    .transform(({ mongo_uri, mongo_db_name, url = mongo_uri, ...rest }, context) => {
      const refuse = (key: string, message: string) => {
        context.addIssue({ code: 'custom', path: [key], message });
        return z.NEVER;
      };
      const store = { ...rest, ...given({ database: mongo_db_name }) };
      const { store_type: said } = store;
      if (url !== undefined && said === 'inmemory') {
        return refuse('url', 'an inmemory store has no url. Expected none.');
      }
      const barePath = said === undefined || said === 'sqlite';
      const target = url === undefined ? undefined : parseStoreUrl(url, folder, { barePath });
      if (typeof target === 'string') return refuse('url', target);
      const { storeType = said, ...place } = target ?? {};
      if (said !== undefined && storeType !== said) {
        return refuse('url', `the URL is one for ${storeType}. Expected one for ${said}.`);
      }
      const ofMongo = (['database', 'collection_prefix'] as const).find(
        (key) => store[key] !== undefined,
      );
      if (ofMongo !== undefined && storeType !== undefined && storeType !== 'mongodb') {
        const message = `a store of type ${storeType} has no such key, only mongodb has. Remove it.`;
        return refuse(ofMongo, message);
      }
      const located = 'path' in place ? place.path : 'url' in place ? place.url : undefined;
      return { ...store, ...given({ store_type: storeType, url: located }) };
    });
  return reading(schema);
}

/** Store of runs (`session_store`) or rules (`permission_store`). */
export interface StoreComponent extends z.output<ReturnType<typeof storeSchema>> {}
