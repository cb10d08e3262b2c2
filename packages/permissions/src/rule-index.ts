import type { Rule } from './rule.ts';

/** A rule with its pattern, parsed for one kind of tool. */
export interface Entry<Pattern> {
  readonly rule: Rule;
  readonly pattern: Pattern;
}

/** A pattern, and the key of the calls that it may match; without a key it may match any call. */
export interface Keyed<Pattern> {
  readonly pattern: Pattern;
  readonly key: string | undefined;
  /** Whether the key is a whole text, found by `exactly`, instead of a prefix of the call. */
  readonly whole?: true;
}

/**
 * Parses a rule, or returns the reason why it cannot be used. A rule with several readings has several
 * patterns.
 */
export type Compile<Pattern> = (rule: Rule) => readonly Keyed<Pattern>[] | string;

/**
 * Rules of one tool and effect, indexed by a key of what they match: the first literal word of a command, the
 * literal folders of a path, a host. Rules that begin with a wildcard are tried for every call.
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
  /** The first rule, of these keys or without a key, whose pattern fits. */
  find(keys: Iterable<string>, fits: (pattern: Pattern) => boolean): Rule | undefined;
}

const NONE: readonly never[] = [];

/** Makes an empty index. */
export function createRuleIndex<Pattern>(compile: Compile<Pattern>): RuleIndex<Pattern> {
  type Buckets = Map<string | undefined, Entry<Pattern>[]>;
  const buckets: Buckets = new Map();
  /** In a separate map: a whole text takes long to hash, and most sets have no rules of this kind. */
  const texts: Buckets = new Map();
  /** The keys of each rule when it was added; a link in it may lead elsewhere by now. */
  const placesOf = new Map<string, readonly Pick<Keyed<Pattern>, 'key' | 'whole'>[]>();
  const under = (key: string | undefined): readonly Entry<Pattern>[] => buckets.get(key) ?? NONE;
  return {
    get size() {
      return placesOf.size;
    },
    get unkeyed() {
      return under(undefined);
    },
    under,
    exactly: (text) => (texts.size === 0 ? NONE : (texts.get(text) ?? NONE)),
    add(rule) {
      const compiled = compile(rule);
      if (typeof compiled === 'string') return compiled;
      for (const { key, pattern, whole } of compiled) {
        const places = whole === true ? texts : buckets;
        const bucket = places.get(key);
        if (bucket === undefined) places.set(key, [{ rule, pattern }]);
        else bucket.push({ rule, pattern });
      }
      placesOf.set(rule.id, compiled);
      return undefined;
    },
    remove({ id }) {
      for (const { key, whole } of placesOf.get(id) ?? NONE) {
        const places = whole === true ? texts : buckets;
        const left = (places.get(key) ?? NONE).filter(({ rule }) => rule.id !== id);
        if (left.length === 0) places.delete(key);
        else places.set(key, left);
      }
      placesOf.delete(id);
    },
    find(keys, fits) {
      for (const key of keys) {
        const found = under(key).find(({ pattern }) => fits(pattern));
        if (found !== undefined) return found.rule;
      }
      return under(undefined).find(({ pattern }) => fits(pattern))?.rule;
    },
  };
}
