import type { ReasonCode } from '../decision.ts';
import type { Rule } from '../rule.ts';
import type { PathIndex } from './path-index.ts';
import type { PathSubject } from './subject.ts';

/** A deny rule that covers some file which the path may mean. */
export function deniedPath(index: PathIndex, subject: PathSubject): Rule | undefined {
  if (index.size === 0) return undefined;
  for (const view of subject.deny) {
    const rule = index.match(view);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** An allow rule for each file which the path may mean, or why there is none. */
export function permittedPath(index: PathIndex, subject: PathSubject): Rule | ReasonCode {
  if (subject.problem !== undefined) return subject.problem;
  let first: Rule | undefined;
  for (const view of subject.allow) {
    const rule = index.match(view);
    if (rule === undefined) return 'no-rule';
    first ??= rule;
  }
  return first ?? 'no-rule';
}
