import type { Glob } from '../glob.ts';
import { firstRule, type Rule } from '../rule.ts';
import type { Compile, Entry, Keyed, RuleIndex } from '../rule-index.ts';
import { trimBlanks } from '../unicode.ts';
import type { Work } from '../work.ts';
import {
  guardPattern,
  matchGuard,
  mayFitGuard,
  mightMatchGuard,
  type GuardPattern,
} from './guard-pattern.ts';
import { matchWords, type Words } from './match-words.ts';
import { compileCommand, literalWords, type CommandPattern, type LinePattern } from './pattern.ts';
import type { Shape } from './shape.ts';

/** One reading of a rule for commands; without any of these it is compared as text. */
export interface CommandRule {
  /** Of an allow rule. */
  readonly command?: CommandPattern;
  /** Of a deny or ask rule, about one command or about several. */
  readonly guard?: GuardPattern;
  readonly line?: GuardLine;
}

/** A rule about several commands of one line. */
interface GuardLine {
  readonly pattern: LinePattern;
  readonly commands: readonly GuardPattern[];
  /** Its text, searched for where parsing fails; each run of whitespace is one space. */
  readonly text: Glob;
}

export type CommandIndex = RuleIndex<CommandRule>;

/** The index key of rules about several commands; no rule text can contain it. */
const LINES = '\0';

/** How many leading words of a pattern form its key. */
const KEY_WORDS = 3;

/**
 * Rules are indexed by their whole text; allow rules also by their leading literal words, deny and ask rules
 * by the name of their program.
 */
export const compileCommandRule: Compile<CommandRule> = (rule) => {
  const compiled = compileCommand(rule.pattern, rule.effect);
  if (typeof compiled === 'string') return compiled;
  const { text, command, line } = compiled;
  const readings: Keyed<CommandRule>[] = [];
  if (text !== undefined) readings.push({ key: [text], whole: true, pattern: {} });
  if (line !== undefined) {
    const commands = line.commands.map(guardPattern);
    const glob = ['', ...blankNormalised(rule.pattern).split('*'), ''];
    readings.push({ key: [LINES], pattern: { line: { pattern: line, commands, text: glob } } });
  }
  if (command === undefined) return readings;
  if (rule.effect === 'allow') {
    readings.push({ key: wordKeys(literalWords(command)), pattern: { command } });
  } else {
    const guard = guardPattern(command);
    const [first] = guard.pattern.words;
    const key = typeof first === 'string' ? [first] : [];
    readings.push({ key, pattern: { guard } });
  }
  return readings;
};

/** The leading words of a command, for use as a key. A family (`test:unit`) is cut at the `:`. */
function wordKeys(words: readonly string[]): string[] {
  const keys: string[] = [];
  for (let at = 0; at < words.length && at < KEY_WORDS; at += 1) {
    const word = words[at] ?? '';
    const colon = word.indexOf(':');
    keys.push(colon < 0 ? word : word.slice(0, colon));
  }
  return keys;
}

/** The rule that equals the whole text of a command, except for whitespace at its ends. */
export function exactRule<Pattern>(index: RuleIndex<Pattern>, text: string): Rule | undefined {
  return index.size === 0 ? undefined : index.exactly(trimBlanks(text))[0]?.rule;
}

/** An allow rule that matches the words of a command. */
export interface Candidate {
  readonly rule: Rule;
  readonly pattern: CommandPattern;
  /** The number of leading words that the rule spells out; the others matched its wildcard. */
  readonly spelled: number;
}

/** The allow rules that match the words of a command, those that spell out most words first. */
export function candidatesFor(index: CommandIndex, words: Words, work: Work): Candidate[] {
  const found: Candidate[] = [];
  if (index.size === 0) return found;
  // Of a dynamic word only the prefix is known, which may be the name of a family.
  index.findAlong(wordKeys(words.leads ?? words.words), ({ command }, rule) => {
    if (command !== undefined && matchWords(command, words, 'narrow', work)) {
      found.push({ rule, pattern: command, spelled: spelledBy(command, words) });
    }
    return false;
  });
  return found.length < 2 ? found : found.toSorted((left, right) => right.spelled - left.spelled);
}

function spelledBy({ words, family }: CommandPattern, given: Words): number {
  const wild = words.findIndex((word) => typeof word !== 'string');
  if (wild >= 0) return wild;
  const last = words.length - 1;
  return family && words[last] !== given.words[last] ? last : words.length;
}

/** The deny and ask rules about commands. */
type Guards = Readonly<Record<'deny' | 'ask', CommandIndex>>;

/** Whether a deny or ask rule may begin with a program of one of these names. */
export function knowsProgram({ deny, ask }: Guards, names: readonly string[]): boolean {
  if (deny.unkeyed.length + ask.unkeyed.length > 0) return true;
  for (const name of names) {
    if (deny.under(name).length + ask.under(name).length > 0) return true;
  }
  return false;
}

/** Whether a deny or ask rule may match a command whose words are all known. */
export function mayMatchGuarded(
  { deny, ask }: Guards,
  names: readonly string[],
  words: readonly string[],
  work: Work,
): boolean {
  const may = ({ guard }: CommandRule): boolean =>
    guard !== undefined && mayFitGuard(guard, words, work);
  return (deny.find(names, may) ?? ask.find(names, may)) !== undefined;
}

/** A deny or ask rule that matches some reading of a command. */
export function matchGuarded(index: CommandIndex, shape: Shape, work: Work): Rule | undefined {
  return index.find(
    shape.programs,
    ({ guard }) => guard !== undefined && matchGuard(guard, shape, work),
  );
}

/** A deny or ask rule that would match for some value of the command's dynamic words. */
export function mightMatchGuarded(index: CommandIndex, shape: Shape): Rule | undefined {
  if (!shape.dynamic) return undefined;
  const might = ({ guard }: CommandRule): boolean =>
    guard !== undefined && mightMatchGuard(guard, shape);
  return firstRule(
    shape.programs,
    (program) => index.under(program).find(({ pattern }) => might(pattern))?.rule,
  );
}

/** The deny or ask rules about several commands. */
export function guardLines(index: CommandIndex): readonly Entry<CommandRule>[] {
  return index.under(LINES);
}

/** Replaces every run of whitespace in `text` by one space. */
export function blankNormalised(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
