import { matchGlob } from '../glob.ts';
import type { Work } from '../work.ts';
import { STATIC, VARIABLE, type Knowledge } from './line.ts';
import { isLoneStar, type CommandPattern, type WordPattern } from './pattern.ts';

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
      if (!fitsAt(pattern, from, to, words, at, reading, work)) return false;
    } else {
      const earliest = optionalStars ? at : at + 1;
      const fixed = last && !pattern.rest ? length - size : undefined;
      if (fixed !== undefined && fixed < earliest) return false;
      at = fixed ?? earliest;
      const latest = length - size;
      while (at <= latest && !fitsAt(pattern, from, to, words, at, reading, work)) {
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

function fitsAt(
  pattern: CommandPattern,
  from: number,
  to: number,
  words: Words,
  at: number,
  reading: Reading,
  work: Work,
): boolean {
  if (at + to - from > words.words.length) return false;
  const last = pattern.words.length - 1;
  for (let index = from; index < to; index += 1) {
    const wanted = pattern.words[index] ?? '';
    const open = pattern.rest && index === last;
    const family = pattern.family && index === last;
    if (!fitsWord(wanted, family, open, words, at + index - from, reading, work)) return false;
  }
  return true;
}

function fitsWord(
  wanted: WordPattern,
  family: boolean,
  open: boolean,
  words: Words,
  at: number,
  reading: Reading,
  work: Work,
): boolean {
  const word = words.words[at] ?? '';
  const known = words.knowledge?.[at] ?? STATIC;
  work.spend(1);
  if (known === STATIC || reading === 'broad') {
    if (typeof wanted !== 'string') {
      return (
        matchGlob(wanted, word, work) ||
        (family && matchGlob([...wanted.slice(0, -1), `${wanted.at(-1) ?? ''}:`, ''], word, work))
      );
    }
    return (
      word === wanted ||
      (family &&
        word.length > wanted.length &&
        word[wanted.length] === ':' &&
        word.startsWith(wanted))
    );
  }
  // Only the literal prefix of the word can be compared. The rest has to fall under a final star, and if the
  // word can become several words, further words have to be free as well.
  const lead = words.leads?.[at] ?? '';
  if (known > VARIABLE || !open) return false;
  if (typeof wanted === 'string') return family && lead.startsWith(`${wanted}:`);
  return wanted.length === 2 && wanted[1] === '' && lead.startsWith(wanted[0] ?? '');
}
