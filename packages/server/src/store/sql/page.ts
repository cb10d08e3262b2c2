import { encodeCursor, type SortValue } from '../cursor.ts';
import type { Page } from '../store.ts';
import { raw, type Sql } from './statement.ts';

/** A page of rows read with `limit + 1`: the row too many says that there is more. */
export function pageOf<R, T>(
  list: string,
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  keyOf: (row: R) => readonly SortValue[],
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = last !== undefined && rows.length > limit;
  return { items: shown.map(toItem), nextCursor: more ? encodeCursor(list, keyOf(last)) : null };
}

/**
 * A text column to sort by without its index. For the few rows of one session: a planner without
 * statistics would rather walk the whole list in order than sort these.
 */
export function unindexed(column: string): Sql {
  return raw(`${column} || ''`);
}
