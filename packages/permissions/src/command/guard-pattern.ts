import { foldCase } from '../unicode.ts';
import type { Work } from '../work.ts';
import { isOrContinues, matchWords } from './match-words.ts';
import type { CommandPattern } from './pattern.ts';
import { plainName, programNames, requiredFlags, type Shape } from './shape.ts';

/** A pattern as deny rules match it. */
export interface GuardPattern {
  /** The words, with the program name normalized. */
  readonly pattern: CommandPattern;
  /** The words without options. */
  readonly operands: CommandPattern;
  readonly flags: readonly string[];
  /** Whether every word is literal and there are no assignments. */
  readonly plain: boolean;
  /** Words that a matching command contains in any position, the last one possibly continued after a `:`. */
  readonly needed: readonly string[];
}

/** Classifies the words of a pattern like those of a command. */
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
    // A star in place of the program may match no word at all. Later words tell commands apart best.
    needed:
      typeof folded === 'string'
        ? operands
            .slice(1)
            .filter((word) => typeof word === 'string')
            .toReversed()
        : [],
  };
}

/**
 * Whether a pattern may match a command whose words are all known. Cheaper than classifying the words,
 * and never `false` if `matchGuard` is `true`.
 */
export function mayFitGuard(guard: GuardPattern, words: readonly string[], work: Work): boolean {
  for (const word of guard.needed) {
    work.spend(1 + (words.length >> 4));
    const fits = (one: string, at: number): boolean => at > 0 && isOrContinues(one, word);
    if (!words.some(fits)) return false;
  }
  return true;
}

/** Whether a pattern matches a command: word by word, or its operands and options separately. */
export function matchGuard(guard: GuardPattern, shape: Shape, work: Work): boolean {
  if (!guard.pattern.assignments.every((one) => shape.assignments.includes(one))) return false;
  const flagged = guard.flags.every((flag) => shape.flags().has(flag));
  // Later readings only remove operands, so a rule without operands cannot match more in them.
  const bare = guard.plain && guard.operands.words.length === 1 && !guard.operands.rest;
  return shape.programs.some((program, name) => {
    const words = shape.named(name);
    if (matchWords(guard.pattern, { words }, 'broad', work)) return true;
    if (!flagged) return false;
    return shape.operands.some((operands, reading) => {
      if (bare && reading > 0) return false;
      return matchWords(guard.operands, { words: [program, ...operands] }, 'broad', work, true);
    });
  });
}

/**
 * Whether a pattern would match for some value of the command's unknown words: the operands before the first
 * unknown one are equal.
 */
export function mightMatchGuard({ pattern, operands, plain }: GuardPattern, shape: Shape): boolean {
  const literals: string[] = [];
  for (const word of plain ? operands.words : pattern.words) {
    if (typeof word !== 'string' || (!plain && literals.length > 0 && word.startsWith('-'))) break;
    literals.push(word);
  }
  const wanted = literals.slice(1);
  return shape.operands.some((given, reading) => {
    if (shape.valuesKnown && reading < shape.operands.length - 1) return false;
    const certain = shape.certain[reading] ?? 0;
    const differs = wanted.findIndex((word, at) => word !== given[at]);
    const same = differs < 0 ? wanted.length : differs;
    if (certain < given.length && wanted.length >= certain && same >= certain) return true;
    if (!plain || same < wanted.length) return false;
    // A variable may contain the options that are missing.
    return operands.rest || wanted.length === given.length;
  });
}
