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
  /** Whether the key is a whole text, which `exactly` finds, instead of how a call begins. */
  readonly whole?: true;
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
  /** By themselves, as a text takes long to look up, and most sets have rules about none. */
  const texts: Buckets = new Map();
  /** Where each rule lies, as compiled when it was added: a link may lead elsewhere by now. */
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
