import type { Rule } from './rule.ts';

/** A rule with its pattern as one kind of tool reads it. */
export interface Entry<Pattern> {
  readonly rule: Rule;
  readonly pattern: Pattern;
}

/** A pattern, and the key of the calls that it may match; without a key it may match any call. */
export interface Keyed<Pattern> {
  readonly pattern: Pattern;
  readonly key: string | undefined;
}

/** Reads a rule, or says why it cannot be used. One with several readings has several patterns. */
export type Compile<Pattern> = (rule: Rule) => readonly Keyed<Pattern>[] | string;

/**
 * Rules of one tool and effect, by a key of what they match: the first literal word of a command, the
 * literal folders of a path, a host. Rules that begin with a wildcard are tried with every call.
 */
export interface RuleIndex<Pattern> {
  /** How many rules there are. */
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** The entries of a key, oldest first. */
  under(key: string): readonly Entry<Pattern>[];
  /** The entries without a key. */
  readonly unkeyed: readonly Entry<Pattern>[];
  /** The first rule, of these keys or without a key, whose pattern fits. */
  find(keys: Iterable<string>, fits: (pattern: Pattern) => boolean): Rule | undefined;
}

const NONE: readonly never[] = [];

/** Makes an empty index. */
export function createRuleIndex<Pattern>(compile: Compile<Pattern>): RuleIndex<Pattern> {
  const buckets = new Map<string | undefined, Entry<Pattern>[]>();
  /** The keys of each rule, as compiled when it was added: a link may lead elsewhere by now. */
  const keysOf = new Map<string, ReadonlySet<string | undefined>>();
  const under = (key: string | undefined): readonly Entry<Pattern>[] => buckets.get(key) ?? NONE;
  return {
    get size() {
      return keysOf.size;
    },
    get unkeyed() {
      return under(undefined);
    },
    under,
    add(rule) {
      const compiled = compile(rule);
      if (typeof compiled === 'string') return compiled;
      for (const { key, pattern } of compiled) {
        const bucket = buckets.get(key);
        if (bucket === undefined) buckets.set(key, [{ rule, pattern }]);
        else bucket.push({ rule, pattern });
      }
      keysOf.set(rule.id, new Set(compiled.map(({ key }) => key)));
      return undefined;
    },
    remove({ id }) {
      for (const key of keysOf.get(id) ?? NONE) {
        const left = under(key).filter(({ rule }) => rule.id !== id);
        if (left.length === 0) buckets.delete(key);
        else buckets.set(key, left);
      }
      keysOf.delete(id);
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
