import type { Collection, Document, Filter, WithId } from 'mongodb';
import { columnsOf, decodeCursor, type ListOrder, type ListQuery } from '../lists.ts';

/** Reads a page of a list, for `pageOf`. */
export async function readPage<T extends Document>(
  collection: Collection<T>,
  order: ListOrder,
  query: ListQuery,
  more: readonly Document[] = [],
): Promise<readonly WithId<T>[]> {
  const { cursor, limit } = query;
  const $and = [columnsOf(query), ...more];
  if (cursor !== undefined) $and.push(beyond(order, decodeCursor(order, cursor)));
  const direction = order.newestFirst ? -1 : 1;
  const sort = Object.keys(order.columns).map((column) => [column, direction] as const);
  const options = { sort: new Map(sort), limit: limit + 1 };
  return collection.find({ $and } as Filter<T>, options).toArray();
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
