import { storeError } from './errors.ts';
import { given } from '../base/given.ts';
import type { EventsRow } from './rows/events-row.ts';
import type { Place } from './rows/place.ts';
import type { RunRow } from './rows/run-row.ts';
import type { SummaryRow } from './rows/session-row.ts';
import type { InteractionRow, Row } from './rows/tables.ts';
import type { InteractionQuery, Page, PageQuery } from './store.ts';

/** The rows of lists, by the name of their list and table. */
export interface ListRows {
  readonly sessions: SummaryRow & Place;
  readonly runs: RunRow & Place & Partial<Pick<Row<'runs'>, 'audit_head'>>;
  /** With the events of the commit that contains the request, if they were read together. */
  readonly interactions: InteractionRow & Partial<EventsRow>;
}

/** Columns, with the values that they must have. */
export type Columns = Readonly<Record<string, string>>;

/** A query for the rows of one page. */
export interface RowQuery extends PageQuery {
  readonly columns: Columns;
  /** Only those of this run and, if it is a root run, of the runs below it. */
  readonly treeOf?: string;
}

/** The value of a column that a list is sorted by. */
type SortValue = string | number;

/** The order of a list. */
export interface ListOrder<Table extends keyof ListRows = keyof ListRows> {
  /** Cursors of other lists are refused. */
  readonly list: Table;
  /** The columns to sort by, each with a value of its type. */
  readonly columns: Readonly<Record<string, SortValue>>;
  readonly newestFirst: boolean;
}

/** The order of runs. */
export const RUN_ORDER: ListOrder<'runs'> = {
  list: 'runs',
  columns: { created_at: '', run_id: '' },
  newestFirst: true,
};

/** The order of sessions. */
export const SESSION_ORDER: ListOrder<'sessions'> = {
  list: 'sessions',
  columns: { updated_at: '', session_id: '' },
  newestFirst: true,
};

/** The order of interactions. */
export const INTERACTION_ORDER: ListOrder<'interactions'> = {
  list: 'interactions',
  columns: { created_at: '', seq: 0, interaction_id: '' },
  newestFirst: false,
};

/** The order of the interactions of a call. */
export const CALL_ORDER: ListOrder<'interactions'> = { ...INTERACTION_ORDER, newestFirst: true };

/** The query for the rows of a query for a list. */
export function rowQuery(
  query: Omit<InteractionQuery, 'status'> & { readonly status?: string },
): RowQuery {
  const { tenantId, sessionId, runId, userId, status, toolCallId, limit, cursor } = query;
  const columns = {
    tenant_id: tenantId,
    session_id: sessionId,
    run_id: runId,
    user_id: userId,
    tool_call_id: toolCallId,
    status,
  };
  return { columns: given(columns), limit, ...given({ cursor }) };
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
    // PostgreSQL accepts no NUL in a text and no fraction here, and would fail on a forged cursor.
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
