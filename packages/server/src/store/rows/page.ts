import { encodeCursor, type SortValue } from '../cursor.ts';
import type { Page } from '../store.ts';

/** A page of rows that were read with `limit + 1`: the extra row shows that there are more. */
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
