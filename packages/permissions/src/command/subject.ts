import type { Work } from '../work.ts';
import { hasHiddenText, isPlain, plainReading } from '../unicode.ts';
import { doubt, stricter, type Finding, type GuardRules } from './finding.ts';
import { guardCommand, guardLine, guardText, type GuardTrace } from './guard.ts';
import { scanText } from './guard-text.ts';
import { staticCommand, type CommandLine, type SimpleCommand, type Span } from './line.ts';
import {
  granted,
  held,
  permitCommand,
  permitLine,
  type Permit,
  type PermitRules,
  type PermitTrace,
} from './permit.ts';
import { parseCommandLine } from './parse.ts';
import { BASH, PARSED } from '../programs/shells.ts';
import { exactRule } from './rules.ts';

/** A command to evaluate: text for a shell, or an argument vector that no shell reads. */
export type CommandSubject =
  | {
      readonly type: 'text';
      readonly text: string;
      readonly plain: boolean;
      readonly hidden: boolean;
      /** Parsed on first use. `undefined` for a shell whose lines cannot be parsed. */
      readonly line: () => CommandLine | undefined;
    }
  | { readonly type: 'argv'; readonly command: SimpleCommand; readonly hidden: boolean };

/** Prepares a command. Nothing is parsed yet. */
export function commandSubject(
  value: string | readonly string[],
  dialect: string | undefined,
  work: Work,
): CommandSubject {
  if (typeof value !== 'string') {
    const hidden = value.some(hasHiddenText);
    return { type: 'argv', command: staticCommand(value, [0, 0]), hidden };
  }
  let line: CommandLine | undefined;
  const parsed = PARSED.has(dialect ?? BASH);
  const plain = isPlain(value);
  return {
    type: 'text',
    text: value,
    plain,
    hidden: !plain && hasHiddenText(value),
    line() {
      if (parsed && line === undefined) {
        work.spend(value.length);
        line = parseCommandLine(value, { shell: dialect ?? BASH });
      }
      return line;
    },
  };
}

/** Whether the command is empty. */
export function isBlank(subject: CommandSubject): boolean {
  return subject.type === 'text' ? !/[^ \t\n]/.test(subject.text) : subject.command.words[0] === '';
}

/** Checks a command against deny and ask rules. */
export function guardSubject(
  subject: CommandSubject,
  rules: GuardRules,
  trace?: GuardTrace,
): Finding | undefined {
  const patterns = rules.deny.size + rules.ask.size > 0;
  if (subject.type === 'argv') {
    const found = guardCommand(subject.command, rules, trace);
    return subject.hidden && patterns ? stricter(found, HIDDEN) : found;
  }
  const line = subject.line();
  let worst: Finding | undefined;
  if (line === undefined) {
    worst = guardText(subject.text, rules);
    if (worst?.outcome === 'denied') return worst;
    if (patterns) worst = stricter(worst, scanText(subject.text, rules) ?? UNPARSABLE);
  } else worst = guardLine(line, rules, trace);
  const reading = subject.plain ? subject.text : plainReading(subject.text);
  if (reading !== subject.text && patterns) {
    const other = parseCommandLine(reading, { shell: line?.shell ?? BASH });
    if (worst?.outcome !== 'denied') worst = stricter(worst, guardLine(other, rules));
    if (subject.hidden) worst = stricter(worst, HIDDEN);
  }
  return worst;
}

const HIDDEN: Finding = doubt('hidden-characters');
const UNPARSABLE: Finding = doubt('unparsable');

/** Checks a command against allow rules. */
export function permitSubject(
  subject: CommandSubject,
  rules: PermitRules,
  trace?: PermitTrace,
): Permit {
  const span: Span = [0, subject.type === 'text' ? subject.text.length : 0];
  if (subject.hidden) return held('hidden-characters', undefined, span);
  if (subject.type === 'argv') return permitCommand(subject.command, rules, trace);
  const exact = exactRule(rules.allow, subject.text);
  const covered = exact && granted(exact, span);
  if (covered !== undefined && trace === undefined) return covered;
  const line = subject.line();
  const found = line && permitLine(line, rules, trace);
  return covered ?? found ?? held('unparsable', undefined, span);
}
