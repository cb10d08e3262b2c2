import { guardCommand } from './command/guard.ts';
import { staticCommand } from './command/line.ts';
import { compileCommand, isLoneStar, literalWords } from './command/pattern.ts';
import { isWrapper, runsAnything } from './programs/index.ts';
import { basename } from './command/inner.ts';
import { guardRules } from './file-guards.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { matchPath } from './path/match.ts';
import { compilePath } from './path/pattern.ts';
import type { Rule } from './rule.ts';
import type { RulesOfKind, ToolRules } from './tool-rules.ts';

/** Codes of lint messages. Stable. */
export type LintCode =
  /** It can never match; a deny or ask rule like this makes its tool ask. */
  | 'invalid'
  /** A deny rule covers everything that it would allow. */
  | 'unreachable-allow'
  /** It allows a program that runs any command given to it. */
  | 'runs-anything'
  /** It allows any program at the start of a line. */
  | 'leading-star'
  /** It denies certain arguments, which can always be written in another way. */
  | 'deny-with-arguments'
  /** Brackets are literal in patterns, not a choice of characters. */
  | 'path-brackets'
  /** A leading `!` is literal in patterns, not a negation. */
  | 'path-negation'
  /** It has not matched anything for a long time. */
  | 'unused';

/** A lint message about a rule. */
export interface LintFinding {
  readonly rule: string;
  readonly ruleId: string;
  readonly code: LintCode;
  /** For people. May change. */
  readonly message: string;
}

/** When rules were used, for `unused`. */
export interface LintUse {
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * When each rule last matched, or was created if it never did, by rule id. Rules not listed are not
   * checked.
   */
  readonly lastUsed: ReadonlyMap<string, number>;
}

/** A rule is `unused` if it has not matched for this many milliseconds: 90 days. */
const UNUSED_AFTER_MS = 90 * 24 * 60 * 60 * 1000;

/** Reports possible mistakes in one rule, given the other rules. */
export function lintRule(
  rule: Rule,
  tool: ToolRules,
  problem: string | undefined,
  scope: EvaluationScope,
  use: LintUse | undefined,
): LintFinding[] {
  const findings: LintFinding[] = [];
  const report = (code: LintCode, message: string): void => {
    findings.push({ rule: rule.text, ruleId: rule.id, code, message });
  };
  if (problem !== undefined) {
    report('invalid', problem);
    return findings;
  }
  if (tool.kind === 'command') lintCommand(rule, tool, scope, report);
  if (tool.kind === 'path') lintPath(rule, tool, scope, report);
  const lastUsed = use?.lastUsed.get(rule.id);
  if (use !== undefined && lastUsed !== undefined && use.now - lastUsed > UNUSED_AFTER_MS) {
    report('unused', 'Nothing has matched this rule for 90 days; consider removing it.');
  }
  return findings;
}

type Report = (code: LintCode, message: string) => void;

function lintCommand(
  rule: Rule,
  tool: RulesOfKind<'command'>,
  scope: EvaluationScope,
  report: Report,
): void {
  if (rule.pattern.trim() === '*') {
    if (rule.effect === 'allow' && tool.deny.whole.length > 0) reportUnreachable(report);
    return;
  }
  const compiled = compileCommand(rule.pattern, rule.effect);
  if (typeof compiled === 'string') return;
  const { words = [], rest = false } = compiled.command ?? {};
  const literals = literalWords({ words });
  if (rule.effect !== 'allow') {
    const options = literals.slice(1).some((word) => word.startsWith('-'));
    if (options || (literals.length < words.length && literals.length > 0)) {
      report(
        'deny-with-arguments',
        'A deny rule about arguments is easy to bypass. Deny the whole program, or allow only what is needed.',
      );
    }
    return;
  }
  const free = rest || literals.length < words.length;
  const program = basename(literals[0] ?? '');
  const [first] = words;
  if (first !== undefined && typeof first !== 'string' && isLoneStar(first)) {
    report('leading-star', 'The pattern allows every program that is followed by these words.');
  } else if (free && literals.length === 1 && (runsAnything(program) || isWrapper(program))) {
    report('runs-anything', `${program} runs whatever it is given; spell out what it may run.`);
  }
  if (literals.length === 0) return;
  const denied = guardCommand(staticCommand(literals, [0, 0]), guardRules(tool, scope));
  if (tool.deny.whole.length > 0 || denied?.outcome === 'denied') reportUnreachable(report);
}

function lintPath(
  rule: Rule,
  tool: RulesOfKind<'path'>,
  scope: EvaluationScope,
  report: Report,
): void {
  const pattern = rule.pattern.trim();
  if (/\[[^\]/]+\]/.test(pattern) && /[*?]/.test(pattern)) {
    report('path-brackets', 'Brackets are letters of a name here; use {a,b} for a choice.');
  }
  if (pattern.startsWith('!')) {
    report('path-negation', 'A leading ! is a letter of a name here; write a deny rule instead.');
  }
  if (rule.effect !== 'allow') return;
  const compiled = compilePath(pattern, 'allow', scope.paths);
  if (typeof compiled === 'string') return;
  const covered = compiled.every(
    ({ literals }) =>
      matchPath(tool.deny.index, literals, true, scope.paths, scope.work) !== undefined,
  );
  if (tool.deny.whole.length > 0 || covered) reportUnreachable(report);
}

function reportUnreachable(report: Report): void {
  report('unreachable-allow', 'A deny rule covers all that this rule would allow.');
}
