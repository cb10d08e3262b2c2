import { createNameFilter } from './name-filter.ts';
import type { Rule } from './rule.ts';

/** A rule with its pattern, parsed for one kind of tool. */
export interface Entry<Pattern> {
  readonly rule: Rule;
  readonly pattern: Pattern;
}

/** A pattern, and the key of the calls that it may match; with an empty key it may match any call. */
export interface Keyed<Pattern> {
  readonly pattern: Pattern;
  /** A single key, or the leading parts of a call: words of a command, folders of a path. */
  readonly key: readonly string[];
  /** Whether the key is a whole text, found by `exactly`, instead of a prefix of the call. */
  readonly whole?: true;
}

/**
 * Parses a rule, or returns the reason why it cannot be used. A rule with several readings has several
 * patterns.
 */
export type Compile<Pattern> = (rule: Rule) => readonly Keyed<Pattern>[] | string;

/**
 * Rules of one tool and effect, indexed by a key of what they match: the first literal words of a
 * command, the literal folders of a path, a host. Rules that begin with a wildcard are tried for every call.
 */
export interface RuleIndex<Pattern> {
  /** The number of rules. */
  readonly size: number;
  /** Adds a rule. If it cannot be used, returns the reason and does not add it. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** The entries of a key, oldest first. */
  under(key: string): readonly Entry<Pattern>[];
  /** The entries of a whole text, oldest first. */
  exactly(text: string): readonly Entry<Pattern>[];
  /** The entries without a key. */
  readonly unkeyed: readonly Entry<Pattern>[];
  /** The first rule whose pattern fits, of all. */
  findAny(fits: (pattern: Pattern) => boolean): Rule | undefined;
  /** The first rule, of these keys or without a key, whose pattern fits. */
  find(keys: Iterable<string>, fits: (pattern: Pattern) => boolean): Rule | undefined;
  /**
   * The first rule whose pattern fits, among those whose key is a prefix of `parts` and those without a
   * key. Shorter keys come first, rules without a key last.
   *
   * @param parts - the leading parts of the call
   */
  findAlong(
    parts: readonly string[],
    fits: (pattern: Pattern, rule: Rule) => boolean,
  ): Rule | undefined;
}

/** A node of the index: the entries of one key, and the longer keys that begin with it. */
interface Branch<Pattern> {
  entries: Entry<Pattern>[];
  below: Map<string, Branch<Pattern>> | undefined;
}

const NONE: readonly never[] = [];

/** Makes an empty index. */
export function createRuleIndex<Pattern>(compile: Compile<Pattern>): RuleIndex<Pattern> {
  const root: Branch<Pattern> = { entries: [], below: undefined };
  /** In a separate tree: a whole text takes long to hash, and most sets have no rules of this kind. */
  const texts: Branch<Pattern> = { entries: [], below: undefined };
  /** The keys of each rule when it was added; a link in it may lead elsewhere by now. */
  const placesOf = new Map<string, readonly Pick<Keyed<Pattern>, 'key' | 'whole'>[]>();
  /** Of the first part of each key. */
  const starts = createNameFilter();
  const under = (key: string): readonly Entry<Pattern>[] =>
    starts.mayHave(key) ? (root.below?.get(key)?.entries ?? NONE) : NONE;
  return {
    get size() {
      return placesOf.size;
    },
    get unkeyed() {
      return root.entries;
    },
    under,
    exactly: (text) => texts.below?.get(text)?.entries ?? NONE,
    add(rule) {
      const compiled = compile(rule);
      if (typeof compiled === 'string') return compiled;
      for (const { key, pattern, whole } of compiled) {
        if (whole !== true && key[0] !== undefined) starts.add(key[0]);
        branchAt(whole === true ? texts : root, key).entries.push({ rule, pattern });
      }
      placesOf.set(rule.id, compiled);
      return undefined;
    },
    remove({ id }) {
      for (const { key, whole } of placesOf.get(id) ?? NONE) {
        cut(whole === true ? texts : root, key, id);
      }
      placesOf.delete(id);
    },
    find(keys, fits) {
      for (const key of keys) {
        const found = firstOf(under(key), fits);
        if (found !== undefined) return found;
      }
      return firstOf(root.entries, fits);
    },
    findAny: (fits) => firstBelow(root, fits),
    findAlong(parts, fits) {
      let { below } = root;
      for (let at = 0; below !== undefined && at < parts.length; at += 1) {
        const branch = below.get(parts[at] ?? '');
        if (branch === undefined) break;
        const found = firstOf(branch.entries, fits);
        if (found !== undefined) return found;
        ({ below } = branch);
      }
      return firstOf(root.entries, fits);
    },
  };
}

/** The branch of a key, created if missing. */
function branchAt<Pattern>(root: Branch<Pattern>, parts: readonly string[]): Branch<Pattern> {
  let branch = root;
  for (const part of parts) {
    branch.below ??= new Map();
    let next = branch.below.get(part);
    if (next === undefined) {
      next = { entries: [], below: undefined };
      branch.below.set(part, next);
    }
    branch = next;
  }
  return branch;
}

/** Removes the entries of a rule from the branch of a key, and the branches that are empty then. */
function cut<Pattern>(
  branch: Branch<Pattern>,
  [part, ...later]: readonly string[],
  id: string,
): void {
  if (part === undefined) {
    branch.entries = branch.entries.filter(({ rule }) => rule.id !== id);
    return;
  }
  const next = branch.below?.get(part);
  if (next === undefined) return;
  cut(next, later, id);
  if (next.entries.length > 0 || next.below !== undefined) return;
  branch.below?.delete(part);
  if (branch.below?.size === 0) branch.below = undefined;
}

function firstBelow<Pattern>(
  { entries, below }: Branch<Pattern>,
  fits: (pattern: Pattern) => boolean,
): Rule | undefined {
  let found = firstOf(entries, fits);
  for (const branch of below?.values() ?? NONE) found ??= firstBelow(branch, fits);
  return found;
}

function firstOf<Pattern>(
  entries: readonly Entry<Pattern>[],
  fits: (pattern: Pattern, rule: Rule) => boolean,
): Rule | undefined {
  for (const { pattern, rule } of entries) if (fits(pattern, rule)) return rule;
  return undefined;
}
