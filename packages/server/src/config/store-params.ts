import {
  MongoParamsSchema,
  PostgresParamsSchema,
  SqliteParamsSchema,
} from './schema/driver-params.ts';
import { fit, type Fit, type Misfit } from './section.ts';
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
