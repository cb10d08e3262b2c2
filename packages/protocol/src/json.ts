import { isJsonObject } from './formats.ts';

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

/** Far above the limit of the HTTP API (64), far below the limit of the stack. */
const MAX_DEPTH = 1000;

/**
 * The RFC 8785 form: keys sorted by UTF-16 code units, no whitespace, numbers as ECMAScript writes
 * them. Two values that are equal as JSON have the same text, so it can be hashed and compared.
 * Keys with value `undefined` are left out, as in `JSON.stringify`.
 * @throws TypeError for values that JSON cannot represent: non-finite numbers, functions, symbols,
 * bigints, dates and other objects that are not plain, cycles, and strings with a lone surrogate
 * (they would hash like U+FFFD).
 * @see https://www.rfc-editor.org/rfc/rfc8785
 */
export function canonicalJson(value: unknown): string {
  return write(value, 0);
}

function write(value: unknown, depth: number): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'string') return writeString(value);
  if (typeof value !== 'object') throw new TypeError(`JSON cannot represent a ${typeof value}`);
  if (depth === MAX_DEPTH) {
    throw new TypeError(`JSON must not be nested deeper than ${MAX_DEPTH} levels`);
  }
  if (Array.isArray(value)) {
    return `[${Array.from(value, (item) => write(item ?? null, depth + 1)).join(',')}]`;
  }
  if (Object.prototype.toString.call(value) !== '[object Object]') {
    throw new TypeError('JSON can represent plain objects only');
  }
  // In one loop, since each commit hashes many objects. Without a comparator, `sort` compares
  // UTF-16 code units.
  const members = value as Readonly<Record<string, unknown>>;
  let text = '{';
  for (const key of Object.keys(members).toSorted()) {
    const member = members[key];
    if (member === undefined) continue;
    const separator = text === '{' ? '' : ',';
    text += `${separator}${writeString(key)}:${write(member, depth + 1)}`;
  }
  return `${text}}`;
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`JSON cannot represent ${value}`);
  return JSON.stringify(value);
}

const LONE_SURROGATE = /[\ud800-\udfff]/u;

function writeString(value: string): string {
  if (LONE_SURROGATE.test(value))
    throw new TypeError('JSON text must not contain a lone surrogate');
  return JSON.stringify(value);
}

/**
 * Whether two values are equal as JSON, whatever the order of their keys. Total: it never throws,
 * and a value that JSON cannot represent equals only itself.
 */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, at) => sameJson(item, right[at]));
  }
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  const others = Object.keys(right).filter((key) => right[key] !== undefined);
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
  );
}
