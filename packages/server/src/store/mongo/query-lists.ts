import type { Collections, MongoDatabase } from './database.ts';
import { settle } from './projection.ts';

/** The most sessions that are updated for one query, far more than can be in progress. */
const MOST_UNDER_WAY = 1000;

/**
 * Runs a query over the lists of a tenant, or of all tenants, after they are up to date: rows of commits
 * whose writer has died, or has not written them yet, are written first.
 */
export async function queryLists<T>(
  database: MongoDatabase,
  tenantId: string | undefined,
  query: (collections: Collections) => Promise<T>,
): Promise<T> {
  const collections = await database.ready();
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
