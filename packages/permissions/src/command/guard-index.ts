import { matchGlob, type Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
import { trimBlanks } from '../unicode.ts';
import { STATIC } from './line.ts';
import { guardPattern, hasFlags, matchGuard, type GuardPattern } from './guard-pattern.ts';
import type { Words } from './match-words.ts';
import { compileCommand, isLoneStar, type LinePattern } from './pattern.ts';
import type { Shape } from './shape.ts';
import { childOf, createWordTrie, visitFamilies, type Slot, type WordNode } from './word-trie.ts';

/** The deny rules, or the ask rules, of a tool for commands: the ones that are read broadly. */
export interface GuardIndex {
  readonly size: number;
  /** Says why a rule cannot be used, in which case it is not taken in. */
  add(rule: Rule): string | undefined;
  remove(rule: Rule): void;
  /** The rule that equals the whole text of a command, blanks at its ends aside. */
  exact(text: string): Rule | undefined;
  /** Whether a rule may begin with a program of this name. */
  knows(program: string): boolean;
  /**
   * Whether a closer look at a command is due. `false` is sure: as far as its first words go there
   * is no rule in any reading.
   */
  concerns(command: Words, programs: readonly string[]): boolean;
  /** A rule that matches some reading of a command. */
  match(shape: Shape): Rule | undefined;
  /** A rule that would match some value of the command's dynamic words. */
  mightMatch(shape: Shape): Rule | undefined;
  /** Rules with operators, each with its commands and the text to look for where nothing parses. */
  readonly lines: readonly GuardLine[];
}

/** A rule about several commands of one line. */
export interface GuardLine {
  readonly rule: Rule;
  readonly pattern: LinePattern;
  readonly commands: readonly GuardPattern[];
  readonly text: Glob;
}

interface Leaf {
  readonly rule: Rule;
  readonly guard: GuardPattern;
}

/** Makes an empty index. */
export function createGuardIndex(): GuardIndex {
  const texts = new Map<string, Rule[]>();
  const trie = createWordTrie<Leaf>();
  let lines: GuardLine[] = [];
  let size = 0;

  function hit(leaves: readonly Leaf[] | undefined, shape: Shape): Rule | undefined {
    return leaves?.find(({ guard }) => hasFlags(guard, shape))?.rule;
  }

  function walk(
    start: WordNode<Leaf>,
    shape: Shape,
    operands: readonly string[],
    from: number,
  ): Rule | undefined {
    let node = start;
    for (let at = 0; ; at += 1) {
      // The second reading takes operands away, so it says nothing about a rule without operands.
      if (at >= from) {
        const rest = hit(node.rests, shape);
        if (rest !== undefined) return rest;
        if (at === operands.length) {
          const end = hit(node.ends, shape);
          if (end !== undefined) return end;
        }
      }
      const next = nextHit(node, shape, operands[at] ?? '');
      if (next !== undefined) return next;
      const word = operands[at];
      if (word === undefined) return undefined;
      const families: Leaf[] = [];
      visitFamilies(node, word, (leaf) => families.push(leaf));
      const family = hit(families, shape);
      if (family !== undefined) return family;
      const child = childOf(node, word);
      if (child === undefined) return undefined;
      node = child;
    }
  }

  function nextHit(node: WordNode<Leaf>, shape: Shape, word: string): Rule | undefined {
    if (node.next === undefined) return undefined;
    const leaves: Leaf[] = [];
    node.next.candidates(word, leaves);
    return leaves.find(({ guard }) => matchGuard(guard, shape))?.rule;
  }

  function forPrograms(
    shape: Shape,
    look: (node: WordNode<Leaf>) => Rule | undefined,
  ): Rule | undefined {
    for (const program of shape.programs) {
      const node = childOf(trie.root, program);
      const found = node === undefined ? undefined : look(node);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  return {
    get size() {
      return size;
    },
    get lines() {
      return lines;
    },
    add(rule) {
      const compiled = compileCommand(rule.pattern, rule.effect);
      if (typeof compiled === 'string') return compiled;
      if (compiled.text !== undefined) {
        const rules = texts.get(compiled.text);
        if (rules === undefined) texts.set(compiled.text, [rule]);
        else rules.push(rule);
      }
      if (compiled.line !== undefined) {
        const commands = compiled.line.commands.map(guardPattern);
        lines.push({ rule, pattern: compiled.line, commands, text: textGlob(rule.pattern) });
      }
      if (compiled.command !== undefined) {
        const leaf = { rule, guard: guardPattern(compiled.command) };
        for (const { words, slot } of placesOf(leaf.guard)) trie.add(words, slot, leaf);
      }
      size += 1;
      return undefined;
    },
    remove(rule) {
      const compiled = compileCommand(rule.pattern, rule.effect);
      if (typeof compiled === 'string') return;
      if (compiled.text !== undefined) {
        const rules = texts.get(compiled.text)?.filter((other) => other.id !== rule.id) ?? [];
        if (rules.length === 0) texts.delete(compiled.text);
        else texts.set(compiled.text, rules);
      }
      if (compiled.line !== undefined) lines = lines.filter((line) => line.rule.id !== rule.id);
      if (compiled.command !== undefined) {
        const is = (leaf: Leaf): boolean => leaf.rule.id === rule.id;
        for (const { words, slot } of placesOf(guardPattern(compiled.command))) {
          trie.remove(words, slot, is);
        }
      }
      size -= 1;
    },
    exact: (text) => (texts.size === 0 ? undefined : texts.get(trimBlanks(text))?.[0]),
    knows: (program) => trie.root.next !== undefined || childOf(trie.root, program) !== undefined,
    concerns({ words, knowledge }, programs) {
      if (trie.root.next !== undefined) return true;
      for (const program of programs) {
        let node = childOf(trie.root, program);
        for (let at = 1; node !== undefined; at += 1) {
          if (node.rests !== undefined || node.ends !== undefined || node.next !== undefined) {
            return true;
          }
          const word = words[at];
          if (word === undefined) break;
          // From an option or a dynamic word on there is more than one reading.
          if (word.startsWith('-') || (knowledge?.[at] ?? STATIC) !== STATIC) return true;
          if (word.includes(':')) return true;
          node = childOf(node, word);
        }
      }
      return false;
    },
    match(shape) {
      for (const program of shape.programs) {
        const found = nextHit(trie.root, shape, program);
        if (found !== undefined) return found;
      }
      return forPrograms(shape, (node) => {
        for (const [reading, operands] of shape.operands.entries()) {
          const found = walk(node, shape, operands, reading === 0 ? 0 : 1);
          if (found !== undefined) return found;
        }
        return undefined;
      });
    },
    mightMatch(shape) {
      if (!shape.dynamic) return undefined;
      return forPrograms(shape, (start) => {
        for (const [reading, operands] of shape.operands.entries()) {
          if (shape.valuesKnown && reading < shape.operands.length - 1) continue;
          const certain = shape.certain[reading] ?? 0;
          let node: WordNode<Leaf> | undefined = start;
          for (let at = 0; node !== undefined; at += 1) {
            // Options that are missing may come from a variable.
            if (node.rests?.[0] !== undefined) return node.rests[0].rule;
            if (at === certain && at < operands.length) {
              const any = anyRule(node);
              if (any !== undefined) return any;
            }
            if (at >= operands.length) {
              if (node.ends?.[0] !== undefined) return node.ends[0].rule;
              break;
            }
            node = childOf(node, operands[at] ?? '');
          }
        }
        return undefined;
      });
    },
  };
}

/** Any rule that hangs below a node. */
function anyRule(node: WordNode<Leaf>): Rule | undefined {
  const here = node.ends?.[0] ?? node.rests?.[0] ?? node.families?.[0] ?? node.next?.first();
  if (here !== undefined) return here.rule;
  for (const child of node.children?.values() ?? []) {
    const below = anyRule(child);
    if (below !== undefined) return below;
  }
  return undefined;
}

function placesOf(guard: GuardPattern): { words: readonly string[]; slot: Slot }[] {
  const { pattern, operands } = guard;
  if (guard.plain) {
    const words = operands.words.filter((word) => typeof word === 'string');
    if (!operands.rest) return [{ words, slot: 'end' }];
    // Names of programs are also looked up without what follows a `:`.
    if (!operands.family || words.length === 1) return [{ words, slot: 'rest' }];
    return [
      { words, slot: 'rest' },
      { words, slot: 'family' },
    ];
  }
  // Hang it where both readings, word by word and operands alone, are sure to come by.
  const literals: string[] = [];
  for (const word of pattern.words) {
    if (typeof word !== 'string' || (literals.length > 0 && word.startsWith('-'))) break;
    literals.push(word);
  }
  const next = pattern.words[literals.length];
  const first = literals.length === 0;
  const glob = typeof next === 'object' && !isLoneStar(next) ? next : undefined;
  const prefix = glob?.[0] ?? '';
  if (first) return [{ words: [], slot: { next: ['', ''] } }];
  return [
    {
      words: literals,
      slot: { next: prefix === '' || prefix.startsWith('-') ? ['', ''] : [prefix, ''] },
    },
  ];
}

/** The text of a pattern as a glob over text that cannot be taken apart; blanks are one blank. */
function textGlob(pattern: string): Glob {
  return ['', ...blankNormalised(pattern).split('*'), ''];
}

/** `text` with every run of blanks made one blank. */
export function blankNormalised(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Whether the text of a line pattern stands in text that cannot be taken apart. */
export function lineStandsIn(line: GuardLine, normalisedText: string): boolean {
  return matchGlob(line.text, normalisedText);
}
