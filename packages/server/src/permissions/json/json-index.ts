import { isObject } from '../call.ts';
import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import { compileTextGlob } from '../text/glob-text.ts';
import { hasHiddenText, plainReading } from '../unicode.ts';
import { canonicalJson, stringsIn } from './canonical.ts';

/** The rules of one effect for structured arguments. */
export interface JsonIndex {
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** A rule that covers the arguments. */
  match(args: unknown): Rule | undefined;
}

/** `key:glob, a.b:glob`, or a JSON value whose strings are globs. */
export type JsonPattern =
  | { readonly type: 'keys'; readonly keys: readonly KeyPattern[] }
  | { readonly type: 'value'; readonly value: ValuePattern; readonly literal: string | undefined };

interface KeyPattern {
  readonly path: readonly string[];
  readonly glob: Glob;
}

type ValuePattern =
  | { readonly type: 'text'; readonly glob: Glob }
  | { readonly type: 'other'; readonly json: string }
  | { readonly type: 'list'; readonly items: readonly ValuePattern[] }
  | { readonly type: 'object'; readonly members: ReadonlyMap<string, ValuePattern> };

interface Leaf {
  readonly rule: Rule;
  readonly pattern: JsonPattern;
}

/**
 * Makes an empty index. Patterns without wildcards are found by their canonical text, key patterns
 * by the value of their first literal key; the others are tried by the name of their first key.
 * `broad` (deny and ask) also looks at the strings inside of lists and objects.
 */
export function createJsonIndex(broad: boolean): JsonIndex {
  const literals = new Map<string, Leaf[]>();
  /** For each first key: by literal value, and the ones with wildcards. */
  const keys = new Map<string, { values: Map<string, Leaf[]>; globs: Leaf[] }>();
  let values: Leaf[] = [];
  let size = 0;

  function drop(leaves: Leaf[] | undefined, rule: Rule): Leaf[] {
    return leaves?.filter((leaf) => leaf.rule.id !== rule.id) ?? [];
  }

  function push(map: Map<string, Leaf[]>, key: string, leaf: Leaf): void {
    const leaves = map.get(key);
    if (leaves === undefined) map.set(key, [leaf]);
    else leaves.push(leaf);
  }

  function matchKeys(args: unknown): Rule | undefined {
    for (const [name, { values: byValue, globs }] of keys) {
      const value = valueAt(args, name.split('\0'));
      if (value === undefined) continue;
      for (const text of readings(value, broad)) {
        const found = byValue.get(text)?.find((leaf) => fits(leaf.pattern, args, broad));
        if (found !== undefined) return found.rule;
      }
      const found = globs.find((leaf) => fits(leaf.pattern, args, broad));
      if (found !== undefined) return found.rule;
    }
    return undefined;
  }

  return {
    get size() {
      return size;
    },
    add(rule) {
      const pattern = compileJson(rule.pattern);
      if (typeof pattern === 'string') return pattern;
      const leaf = { rule, pattern };
      if (pattern.type === 'value') {
        if (pattern.literal === undefined) values.push(leaf);
        else push(literals, pattern.literal, leaf);
      } else {
        const { name, literal } = firstKey(pattern.keys);
        const entry = keys.get(name) ?? { values: new Map<string, Leaf[]>(), globs: [] };
        keys.set(name, entry);
        if (literal === undefined) entry.globs.push(leaf);
        else push(entry.values, literal, leaf);
      }
      size += 1;
      return undefined;
    },
    remove(rule) {
      const pattern = compileJson(rule.pattern);
      if (typeof pattern === 'string') return;
      size -= 1;
      if (pattern.type === 'value') {
        if (pattern.literal === undefined) values = drop(values, rule);
        else {
          const left = drop(literals.get(pattern.literal), rule);
          if (left.length === 0) literals.delete(pattern.literal);
          else literals.set(pattern.literal, left);
        }
        return;
      }
      const { name, literal } = firstKey(pattern.keys);
      const entry = keys.get(name);
      if (entry === undefined) return;
      if (literal === undefined) entry.globs = drop(entry.globs, rule);
      else {
        const left = drop(entry.values.get(literal), rule);
        if (left.length === 0) entry.values.delete(literal);
        else entry.values.set(literal, left);
      }
      if (entry.globs.length === 0 && entry.values.size === 0) keys.delete(name);
    },
    match(args) {
      if (literals.size > 0) {
        const text = canonicalJson(args);
        const exact =
          literals.get(text)?.[0] ?? (broad ? literals.get(plainReading(text))?.[0] : undefined);
        if (exact !== undefined) return exact.rule;
      }
      return matchKeys(args) ?? values.find((leaf) => fits(leaf.pattern, args, broad))?.rule;
    },
  };
}

function firstKey(keys: readonly KeyPattern[]): { name: string; literal: string | undefined } {
  const key = keys.find(({ glob }) => glob.length === 1) ?? keys[0];
  const literal = key?.glob.length === 1 ? (key.glob[0] ?? '') : undefined;
  return { name: (key?.path ?? []).join('\0'), literal };
}

const KEYS = /^\s*([A-Za-z_$][\w$-]*(?:\.[\w$-]+)*)\s*:/;
const NEXT_KEY = /,(?=\s*[A-Za-z_$][\w$-]*(?:\.[\w$-]+)*\s*:)/;

/** Reads a pattern for structured arguments, or says why it cannot be one. */
export function compileJson(pattern: string): JsonPattern | string {
  const text = pattern.trim();
  const json = parseJson(text);
  if (json !== undefined) {
    const value = compileValue(json.value, 0);
    if (value === undefined) return 'The JSON is nested too deeply.';
    return {
      type: 'value',
      value,
      literal: hasWildcard(value) ? undefined : canonicalJson(literalOf(value)),
    };
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
  if (depth > 64) return undefined;
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

function hasWildcard(pattern: ValuePattern): boolean {
  switch (pattern.type) {
    case 'text':
      return pattern.glob.length > 1;
    case 'list':
      return pattern.items.some(hasWildcard);
    case 'object':
      return [...pattern.members.values()].some(hasWildcard);
    case 'other':
      return false;
  }
}

/** The value that a pattern without wildcards stands for. */
function literalOf(pattern: ValuePattern): unknown {
  switch (pattern.type) {
    case 'text':
      return pattern.glob[0];
    case 'list':
      return pattern.items.map(literalOf);
    case 'object': {
      const value: Record<string, unknown> = Object.create(null);
      for (const [name, member] of pattern.members) value[name] = literalOf(member);
      return value;
    }
    case 'other': {
      const value: unknown = JSON.parse(pattern.json);
      return value;
    }
  }
}

function fits(pattern: JsonPattern, args: unknown, broad: boolean): boolean {
  if (pattern.type === 'value') return fitsValue(pattern.value, args, broad);
  return pattern.keys.every(({ path, glob }) => {
    const value = valueAt(args, path);
    return value !== undefined && readings(value, broad).some((text) => matchGlob(glob, text));
  });
}

function fitsValue(pattern: ValuePattern, value: unknown, broad: boolean): boolean {
  switch (pattern.type) {
    case 'text':
      if (typeof value !== 'string') return false;
      return readings(value, broad).some((text) => matchGlob(pattern.glob, text));
    case 'other':
      return typeof value !== 'object'
        ? canonicalJson(value) === pattern.json
        : value === null && pattern.json === 'null';
    case 'list':
      return (
        Array.isArray(value) &&
        value.length === pattern.items.length &&
        pattern.items.every((item, index) => fitsValue(item, value[index], broad))
      );
    case 'object': {
      if (!isObject(value)) return false;
      const names = Object.keys(value).filter((name) => value[name] !== undefined);
      return (
        names.length === pattern.members.size &&
        names.every((name) => {
          const member = pattern.members.get(name);
          return member !== undefined && fitsValue(member, value[name], broad);
        })
      );
    }
  }
}

/** The texts that a value is compared as. */
function readings(value: unknown, broad: boolean): string[] {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  if (!broad) return [text];
  const texts = new Set([text, plainReading(text)]);
  if (typeof value === 'object') {
    for (const inner of stringsIn(value) ?? []) texts.add(inner).add(plainReading(inner));
  }
  return [...texts];
}

/** The value behind own properties; inherited ones are none. */
function valueAt(args: unknown, path: readonly string[]): unknown {
  let value = args;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/**
 * The pattern that only these arguments fit. `undefined` when they are nested too deeply, no object,
 * or hold characters that cannot be seen.
 */
export function exactJsonPattern(args: unknown): string | undefined {
  const strings = isObject(args) ? stringsIn(args) : undefined;
  if (strings === undefined || strings.some(hasHiddenText)) return undefined;
  return canonicalJson(escapeStrings(args));
}

function escapeStrings(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[*\\]/g, '\\$&');
  if (Array.isArray(value)) return value.map(escapeStrings);
  if (!isObject(value)) return value;
  const escaped: Record<string, unknown> = Object.create(null);
  for (const [name, member] of Object.entries(value)) escaped[name] = escapeStrings(member);
  return escaped;
}
