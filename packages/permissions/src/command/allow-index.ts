import type { Rule } from '../rule.ts';
import { trimBlanks } from '../unicode.ts';
import { STATIC, VARIABLE } from './line.ts';
import { matchWords, type Words } from './match-words.ts';
import { compileCommand, type CommandPattern } from './pattern.ts';
import { childOf, createWordTrie, visitFamilies, type Slot } from './word-trie.ts';

/** An allow rule that fits the words of a command. */
export interface Candidate {
  readonly rule: Rule;
  readonly pattern: CommandPattern;
  /** How many first words the rule spells out; what follows fell under its wildcard. */
  readonly spelled: number;
}

/** The allow rules of a tool for commands. */
export interface AllowIndex {
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** The rule that equals the whole text of a command, blanks at its ends aside. */
  exact(text: string): Rule | undefined;
  /** The rules that fit the words, the ones that spell out least first. */
  candidates(words: Words): Candidate[];
}

interface Leaf {
  readonly rule: Rule;
  readonly pattern: CommandPattern;
}

/** Makes an empty index. */
export function createAllowIndex(): AllowIndex {
  const texts = new Map<string, Rule[]>();
  const trie = createWordTrie<Leaf>();
  let size = 0;

  return {
    get size() {
      return size;
    },
    add(rule) {
      const compiled = compileCommand(rule.pattern, 'allow');
      if (typeof compiled === 'string') return compiled;
      if (compiled.text !== undefined) {
        const rules = texts.get(compiled.text);
        if (rules === undefined) texts.set(compiled.text, [rule]);
        else rules.push(rule);
      }
      if (compiled.command !== undefined) {
        const leaf = { rule, pattern: compiled.command };
        for (const { words, slot } of placesOf(compiled.command)) trie.add(words, slot, leaf);
      }
      size += 1;
      return undefined;
    },
    remove(rule) {
      const compiled = compileCommand(rule.pattern, 'allow');
      if (typeof compiled === 'string') return;
      if (compiled.text !== undefined) {
        const rules = texts.get(compiled.text)?.filter((other) => other.id !== rule.id) ?? [];
        if (rules.length === 0) texts.delete(compiled.text);
        else texts.set(compiled.text, rules);
      }
      if (compiled.command !== undefined) {
        const is = (leaf: Leaf): boolean => leaf.rule.id === rule.id;
        for (const { words, slot } of placesOf(compiled.command)) trie.remove(words, slot, is);
      }
      size -= 1;
    },
    exact: (text) => (texts.size === 0 ? undefined : texts.get(trimBlanks(text))?.[0]),
    candidates(words) {
      const found: Candidate[] = [];
      let node = trie.root;
      for (let at = 0; ; at += 1) {
        if (node.rests !== undefined) {
          for (const { rule, pattern } of node.rests) found.push({ rule, pattern, spelled: at });
        }
        if (at === words.words.length) {
          if (node.ends !== undefined) {
            for (const { rule, pattern } of node.ends) found.push({ rule, pattern, spelled: at });
          }
          return found;
        }
        const word = words.words[at] ?? '';
        const known = words.knowledge?.[at] ?? STATIC;
        if (known <= VARIABLE) {
          const begun = known === STATIC ? word : (words.leads?.[at] ?? '');
          visitFamilies(node, begun, ({ rule, pattern }) => {
            found.push({ rule, pattern, spelled: at });
          });
        }
        if (node.next !== undefined && known <= VARIABLE) {
          const leaves: Leaf[] = [];
          node.next.candidates(known === STATIC ? word : (words.leads?.[at] ?? ''), leaves);
          for (const { rule, pattern } of leaves) {
            if (matchWords(pattern, words, 'narrow')) found.push({ rule, pattern, spelled: at });
          }
        }
        const child = known === STATIC ? childOf(node, word) : undefined;
        if (child === undefined) return found;
        node = child;
      }
    },
  };
}

interface Place {
  readonly words: readonly string[];
  readonly slot: Slot;
}

/** Where a pattern hangs: on the last of its leading literal words. */
function placesOf(pattern: CommandPattern): Place[] {
  const literals: string[] = [];
  for (const word of pattern.words) {
    if (typeof word !== 'string') break;
    literals.push(word);
  }
  if (literals.length < pattern.words.length) {
    const next = pattern.words[literals.length];
    const family = pattern.family && literals.length === pattern.words.length - 1;
    // `a*b:*` also matches `axb:y`, so only its beginning can be looked up.
    const glob = typeof next === 'object' ? (family ? [next[0] ?? '', ''] : next) : [''];
    return [{ words: literals, slot: { next: glob } }];
  }
  if (!pattern.rest) return [{ words: literals, slot: 'end' }];
  if (!pattern.family) return [{ words: literals, slot: 'rest' }];
  return [
    { words: literals, slot: 'rest' },
    { words: literals, slot: 'family' },
  ];
}
