import { isObject } from '../call.ts';
import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import { foldCase, plainReading } from '../unicode.ts';
import { leavesFolder } from '../url/subject.ts';
import type { Compile, RuleIndex } from '../rule-index.ts';
import type { Work } from '../work.ts';
import { canonicalJson, stringsIn } from './canonical.ts';
import { compileJson, type JsonPattern, type ValuePattern } from './pattern.ts';

/** Rules for structured arguments are indexed by their text, or by a literal member value. */
export const compileJsonRule: Compile<JsonPattern> = (rule) => {
  const pattern = compileJson(rule.pattern);
  if (typeof pattern === 'string') return pattern;
  if (pattern.type === 'value')
    return [{ key: pattern.literal === undefined ? [] : [pattern.literal], pattern }];
  const literal = pattern.keys.find(({ path, glob }) => path.length === 1 && glob.length === 1);
  const key = literal ? [memberKey(literal.path[0] ?? '', literal.glob[0] ?? '')] : [];
  return [{ key, pattern }];
};

/**
 * The index key of a member. The separator is a line break, which canonical JSON has only inside strings,
 * escaped.
 */
function memberKey(name: string, value: string): string {
  return `${foldCase(name)}\n${value}`;
}

/**
 * A rule that covers structured arguments. `broad` (deny and ask) also checks the strings inside arrays and
 * objects.
 */
export function matchJson(
  index: RuleIndex<JsonPattern>,
  args: unknown,
  broad: boolean,
  work: Work,
): Rule | undefined {
  if (index.size === 0) return undefined;
  const text = canonicalJson(args);
  work.spend(text.length >> 4);
  const keys = new Set(broad ? [text, plainReading(text)] : [text]);
  for (const [name, value] of isObject(args) ? Object.entries(args) : []) {
    if (value === undefined) continue;
    for (const reading of readings(value, broad, work)) keys.add(memberKey(name, reading));
  }
  return index.find(keys, (pattern) => {
    // Rules indexed by their whole text have already been compared by the lookup.
    if (pattern.type === 'value' && pattern.literal !== undefined) return true;
    return fits(pattern, args, broad, work);
  });
}

function fits(pattern: JsonPattern, args: unknown, broad: boolean, work: Work): boolean {
  if (pattern.type === 'value') return fitsValue(pattern.value, args, broad, work);
  return pattern.keys.every(({ path, glob }) => {
    const values = valuesAt(args, path, broad);
    return values.some((value) => fitsText(glob, readings(value, broad, work), broad, work));
  });
}

function fitsValue(pattern: ValuePattern, value: unknown, broad: boolean, work: Work): boolean {
  switch (pattern.type) {
    case 'text':
      if (typeof value !== 'string') return false;
      return fitsText(pattern.glob, readings(value, broad, work), broad, work);
    case 'other':
      return typeof value !== 'object'
        ? canonicalJson(value) === pattern.json
        : value === null && pattern.json === 'null';
    case 'list':
      return (
        Array.isArray(value) &&
        value.length === pattern.items.length &&
        pattern.items.every((item, index) => fitsValue(item, value[index], broad, work))
      );
    case 'object': {
      if (!isObject(value)) return false;
      const names = Object.keys(value).filter((name) => value[name] !== undefined);
      return (
        names.length === pattern.members.size &&
        names.every((name) => {
          const member = pattern.members.get(name);
          return member !== undefined && fitsValue(member, value[name], broad, work);
        })
      );
    }
  }
}

function fitsText(glob: Glob, texts: readonly string[], broad: boolean, work: Work): boolean {
  return texts.some((text) => matchGlob(glob, text, work) && (broad || !leavesFolder(glob, text)));
}

/** The texts as which a value is compared. */
function readings(value: unknown, broad: boolean, work: Work): string[] {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  work.spend(text.length >> 4);
  if (!broad) return [text];
  const texts = new Set([text, plainReading(text)]);
  if (typeof value === 'object') {
    for (const inner of stringsIn(value) ?? []) texts.add(inner).add(plainReading(inner));
  }
  return [...texts];
}

/**
 * The values at a path of own properties; inherited ones do not count. Some programs ignore the case of names,
 * and take the last of several: a deny rule is about any of them, an allow rule about none.
 */
function valuesAt(args: unknown, path: readonly string[], broad: boolean): unknown[] {
  let values = [args];
  for (const name of path) {
    const folded = foldCase(name);
    values = values.flatMap((value) => {
      if (!isObject(value)) return [];
      const names = Object.keys(value).filter((own) => foldCase(own) === folded);
      if (!broad && (names.length !== 1 || names[0] !== name)) return [];
      return names.map((own) => value[own]).filter((member) => member !== undefined);
    });
  }
  return values;
}
