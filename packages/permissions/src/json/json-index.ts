import { isObject } from '../call.ts';
import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import { plainReading } from '../unicode.ts';
import { climbs } from '../url/subject.ts';
import { spend } from '../work.ts';
import { canonicalJson, stringsIn } from './canonical.ts';
import { compileJson, type JsonPattern, type KeyPattern, type ValuePattern } from './pattern.ts';

/** The rules of one effect for structured arguments. */
export interface JsonIndex {
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** A rule that covers the arguments. */
  match(args: unknown): Rule | undefined;
}

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

function fits(pattern: JsonPattern, args: unknown, broad: boolean): boolean {
  if (pattern.type === 'value') return fitsValue(pattern.value, args, broad);
  return pattern.keys.every(({ path, glob }) => {
    const value = valueAt(args, path);
    return value !== undefined && fitsText(glob, readings(value, broad), broad);
  });
}

function fitsValue(pattern: ValuePattern, value: unknown, broad: boolean): boolean {
  switch (pattern.type) {
    case 'text':
      if (typeof value !== 'string') return false;
      return fitsText(pattern.glob, readings(value, broad), broad);
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

/**
 * A star of an allow rule does not stand for `..`, unless it is all there is: `/docs/*` would be the
 * whole disk.
 */
function fitsText(glob: Glob, texts: readonly string[], broad: boolean): boolean {
  const narrow = !broad && glob.length > 1 && glob.some((part) => part !== '');
  const written = narrow && climbs(glob.join('*'));
  return texts.some((text) => matchGlob(glob, text) && (!narrow || written || !climbs(text)));
}

/** The texts that a value is compared as. */
function readings(value: unknown, broad: boolean): string[] {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  spend(text.length >> 4);
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
