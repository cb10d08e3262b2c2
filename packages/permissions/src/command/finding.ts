import type { ReasonCode } from '../decision.ts';
import type { Rule } from '../rule.ts';
import type { Below } from '../path/overlap.ts';
import type { Work } from '../work.ts';
import type { CommandIndex } from './rules.ts';

/** A deny or ask rule that matches a call, or might match it. */
export interface Finding {
  readonly outcome: 'denied' | 'ask';
  readonly code: ReasonCode;
  readonly rule: Rule | undefined;
}

/** Checks a file opened by a shell against the rules of the file tools. */
export interface FileGuard {
  /** Whether there are any deny or ask rules to check. */
  readonly active: boolean;
  check(path: string): Finding | undefined;
  /** Whether the file is protected, so that no rule can allow it. */
  isProtected(path: string): boolean;
  /** A rule with a pattern that may be about what a word of a command names. */
  reached(word: FileWord): Rule | undefined;
}

/** A word of a command that is read as a path. */
export interface FileWord {
  readonly text: string;
  /** Whether the shell expands wildcards in it. */
  readonly glob: boolean;
  /** Whether the program is known to open its files, so that rules for the whole tool count, too. */
  readonly sure: boolean;
  /** What the command reaches below it. */
  readonly below: Below;
  /** Whether the current folder may have changed, and perhaps to one that only a run will tell. */
  readonly moved: boolean | 'anywhere';
}

/** The deny and ask rules that a command is checked against. */
export interface GuardRules {
  readonly deny: CommandIndex;
  readonly ask: CommandIndex;
  readonly work: Work;
  readonly writes: FileGuard;
  readonly reads: FileGuard;
  /** Whether a word, read as a path, names a protected file. Absent if there are none. */
  readonly namesProtected?: ((word: string) => boolean) | undefined;
  /**
   * Whether a word, read as a path, names a folder that contains a protected file. Absent if there are none.
   */
  readonly surroundsProtected?: ((word: string) => boolean) | undefined;
}

/** The stricter of two findings. A rule that matches takes precedence over one that might match. */
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

/** A finding of a rule that might match. */
export function doubt(code: ReasonCode, rule?: Rule): Finding {
  return { outcome: 'ask', code, rule };
}

/** The finding of the deny rule that `match` returns, otherwise that of the ask rule. */
export function guardedBy<Rules>(
  { deny, ask }: Readonly<Record<'deny' | 'ask', Rules>>,
  match: (rules: Rules) => Rule | undefined,
): Finding | undefined {
  const denying = match(deny);
  if (denying !== undefined) return denied(denying);
  const asking = match(ask);
  return asking && asked(asking);
}

/** A finding of a deny rule that matches. */
export function denied(rule: Rule): Finding {
  return { outcome: 'denied', code: 'rule.deny', rule };
}

/** A finding of an ask rule that matches. */
export function asked(rule: Rule): Finding {
  return { outcome: 'ask', code: 'rule.ask', rule };
}
