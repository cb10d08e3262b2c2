import type { Glob } from '../glob.ts';
import type { Rule } from '../rule.ts';
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
import { compileCommand, type CommandPattern, type LinePattern } from './pattern.ts';
import type { Shape } from './shape.ts';

/** One reading of an allow rule for commands; without a command it is compared as text. */
export interface AllowedCommand {
  readonly command: CommandPattern | undefined;
}

/** One reading of a deny or ask rule for commands: as text, as one command, or as several. */
export interface GuardedCommand {
  readonly guard: GuardPattern | undefined;
  readonly line: GuardLine | undefined;
}

/** A rule about several commands of one line. */
export interface GuardLine {
  readonly pattern: LinePattern;
  readonly commands: readonly GuardPattern[];
  /** Its text, searched for where parsing fails; each run of whitespace is one space. */
  readonly text: Glob;
}

export type AllowIndex = RuleIndex<AllowedCommand>;
export type GuardIndex = RuleIndex<GuardedCommand>;

/** The index key of rules about several commands; no rule text can contain it. */
const LINES = '\0';

/** How many leading words of a pattern form its key. */
const KEY_WORDS = 3;

/** Allow rules are indexed by their whole text and by their leading literal words. */
export const compileAllowed: Compile<AllowedCommand> = (rule) => {
  const compiled = compileCommand(rule.pattern, 'allow');
  if (typeof compiled === 'string') return compiled;
  const { text, command } = compiled;
  const readings: Keyed<AllowedCommand>[] = [];
  if (text !== undefined) {
    readings.push({ key: text, whole: true, pattern: { command: undefined } });
  }
  if (command !== undefined) {
    const wild = command.words.findIndex((word) => typeof word !== 'string');
    const literals = wild < 0 ? command.words : command.words.slice(0, wild);
    readings.push({ key: wordKeys(literals.map(String)), pattern: { command } });
  }
  return readings;
};

/** Deny and ask rules are indexed by their whole text and by the name of their program. */
export const compileGuarded: Compile<GuardedCommand> = (rule) => {
  const compiled = compileCommand(rule.pattern, rule.effect);
  if (typeof compiled === 'string') return compiled;
  const { text, command, line } = compiled;
  const readings: Keyed<GuardedCommand>[] = [];
  const nothing = { guard: undefined, line: undefined };
  if (text !== undefined) readings.push({ key: text, whole: true, pattern: nothing });
  if (line !== undefined) {
    const commands = line.commands.map(guardPattern);
    const glob = ['', ...blankNormalised(rule.pattern).split('*'), ''];
    const pattern = { ...nothing, line: { pattern: line, commands, text: glob } };
    readings.push({ key: LINES, pattern });
  }
  if (command !== undefined) {
    const guard = guardPattern(command);
    const [first] = guard.pattern.words;
    const key = typeof first === 'string' ? first : undefined;
    readings.push({ key, pattern: { ...nothing, guard } });
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
export function candidatesFor(index: AllowIndex, words: Words, work: Work): Candidate[] {
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

/** Whether a deny or ask rule may begin with a program of one of these names. */
export function knowsProgram(index: GuardIndex, names: readonly string[]): boolean {
  if (index.size === 0) return false;
  if (index.unkeyed.length > 0) return true;
  for (const name of names) if (index.under(name).length > 0) return true;
  return false;
}

/** Whether any rule may match a command whose words are all known. */
export function mayMatchGuarded(
  index: GuardIndex,
  names: readonly string[],
  words: readonly string[],
  work: Work,
): boolean {
  if (index.size === 0) return false;
  const fits = ({ pattern: { guard } }: Entry<GuardedCommand>): boolean =>
    guard !== undefined && mayFitGuard(guard, words, work);
  for (const name of names) if (index.under(name).some(fits)) return true;
  return index.unkeyed.some(fits);
}

/** A deny or ask rule that matches some reading of a command. */
export function matchGuarded(index: GuardIndex, shape: Shape, work: Work): Rule | undefined {
  if (index.size === 0) return undefined;
  for (const program of shape.programs) {
    const found = firstMatching(index.under(program), shape, work);
    if (found !== undefined) return found;
  }
  return firstMatching(index.unkeyed, shape, work);
}

function firstMatching(
  entries: readonly Entry<GuardedCommand>[],
  shape: Shape,
  work: Work,
): Rule | undefined {
  for (const { rule, pattern } of entries) {
    if (pattern.guard !== undefined && matchGuard(pattern.guard, shape, work)) return rule;
  }
  return undefined;
}

/** A deny or ask rule that would match for some value of the command's dynamic words. */
export function mightMatchGuarded(index: GuardIndex, shape: Shape): Rule | undefined {
  if (!shape.dynamic) return undefined;
  for (const program of shape.programs) {
    for (const { rule, pattern } of index.under(program)) {
      if (pattern.guard !== undefined && mightMatchGuard(pattern.guard, shape)) return rule;
    }
  }
  return undefined;
}

/** The deny or ask rules about several commands. */
export function guardLines(index: GuardIndex): readonly { rule: Rule; line: GuardLine }[] {
  const entries = index.size === 0 ? NONE : index.under(LINES);
  if (entries.length === 0) return NONE;
  return entries.flatMap(({ rule, pattern: { line } }) =>
    line === undefined ? [] : [{ rule, line }],
  );
}

const NONE: readonly never[] = [];

/** Replaces every run of whitespace in `text` by one space. */
export function blankNormalised(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
