import type { Finding } from '../command/finding.ts';
import type { PathSubject, ProtectedPaths } from './subject.ts';

/** The reason given for a call that reaches a protected file. */
export const PROTECTED: Finding = { outcome: 'denied', code: 'protected-path', rule: undefined };

/** Whether a path may refer to a protected file, in any reading of it. */
export function isProtected(subject: PathSubject, paths: ProtectedPaths | undefined): boolean {
  return paths !== undefined && subject.deny.some((view) => paths.leadsTo(`/${view.join('/')}`));
}

/** Whether moving a path, or replacing it, would affect a protected file. */
export function takesProtected(subject: PathSubject, paths: ProtectedPaths | undefined): boolean {
  return paths !== undefined && subject.deny.some((view) => paths.surrounds(`/${view.join('/')}`));
}

/**
 * The paths that a word of a command may name: all of it, what follows the first `=`, `:` or `@`, what is
 * between these and commas, and the value in the same word as a one-letter option, possibly in a cluster.
 */
export function partsOf(word: string): string[] {
  const parts = [word, ...word.split(/[=:@,]/)];
  for (const mark of ['=', ':', '@']) parts.push(word.slice(word.indexOf(mark) + 1));
  if (/^-[^-]./.test(word)) {
    for (let at = 2; at < word.length && at <= 8; at += 1) parts.push(word.slice(at));
  }
  return [...new Set(parts)].filter((part) => part !== '');
}
