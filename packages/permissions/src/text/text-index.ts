import { createAffixTable } from '../affix-table.ts';
import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import { compileTextGlob } from './glob-text.ts';

/** The rules of one effect for a tool's own text. */
export interface TextIndex {
  readonly size: number;
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** A rule that covers a text: the same text, else as a glob. */
  match(text: string): Rule | undefined;
}

interface Leaf {
  readonly rule: Rule;
  readonly glob: Glob;
}

/** Makes an empty index. */
export function createTextIndex(): TextIndex {
  const texts = new Map<string, Rule[]>();
  const globs = createAffixTable<Leaf>();
  let size = 0;

  /** A pattern stands for itself, and for what its escapes mean. */
  function literals(rule: Rule, glob: Glob): Set<string> {
    const [only = ''] = glob;
    return new Set(glob.length === 1 ? [rule.pattern, only] : [rule.pattern]);
  }

  return {
    get size() {
      return size;
    },
    add(rule) {
      const glob = compileTextGlob(rule.pattern);
      for (const text of literals(rule, glob)) {
        const rules = texts.get(text);
        if (rules === undefined) texts.set(text, [rule]);
        else rules.push(rule);
      }
      if (glob.length > 1) globs.add(glob, { rule, glob });
      size += 1;
      return undefined;
    },
    remove(rule) {
      const glob = compileTextGlob(rule.pattern);
      for (const text of literals(rule, glob)) {
        const rules = texts.get(text)?.filter(({ id }) => id !== rule.id) ?? [];
        if (rules.length === 0) texts.delete(text);
        else texts.set(text, rules);
      }
      if (glob.length > 1) globs.remove(glob, (leaf) => leaf.rule.id === rule.id);
      size -= 1;
    },
    match(text) {
      const exact = texts.get(text)?.[0];
      if (exact !== undefined) return exact;
      if (globs.size === 0) return undefined;
      const leaves: Leaf[] = [];
      globs.candidates(text, leaves);
      return leaves.find(({ glob }) => matchGlob(glob, text))?.rule;
    },
  };
}
