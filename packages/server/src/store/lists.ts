import { storeError } from './errors.ts';
import { given } from '../base/given.ts';
import type { InteractionQuery, Page } from './store.ts';

/** The value of a column that a list is sorted by. */
type SortValue = string | number;

/** The order of a list. */
export interface ListOrder {
  /** The name of the list, so that cursors of other lists are refused. */
  readonly list: string;
  /** The columns to sort by, each with a value of its type. */
  readonly columns: Readonly<Record<string, SortValue>>;
  readonly newestFirst: boolean;
}

/** The order of runs. */
export const RUN_ORDER: ListOrder = {
  list: 'runs',
  columns: { created_at: '', run_id: '' },
  newestFirst: true,
};

/** The order of sessions. */
export const SESSION_ORDER: ListOrder = {
  list: 'sessions',
  columns: { updated_at: '', session_id: '' },
  newestFirst: true,
};

/** The order of interactions. */
export const INTERACTION_ORDER: ListOrder = {
  list: 'interactions',
  columns: { created_at: '', seq: 0, interaction_id: '' },
  newestFirst: false,
};

/** The order of the interactions of a call. */
export const CALL_ORDER: ListOrder = { ...INTERACTION_ORDER, newestFirst: true };

/** A query for one page of any list. */
export type ListQuery = Omit<InteractionQuery, 'status'> & { readonly status?: string };

/** The columns that a query compares, except `runId`, with their values. */
export function columnsOf(query: Omit<ListQuery, 'limit'>): Readonly<Record<string, string>> {
  const { tenantId, sessionId, userId, status, toolCallId } = query;
  return given({
    tenant_id: tenantId,
    session_id: sessionId,
    user_id: userId,
    tool_call_id: toolCallId,
    status,
  });
}

/** A page of rows that were read with `limit + 1`: the extra row shows that there are more. */
export function pageOf<R extends object, T>(
  order: ListOrder,
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = last !== undefined && rows.length > limit;
  return {
    items: shown.map(toItem),
    nextCursor: more ? encodeCursor(order, keyOf(order, last)) : null,
  };
}

/** The sort key of a row; drivers may return numbers as strings. */
export function keyOf({ columns }: ListOrder, row: object): SortValue[] {
  return Object.entries(columns).map(([name, like]) => {
    const value: unknown = Reflect.get(row, name);
    return typeof like === 'number' ? Number(value) : String(value);
  });
}

/** Compares two sort keys: negative if the first one is earlier in the list. */
export function compareKeys(
  { newestFirst }: ListOrder,
  left: readonly SortValue[],
  right: readonly SortValue[],
): number {
  const direction = newestFirst ? -1 : 1;
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? '';
    if (value !== other) return value < other ? -direction : direction;
  }
  return 0;
}

/** Encodes the end of a page: the sort key of its last item, opaque to callers. */
function encodeCursor({ list }: ListOrder, key: readonly SortValue[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify([list, ...key]));
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Decodes a cursor to a sort key.
 * @throws HitlError `invalid_cursor`.
 */
export function decodeCursor({ list, columns }: ListOrder, cursor: string): readonly SortValue[] {
  const [name, ...key] = readCursor(cursor);
  const types = Object.values(columns);
  if (name !== list || key.length !== types.length) throw invalid(cursor);
  return types.map((like, index) => {
    const value = key[index];
    // Whoever writes a cursor must not make the database fail: it takes no NUL in a text, and no fraction.
    if (typeof like === 'string' && typeof value === 'string' && !value.includes('\0'))
      return value;
    if (typeof like === 'number' && Number.isSafeInteger(value)) return Number(value);
    throw invalid(cursor);
  });
}

function readCursor(cursor: string): readonly unknown[] {
  try {
    const base64 = cursor.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return Array.isArray(value) ? value : [];
  } catch (error) {
    throw invalid(cursor, error);
  }
}

function invalid(cursor: string, cause?: unknown): Error {
  return storeError(
    'invalid_cursor',
    `The cursor "${cursor.slice(0, 80)}" was not returned by this list. Start without a cursor.`,
    cause,
  );
}
