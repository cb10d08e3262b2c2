import type { Collections, MongoDatabase } from './database.ts';
import { settle } from './projection.ts';

/** What a call of a store works with. */
export interface Used {
  readonly collections: Collections;
  /** The server's clock. */
  readonly now: () => Promise<Date>;
  /**
   * Runs a query over the documents beside the logs of a tenant, or of all, when they are as the logs
   * say: rows of commits whose writer has died, or is about to write them, are written first.
   */
  readonly settleAll: <T>(tenantId: string | undefined, query: () => Promise<T>) => Promise<T>;
}

/** Makes the collections ready, until the store is closed. */
export type Use = () => Promise<Used>;

/** As many sessions are settled for one query, which is many times what can be under way. */
const MOST_UNDER_WAY = 1000;

/** The use of a database by one store. */
export function createUse(database: MongoDatabase): {
  readonly use: Use;
  readonly close: () => void;
} {
  let closed = false;
  return {
    async use() {
      if (closed) throw new Error('the store is closed');
      const collections = await database.ready();
      return {
        collections,
        now: () => database.now(),
        async settleAll(tenantId, query) {
          const [open, found] = await Promise.all([
            collections.commits
              .find({ unprojected: tenantId ?? { $exists: true } })
              .project<{ tenant_id: string; session_id: string }>({
                _id: 0,
                tenant_id: 1,
                session_id: 1,
              })
              .limit(MOST_UNDER_WAY)
              .toArray(),
            query(),
          ]);
          if (open.length === 0) return found;
          const places = new Map(open.map((place) => [JSON.stringify(place), place]));
          for (const place of places.values()) await settle(collections, place);
          return query();
        },
      };
    },
    close() {
      closed = true;
    },
  };
}
