import { matchGlob } from '../glob.ts';
import { leavesFolder } from '../url/subject.ts';
import type { Work } from '../work.ts';
import { STATIC, VARIABLE, type Knowledge } from './line.ts';
import { isLoneStar, type CommandPattern } from './pattern.ts';

/** Words to match, with how much is known of them; both lists are absent when all are static. */
export interface Words {
  readonly words: readonly string[];
  readonly knowledge?: readonly Knowledge[] | undefined;
  readonly leads?: readonly string[] | undefined;
}

/**
 * How broadly to match. `narrow` is for allow rules: a dynamic word matches only where any word is accepted.
 * `broad` is for deny rules: a dynamic word also matches as its own text.
 */
export type Reading = 'narrow' | 'broad';

/**
 * Whether all `words` match a pattern, compared one by one. A lone star matches one or more words or, where
 * `optionalStars` is set, any number. Greedy over stars: the first place where the words between two stars
 * match is as good as any later one.
 */
export function matchWords(
  pattern: CommandPattern,
  words: Words,
  reading: Reading,
  work: Work,
  optionalStars = false,
): boolean {
  const match = { pattern, words, reading, work };
  const wanted = pattern.words;
  const length = words.words.length;
  let at = 0;
  let from = 0;
  let starred = false;
  for (;;) {
    let to = from;
    while (to < wanted.length && !isLoneStar(wanted[to] ?? '')) to += 1;
    const size = to - from;
    const last = to >= wanted.length;
    if (!starred) {
      if (!fitsAt(match, from, to, at)) return false;
    } else {
      const earliest = optionalStars ? at : at + 1;
      const fixed = last && !pattern.rest ? length - size : undefined;
      if (fixed !== undefined && fixed < earliest) return false;
      at = fixed ?? earliest;
      const latest = length - size;
      while (at <= latest && !fitsAt(match, from, to, at)) {
        if (fixed !== undefined) return false;
        at += 1;
      }
      if (at > latest) return false;
    }
    at += size;
    if (last) return pattern.rest ? at <= length : at === length;
    starred = true;
    from = to + 1;
  }
}

interface Match {
  readonly pattern: CommandPattern;
  readonly words: Words;
  readonly reading: Reading;
  readonly work: Work;
}

function fitsAt(match: Match, from: number, to: number, at: number): boolean {
  if (at + to - from > match.words.words.length) return false;
  for (let index = from; index < to; index += 1) {
    if (!fitsWord(match, index, at + index - from)) return false;
  }
  return true;
}

/** Whether a word is the wanted one, or continues it after a `:`. */
export function isOrContinues(word: string, wanted: string): boolean {
  return word.startsWith(wanted) && (word.length === wanted.length || word[wanted.length] === ':');
}

function fitsWord({ pattern, words, reading, work }: Match, index: number, at: number): boolean {
  const wanted = pattern.words[index] ?? '';
  const last = index === pattern.words.length - 1;
  const family = last && pattern.family;
  const word = words.words[at] ?? '';
  const known = words.knowledge?.[at] ?? STATIC;
  work.spend(1);
  if (known === STATIC || reading === 'broad') {
    if (typeof wanted === 'string') return family ? isOrContinues(word, wanted) : word === wanted;
    if (reading === 'narrow' && leavesFolder(wanted, word)) return false;
    if (matchGlob(wanted, word, work)) return true;
    return family && matchGlob([...wanted.slice(0, -1), `${wanted.at(-1) ?? ''}:`, ''], word, work);
  }
  // Only the literal prefix of the word can be compared. The rest has to fall under a final star, and if the
  // word can become several words, further words have to be free as well.
  const lead = words.leads?.[at] ?? '';
  if (known > VARIABLE || !last || !pattern.rest) return false;
  if (typeof wanted === 'string') return family && lead.startsWith(`${wanted}:`);
  return wanted.length === 2 && wanted[1] === '' && lead.startsWith(wanted[0] ?? '');
}
