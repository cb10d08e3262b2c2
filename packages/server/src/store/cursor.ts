import { storeError } from './errors.ts';

/** The value of a column that a list is sorted by. */
export type SortValue = string | number;

/**
 * Encodes the end of a page: the sort key of its last item, opaque to callers. `list` names the
 * list, so that cursors of other lists are refused.
 */
export function encodeCursor(list: string, key: readonly SortValue[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify([list, ...key]));
  const base64 = btoa(String.fromCodePoint(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Decodes a cursor; `shape` has a value of each column's type.
 * @throws HitlError `invalid_cursor`.
 */
export function decodeCursor<const K extends readonly SortValue[]>(
  list: string,
  cursor: string,
  shape: K,
): { readonly [I in keyof K]: K[I] extends number ? number : string } {
  const [name, ...key] = readCursor(cursor);
  const fits =
    name === list &&
    key.length === shape.length &&
    key.every((value, index) => typeof value === typeof shape[index]);
  if (!fits) throw invalid(cursor);
  return key as { readonly [I in keyof K]: K[I] extends number ? number : string };
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
