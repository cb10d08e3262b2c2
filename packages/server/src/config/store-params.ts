import {
  MongoParamsSchema,
  PostgresParamsSchema,
  SqliteParamsSchema,
} from './schema/driver-params.ts';
import { ConfigError } from './error.ts';
import { errorAt, problemAt, readAs, type Placed } from './placed.ts';
import type { StoreComponent } from './schema/store.ts';
import type { StoreTarget } from './store-url.ts';

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

/**
 * The location of a store with the `params` of its component.
 * @throws ConfigError for `params` that the driver of the location does not accept
 */
export function withParams(target: StoreTarget, placed: Placed<StoreComponent>): StoreTarget {
  const { params = {} } = placed.component;
  const refuse = (names: readonly string[], message: string): void => {
    const given = names.filter((name) => Object.hasOwn(params, name));
    if (given.length === 0) return;
    throw new ConfigError(given.map((name) => problemAt(placed, ['params', name], message)));
  };
  switch (target.storeType) {
    case 'inmemory':
      throw errorAt(placed, ['params'], 'a store in memory has none. Remove it.');
    case 'sqlite':
      return { ...target, params: readAs(SqliteParamsSchema, params, placed, ['params']) };
    case 'postgres':
      refuse(PLACE, 'the database and the user are set by url or --store. Remove it.');
      return { ...target, params: readAs(PostgresParamsSchema, params, placed, ['params']) };
    case 'mongodb':
      refuse(SAFETY, 'the store always waits for the journals of a majority. Remove it.');
      return { ...target, params: readAs(MongoParamsSchema, params, placed, ['params']) };
  }
}
