import { isObject } from '../call.ts';
import type { Glob } from '../glob.ts';
import { compileTextGlob, escapeTextGlob } from '../text/pattern.ts';
import { hasHiddenText } from '../unicode.ts';
import { canonicalJson, MAX_JSON_DEPTH, stringsIn } from './canonical.ts';

/** `key:glob, a.b:glob`, or a JSON value whose strings are globs. */
export type JsonPattern =
  | { readonly type: 'keys'; readonly keys: readonly KeyPattern[] }
  | { readonly type: 'value'; readonly value: ValuePattern; readonly literal: string | undefined };

/** What the value at a path of own properties has to match. */
export interface KeyPattern {
  readonly path: readonly string[];
  readonly glob: Glob;
}

/** A JSON value whose strings are globs. */
export type ValuePattern =
  | { readonly type: 'text'; readonly glob: Glob }
  | { readonly type: 'other'; readonly json: string }
  | { readonly type: 'list'; readonly items: readonly ValuePattern[] }
  | { readonly type: 'object'; readonly members: ReadonlyMap<string, ValuePattern> };

const KEYS = /^\s*([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)\s*:/;

const NEXT_KEY = /,(?=\s*[A-Za-z_$][\w$-]*(?:\.[\w$-]+)*\s*:)/;

/** Parses a pattern for structured arguments, or returns the reason why it is invalid. */
export function compileJson(pattern: string): JsonPattern | string {
  const text = pattern.trim();
  const json = parseJson(text);
  if (json !== undefined) {
    const value = compileValue(json.value, 0);
    if (value === undefined) return 'The JSON is nested too deeply.';
    let wild = false;
    const literal = withStrings(json.value, (string) => {
      const glob = compileTextGlob(string);
      wild ||= glob.length > 1;
      return glob[0] ?? '';
    });
    return { type: 'value', value, literal: wild ? undefined : canonicalJson(literal) };
  }
  const keys: KeyPattern[] = [];
  for (const piece of text.split(NEXT_KEY)) {
    const match = KEYS.exec(piece);
    if (match === null) return 'The pattern is neither JSON nor key:glob, key.key:glob.';
    keys.push({
      path: (match[1] ?? '').split('.'),
      glob: compileTextGlob(piece.slice(match[0].length)),
    });
  }
  return { type: 'keys', keys };
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}

function compileValue(value: unknown, depth: number): ValuePattern | undefined {
  if (depth > MAX_JSON_DEPTH) return undefined;
  if (typeof value === 'string') return { type: 'text', glob: compileTextGlob(value) };
  if (Array.isArray(value)) {
    const items = value.map((item) => compileValue(item, depth + 1));
    return items.every((item) => item !== undefined) ? { type: 'list', items } : undefined;
  }
  if (!isObject(value)) return { type: 'other', json: canonicalJson(value) };
  const members = new Map<string, ValuePattern>();
  for (const [name, member] of Object.entries(value)) {
    const compiled = compileValue(member, depth + 1);
    if (compiled === undefined) return undefined;
    members.set(name, compiled);
  }
  return { type: 'object', members };
}

/**
 * The pattern that matches only these arguments. `undefined` if they are nested too deeply, are no object, or
 * contain invisible characters.
 */
export function exactJsonPattern(args: unknown): string | undefined {
  const strings = isObject(args) ? stringsIn(args) : undefined;
  if (strings === undefined || strings.some(hasHiddenText)) return undefined;
  return canonicalJson(withStrings(args, escapeTextGlob));
}

/** A JSON value with its strings, other than names of members, replaced. */
function withStrings(value: unknown, replace: (string: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => withStrings(item, replace));
  if (!isObject(value)) return value;
  const replaced: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) replaced[name] = withStrings(member, replace);
  return replaced;
}
