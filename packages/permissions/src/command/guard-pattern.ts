import { foldCase } from '../unicode.ts';
import { matchWords } from './match-words.ts';
import type { CommandPattern } from './pattern.ts';
import { plainName, programNames, requiredFlags, type Shape } from './shape.ts';

/** A pattern as deny rules read it. */
export interface GuardPattern {
  /** With the program folded. */
  readonly pattern: CommandPattern;
  /** Without its options. */
  readonly operands: CommandPattern;
  readonly flags: readonly string[];
  /** Whether every word is literal and there are no assignments. */
  readonly plain: boolean;
}

/** Sorts a pattern the way a command is sorted. */
export function guardPattern(written: CommandPattern): GuardPattern {
  const [first = '', ...later] = written.words;
  const folded = typeof first === 'string' ? foldCase(first) : first.map(foldCase);
  const program = typeof folded === 'string' ? plainName(programNames(folded)) : '';
  const pattern = { ...written, words: [folded, ...later] };
  const flags: string[] = [];
  const operands: CommandPattern['words'][number][] = [folded];
  let lastIsFlag = false;
  for (const word of later) {
    lastIsFlag = false;
    if (word === '--') continue;
    if (typeof word === 'string' && word.startsWith('-') && word.length > 1) {
      flags.push(...requiredFlags(word, program));
      lastIsFlag = true;
    } else operands.push(word);
  }
  const family = written.family && !lastIsFlag;
  return {
    pattern,
    operands: { assignments: [], words: operands, rest: written.rest, family },
    flags,
    plain: operands.every((word) => typeof word === 'string'),
  };
}

/** Whether a command has the options and assignments that a pattern asks for. */
export function hasFlags(guard: GuardPattern, shape: Shape): boolean {
  return (
    (guard.flags.length === 0 || guard.flags.every((flag) => shape.flags().has(flag))) &&
    guard.pattern.assignments.every((assignment) => shape.assignments.includes(assignment))
  );
}

/** Whether a pattern fits a command: word by word, or its operands and options each by themselves. */
export function matchGuard(guard: GuardPattern, shape: Shape): boolean {
  const { assignments } = guard.pattern;
  if (!assignments.every((assignment) => shape.assignments.includes(assignment))) return false;
  for (const program of shape.programs) {
    const words = [program, ...shape.words.slice(1)];
    if (matchWords(guard.pattern, { words }, 'broad')) return true;
    if (!hasFlags(guard, shape)) continue;
    for (const operands of shape.operands) {
      if (matchWords(guard.operands, { words: [program, ...operands] }, 'broad', true)) return true;
    }
  }
  return false;
}
