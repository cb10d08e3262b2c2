import type { Work } from './work.ts';

/**
 * Text with wildcards, split at its stars: `a*b` is `['a', 'b']`, and a single element has no star.
 * `ANY_CHARACTER` inside an element matches any one character.
 */
export type Glob = readonly string[];

/** A NUL character, which patterns may not contain, so it is never literal. */
export const ANY_CHARACTER = '\0';

/** How many comparisons of a native search, which may make one per character of the part, are one step. */
const COMPARISONS = 64;

/** Whether the glob matches the whole of `text`. Stars do not backtrack. */
export function matchGlob(glob: Glob, text: string, work: Work): boolean {
  const head = glob[0] ?? '';
  const last = glob.length - 1;
  work.spend(head.length + 1);
  if (last <= 0) return text.length === head.length && fits(head, text, 0);
  const tail = glob[last] ?? '';
  if (text.length < head.length + tail.length || !fits(head, text, 0)) return false;
  const end = text.length - tail.length;
  if (!fits(tail, text, end)) return false;
  let position = head.length;
  for (let index = 1; index < last; index += 1) {
    const part = glob[index] ?? '';
    const found = search(part, text, position, end, work);
    if (found < 0) return false;
    position = found + part.length;
  }
  return true;
}

function fits(part: string, text: string, at: number): boolean {
  if (!part.includes(ANY_CHARACTER)) return text.startsWith(part, at);
  for (let index = 0; index < part.length; index += 1) {
    const wanted = part[index];
    if (wanted !== ANY_CHARACTER && wanted !== text[at + index]) return false;
  }
  return true;
}

function search(part: string, text: string, from: number, end: number, work: Work): number {
  if (part.includes(ANY_CHARACTER)) {
    for (let at = from; at + part.length <= end; at += 1) {
      work.spend(1);
      if (fits(part, text, at)) return at;
    }
    return -1;
  }
  if (part.length > COMPARISONS) work.spend((end - from) * (part.length / COMPARISONS));
  const found = text.indexOf(part, from);
  work.spend((found < 0 ? end : found) - from);
  return found < 0 || found + part.length > end ? -1 : found;
}
