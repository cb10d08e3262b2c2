/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** The arguments of a tool call: a JSON object. Untrusted: render as text, never as markup. */
export type ToolArgs = Readonly<Record<string, unknown>>;

/**
 * The RFC 8785 form: keys sorted by UTF-16 code units, no blanks, numbers as ECMAScript writes them.
 * Two values that are equal as JSON have the same text, so it can be hashed and compared.
 *
 * Keys with value `undefined` are left out, as in `JSON.stringify`.
 * @throws TypeError for what JSON cannot hold: non-finite numbers, functions, symbols, bigints and
 * strings with a lone surrogate (they would hash like U+FFFD).
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return canonicalNumber(value);
  if (typeof value === 'string') return canonicalString(value);
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => `${canonicalString(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`JSON cannot hold a ${typeof value}`);
}

function canonicalNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON cannot hold ${value}`);
  return JSON.stringify(value);
}

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

function canonicalString(value: string): string {
  if (LONE_SURROGATE.test(value)) throw new TypeError('JSON text must not hold a lone surrogate');
  return JSON.stringify(value);
}

/** Whether two values are equal as JSON, whatever the order of their keys. */
export function sameJson(left: unknown, right: unknown): boolean {
  return left === right || canonicalJson(left) === canonicalJson(right);
}
