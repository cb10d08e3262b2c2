import type { ReasonCode } from '../decision.ts';
import type { Rule } from '../rule.ts';
import type { Work } from '../work.ts';
import type { GuardIndex } from './rules.ts';

/** What the deny and ask rules say about a call, or might. */
export interface Finding {
  readonly outcome: 'denied' | 'ask';
  readonly code: ReasonCode;
  readonly rule: Rule | undefined;
}

/** What the rules of the file tools say about a file that a shell opens. */
export interface FileGuard {
  /** Whether there is any deny or ask rule to be minded. */
  readonly active: boolean;
  check(path: string): Finding | undefined;
  /** Whether the file is one that no rule opens. */
  isProtected(path: string): boolean;
}

/** The deny and ask rules that a command is held against. */
export interface GuardRules {
  readonly deny: GuardIndex;
  readonly ask: GuardIndex;
  readonly work: Work;
  readonly writes: FileGuard;
  readonly reads: FileGuard;
  /** Whether a word, read as a path, names a file that no rule opens. Absent: there is none. */
  readonly namesProtected?: ((word: string) => boolean) | undefined;
  /** Whether a word, read as a path, names a folder around such a file. Absent: there is none. */
  readonly surroundsProtected?: ((word: string) => boolean) | undefined;
}

/** The stricter of two findings. A rule that matches comes before one that might. */
export function stricter(
  left: Finding | undefined,
  right: Finding | undefined,
): Finding | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return weight(right) > weight(left) ? right : left;
}

function weight(finding: Finding): number {
  if (finding.outcome === 'denied') return 2;
  return finding.code === 'rule.ask' ? 1 : 0;
}

/** A rule that might match. */
export function doubt(code: ReasonCode, rule?: Rule): Finding {
  return { outcome: 'ask', code, rule };
}

/** A deny rule that matches. */
export function denied(rule: Rule): Finding {
  return { outcome: 'denied', code: 'rule.deny', rule };
}

/** An ask rule that matches. */
export function asked(rule: Rule): Finding {
  return { outcome: 'ask', code: 'rule.ask', rule };
}
