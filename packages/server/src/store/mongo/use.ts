import type { Collections, MongoDatabase } from './database.ts';
import { settle } from './projection.ts';

/** Prepares the collections, until the store is closed. */
export type Use = () => Promise<Collections>;

/** Creates the access to a database for one store. */
export function createUse(database: MongoDatabase): {
  readonly use: Use;
  /** The server's clock. */
  readonly now: () => Promise<Date>;
  readonly close: () => Promise<void>;
} {
  let closed = false;
  const opened = (): MongoDatabase => {
    if (closed) throw new Error('the store is closed');
    return database;
  };
  return {
    use: async () => opened().ready(),
    now: async () => opened().now(),
    async close() {
      closed = true;
    },
  };
}

/** The most sessions that are updated for one query, far more than can be in progress. */
const MOST_UNDER_WAY = 1000;

/**
 * Runs a query over the lists of a tenant, or of all tenants, after they are up to date: rows of commits
 * whose writer has died, or has not written them yet, are written first.
 */
export async function queryLists<T>(
  use: Use,
  tenantId: string | undefined,
  query: (collections: Collections) => Promise<T>,
): Promise<T> {
  const collections = await use();
  const [open, found] = await Promise.all([
    collections.commits
      .find({ unprojected: tenantId ?? { $exists: true } })
      .project<{ tenant_id: string; session_id: string }>({ _id: 0, tenant_id: 1, session_id: 1 })
      .limit(MOST_UNDER_WAY)
      .toArray(),
    query(collections),
  ]);
  if (open.length === 0) return found;
  const places = new Map(open.map((place) => [JSON.stringify(place), place]));
  for (const place of places.values()) await settle(collections, place);
  return query(collections);
}
