import { resolve } from 'node:path';
import type { MongoParams, PostgresParams, SqliteParams } from './schema/driver-params.ts';

/** Location of a store, with options for its driver, which have the driver's names. */
export type StoreTarget =
  | { readonly storeType: 'inmemory' }
  /** `path` is absolute. */
  | { readonly storeType: 'sqlite'; readonly path: string; readonly params?: SqliteParams }
  | { readonly storeType: 'postgres'; readonly url: string; readonly params?: PostgresParams }
  | {
      readonly storeType: 'mongodb';
      readonly url: string;
      /** Default: the one in the URL, else `hitl`. */
      readonly database?: string;
      readonly collectionPrefix?: string;
      readonly params?: MongoParams;
    };

const FORMS = 'memory:, sqlite:PATH, postgres://… or mongodb://…';

/**
 * Reads `memory:`, `sqlite:PATH`, `postgres://…` or `mongodb://…`; a relative path is resolved from
 * `folder`. With `barePath` a string without a scheme is the path of a SQLite file. Otherwise
 * returns an error message.
 */
export function parseStoreUrl(
  text: string,
  folder: string,
  options: { readonly barePath?: boolean } = {},
): StoreTarget | string {
  if (text === 'memory:' || text === 'memory://') return { storeType: 'inmemory' };
  if (/^postgres(ql)?:\/\//.test(text)) {
    return URL.canParse(text)
      ? { storeType: 'postgres', url: text }
      : 'not a valid PostgreSQL URL. Expected postgres://USER:PASSWORD@HOST:PORT/DATABASE.';
  }
  if (/^mongodb(\+srv)?:\/\//.test(text)) {
    // Only the driver can parse a URL with several hosts, and reports its other problems.
    return /^[^:]+:\/\/[^/?]/.test(text)
      ? { storeType: 'mongodb', url: text }
      : 'not a valid MongoDB URL. Expected mongodb://USER:PASSWORD@HOST:PORT/DATABASE.';
  }
  const path = /^sqlite:(.*)$/s.exec(text)?.[1];
  if (path !== undefined) {
    if (path.startsWith('//')) return 'a SQLite store is a path: expected sqlite:PATH.';
    return path === ''
      ? 'the path is missing: expected sqlite:PATH.'
      : { storeType: 'sqlite', path: resolve(folder, path) };
  }
  if (options.barePath === true && !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return { storeType: 'sqlite', path: resolve(folder, text) };
  }
  // The URL may contain a password, so only its scheme is shown.
  const scheme = /^[^:]*:/.exec(text)?.[0];
  return `unknown store${scheme === undefined ? '' : ` "${scheme}"`}. Expected ${FORMS}.`;
}
