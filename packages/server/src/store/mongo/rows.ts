import type { Collection, Document } from 'mongodb';
import {
  decodeCursor,
  type Columns,
  type ListOrder,
  type ListRows,
  type RowQuery,
} from '../lists.ts';
import type { RowReader } from '../lookups.ts';
import { toEvents } from '../rows/events-row.ts';
import { placeOf } from '../rows/place.ts';
import type { Tombstone, TrailLinks } from '../store.ts';
import type { Collections, MongoDatabase } from './database.ts';
import type { CommitDocument } from './documents.ts';
import { queryLists } from './query-lists.ts';

/** Creates the access to the documents for lists. */
export function createMongoRows(database: MongoDatabase): RowReader {
  return {
    get: <Table extends keyof ListRows>(table: Table, columns: Columns) =>
      queryLists(database, columns['tenant_id'], (collections) =>
        listOf(collections, table).findOne<ListRows[Table]>(columns),
      ),

    page<Table extends keyof ListRows>(order: ListOrder<Table>, query: RowQuery) {
      const { columns, treeOf, cursor, limit } = query;
      const $and: Document[] = [columns];
      if (treeOf !== undefined) $and.push({ $or: [{ run_id: treeOf }, { root_run_id: treeOf }] });
      if (cursor !== undefined) $and.push(beyond(order, decodeCursor(order, cursor)));
      const direction = order.newestFirst ? -1 : 1;
      const sort = Object.keys(order.columns).map((column) => [column, direction] as const);
      const options = { sort: new Map(sort), limit: limit + 1 };
      return queryLists(database, columns['tenant_id'], (collections) =>
        listOf(collections, order.list).find<ListRows[Table]>({ $and }, options).toArray(),
      );
    },

    async readEvents(places) {
      const { commits } = await database.ready();
      const found = await commits
        .find({ $or: [...places] })
        .project<CommitDocument>({ tenant_id: 1, session_id: 1, commit: 1, events: 1, repeats: 1 })
        .toArray();
      return found.map(({ tenant_id, session_id, commit, ...row }) => ({
        tenant_id,
        session_id,
        commit,
        events: toEvents(row),
      }));
    },

    async readTrails(key) {
      const { commits } = await database.ready();
      const found = await commits
        .find({ ...placeOf(key), trails: { $type: 'string' } })
        .sort({ commit: 1 })
        .project<CommitDocument & { readonly trails: string }>({ commit: 1, base: 1, trails: 1 })
        .toArray();
      return found.map(({ commit, base, trails }) => ({
        commit: commit - base,
        trails: JSON.parse(trails) as TrailLinks[],
      }));
    },

    async readTombstones(tenantId, runId) {
      const found = await queryLists(database, tenantId, ({ tombstones }) =>
        tombstones.find({ tenant_id: tenantId, run_ids: runId }).toArray(),
      );
      return found.map(({ tombstone }) => JSON.parse(tombstone) as Tombstone);
    },
  };
}

/** The collections have different types, which one query cannot be written for. */
function listOf(collections: Collections, table: keyof ListRows): Collection {
  return collections[table] as unknown as Collection;
}

/** Comparing several columns takes a condition for each that may be the first to differ. */
function beyond(order: ListOrder, key: readonly unknown[]): Document {
  const columns = Object.keys(order.columns).map((column, index) => [column, key[index]] as const);
  const $or = columns.map(([column, value], index) => ({
    ...Object.fromEntries(columns.slice(0, index)),
    [column]: { [order.newestFirst ? '$lt' : '$gt']: value },
  }));
  return { $or };
}
