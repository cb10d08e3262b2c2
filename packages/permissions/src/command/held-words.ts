import type { ReasonCode } from '../decision.ts';
import type { Candidate } from './rules.ts';
import type { Unwrapped } from './inner.ts';
import type { SimpleCommand } from './line.ts';
import { isWrapper, wordsOf } from '../programs/index.ts';
import { HELD } from '../programs/program.ts';
import { mayRunInput, readWords } from './options/read-words.ts';
import type { Spelling } from './options/reading-state.ts';

/**
 * Why a rule does not cover the words that it leaves open: the program's table does not understand them. For
 * a program without a table, the rule's wildcard is accepted.
 * @param command - the words from the program on; the program is word `offset` of the whole command
 * @param total - the number of words in the whole command
 */
export function heldWords(
  command: SimpleCommand,
  program: string,
  unwrapped: Unwrapped | undefined,
  { spelled, pattern }: Candidate,
  offset: number,
  total: number,
  { moved, writes }: Pick<Spelling, 'moved' | 'writes'>,
): ReasonCode | undefined {
  const whole = spelled >= offset + command.words.length;
  const table = wordsOf(program) ?? (isWrapper(program) ? HELD : undefined);
  if (table === undefined || table.text === true) return undefined;
  // No rule spells out what a program reads, so that a program which runs it is never covered.
  const reads = command.input !== undefined || mayRunInput(table);
  if (whole && (unwrapped !== undefined || !reads)) return undefined;
  const behind = pattern.rest ? 0 : literalsBehind(pattern.words);
  const found = readWords(command, table, {
    until: spelled - offset,
    from: behind === 0 ? Number.POSITIVE_INFINITY : total - behind - offset,
    skips: rangesOf(unwrapped),
    moved,
    writes,
    wraps: unwrapped !== undefined,
  });
  return whole && found !== 'stdin-script' ? undefined : found;
}

/** No words. */
export const NONE: readonly (readonly [number, number])[] = [];

/** How many trailing words of a pattern are literal; a star comes before them. */
function literalsBehind(words: Candidate['pattern']['words']): number {
  let count = 0;
  while (count < words.length && typeof words[words.length - 1 - count] === 'string') count += 1;
  return count;
}

/** The words that are checked as separate commands and scripts. */
export function rangesOf(unwrapped: Unwrapped | undefined): typeof NONE {
  const inners = unwrapped?.inners ?? [];
  return inners.flatMap((inner) => ('to' in inner ? [[inner.at, inner.to] as const] : []));
}
