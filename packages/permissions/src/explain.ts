import { subjectOf, type ToolCall } from './call.ts';
import {
  commandSubject,
  guardSubject,
  permitSubject,
  type CommandSubject,
} from './command/subject.ts';
import { guardedBy, type Finding } from './command/finding.ts';
import type { Redirect, SimpleCommand, Span } from './command/line.ts';
import type { Permit } from './command/permit.ts';
import type { Decision, Outcome, ReasonCode } from './decision.ts';
import { guardRules, permitRules } from './file-guards.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { deniedPath, matchPath } from './path/match.ts';
import { isProtected } from './path/protected.ts';
import { pathSubject } from './path/subject.ts';
import type { Rule } from './rule.ts';
import type { RulesOfKind, ToolRules } from './tool-rules.ts';
import { previewOf } from './resource.ts';

/** Explanation of a decision, part by part. Plain JSON. */
export interface Explanation extends Decision {
  /** The parts of the call that were checked separately. */
  readonly subjects: readonly ExplainedSubject[];
  /** Rules that also match some part, but did not decide. */
  readonly others: readonly OtherRule[];
  /** Allow rules that matched but were not sufficient. */
  readonly held_back: readonly HeldBack[];
  /** Rules that would allow the call, from narrow to broad. */
  readonly suggestions: readonly string[];
  readonly ruleset_version: number;
  /** RFC 3339, UTC, with milliseconds. */
  readonly checked_at: string;
}

/** One command, redirect, path or value. */
export interface ExplainedSubject {
  readonly text: string;
  /** Position in the original, `[from, to)` in UTF-16 units. */
  readonly span: Span;
  /** The wrappers around it, outermost first. */
  readonly via: readonly string[];
  readonly decision: Outcome;
  readonly reason: ReasonCode;
  readonly rule?: string;
  readonly rule_id?: string;
}

/** A rule that matches but did not decide. */
export interface OtherRule {
  readonly rule: string;
  readonly rule_id: string;
  readonly effect: Rule['effect'];
}

/** An allow rule that was not sufficient, and why. */
export interface HeldBack {
  readonly rule: string;
  readonly rule_id: string;
  readonly reason: ReasonCode;
  readonly span: Span;
}

/** The part of an explanation that depends on the rules only. */
export type Trace = Pick<Explanation, 'subjects' | 'others' | 'held_back'>;

/** Evaluates a call again and records the result of each part. Slower than a plain evaluation. */
export function traceCall(
  tool: ToolRules,
  call: ToolCall,
  scope: EvaluationScope,
  decision: Decision,
): Trace {
  const { value, dialect } = subjectOf(call, tool.descriptor);
  const text = typeof value === 'string' ? value : previewOf(call, tool.descriptor);
  const seen = new Map<string, Rule>();
  const note = (rule: Rule | undefined): void => void (rule && seen.set(rule.id, rule));
  for (const effect of ['deny', 'ask', 'allow'] as const) note(tool[effect].whole[0]);
  const parts =
    tool.kind === 'command' && (typeof value === 'string' || Array.isArray(value))
      ? traceCommand(tool, commandSubject(value, dialect, scope.work), scope, note)
      : { subjects: traceWhole(tool, value, scope, text, decision), held_back: [] };
  seen.delete(decision.rule_id ?? '');
  const others = [...seen.values()].map((one) => ({
    rule: one.text,
    rule_id: one.id,
    effect: one.effect,
  }));
  const { reason, rule, rule_id = '' } = decision;
  const extra: HeldBack[] = [];
  if (reason === 'extra-argument' && rule !== undefined)
    extra.push({ rule, rule_id, reason, span: [0, text.length] });
  return { subjects: parts.subjects, others, held_back: [...parts.held_back, ...extra] };
}

function traceCommand(
  tool: RulesOfKind<'command'>,
  subject: CommandSubject,
  scope: EvaluationScope,
  note: (rule: Rule | undefined) => void,
): { subjects: ExplainedSubject[]; held_back: HeldBack[] } {
  const text = subject.type === 'text' ? subject.text : subject.command.words.join(' ');
  const findings = new Map<string, { part: SimpleCommand; finding: Finding | undefined }>();
  const permits = new Map<string, { part: SimpleCommand | Redirect; permit: Permit }>();
  const keep = (finding: Finding | undefined): void => note(finding?.rule);
  keep(
    guardSubject(subject, guardRules(tool, scope), (part, finding) => {
      findings.set(keyOf(part), { part, finding });
      keep(finding);
    }),
  );
  const whole = permitSubject(subject, permitRules(tool, scope), (part, permit) => {
    permits.set(keyOf(part), { part, permit });
    note(permit.rule);
  });
  note(whole.rule);
  const subjects: ExplainedSubject[] = [];
  const held: HeldBack[] = [];
  const toolWide = tool.allow.whole[0];
  for (const key of new Set([...permits.keys(), ...findings.keys()])) {
    const finding = findings.get(key)?.finding;
    const permit = permits.get(key)?.permit;
    const part = permits.get(key)?.part ?? findings.get(key)?.part;
    if (part === undefined) continue;
    if (permit !== undefined && !permit.allowed && permit.rule !== undefined) {
      const { rule, code, span } = permit;
      held.push({ rule: rule.text, rule_id: rule.id, reason: code, span });
    }
    subjects.push(explainPart(part, text, finding, permit, toolWide));
  }
  if (subjects.length === 0) {
    const { allowed, code, rule } = whole;
    subjects.push(explained(text, [0, text.length], [], allowed ? 'allowed' : 'ask', code, rule));
  }
  return { subjects, held_back: held };
}

function keyOf(part: SimpleCommand | Redirect): string {
  const [from, to] = part.span;
  const words = 'target' in part ? `${part.mode} ${part.target}` : part.words.join('\0');
  return `${from} ${to} ${'via' in part ? part.via.join(' ') : ''} ${words}`;
}

function explainPart(
  part: SimpleCommand | Redirect,
  text: string,
  finding: Finding | undefined,
  permit: Permit | undefined,
  toolWide: Rule | undefined,
): ExplainedSubject {
  const via = 'via' in part ? part.via : [];
  const [from, to] = part.span;
  const shown =
    'target' in part || (via.length === 0 && to > from)
      ? text.slice(from, to)
      : part.words.join(' ');
  const tell = (decision: Outcome, reason: ReasonCode, rule?: Rule): ExplainedSubject =>
    explained(shown, part.span, via, decision, reason, rule);
  if (finding !== undefined) return tell(finding.outcome, finding.code, finding.rule);
  if (toolWide !== undefined) return tell('allowed', 'rule.allow', toolWide);
  if (permit?.allowed === true) return tell('allowed', 'rule.allow', permit.rule);
  return tell('ask', permit?.code ?? 'no-rule', permit?.rule);
}

function explained(
  text: string,
  span: Span,
  via: readonly string[],
  decision: Outcome,
  reason: ReasonCode,
  rule: Rule | undefined,
): ExplainedSubject {
  const subject = { text, span, via, decision, reason };
  return rule === undefined ? subject : { ...subject, rule: rule.text, rule_id: rule.id };
}

/** Each file that a path may refer to; other kinds have exactly one value. */
function traceWhole(
  tool: ToolRules,
  value: unknown,
  scope: EvaluationScope,
  text: string,
  { decision, reason, rule, rule_id }: Decision,
): ExplainedSubject[] {
  const span: Span = [0, text.length];
  if (tool.kind !== 'path' || typeof value !== 'string') {
    const subject = { text, span, via: [], decision, reason };
    return [rule === undefined || rule_id === undefined ? subject : { ...subject, rule, rule_id }];
  }
  const paths = pathSubject(value, scope.paths);
  const [toolWide] = tool.allow.whole;
  const views = new Map(paths.deny.map((view) => [`/${view.join('/')}`, view]));
  return [...views].map(([path, view]) => {
    const one = { allow: [view], deny: [view], problem: undefined };
    const tell = (outcome: Outcome, code: ReasonCode, by?: Rule): ExplainedSubject =>
      explained(path, span, [], outcome, code, by);
    if (isProtected(one, scope.paths.protectedPaths)) return tell('denied', 'protected-path');
    const found = guardedBy(
      tool,
      ({ whole, index }) => whole[0] ?? deniedPath(index, one, scope.paths, scope.work),
    );
    if (found !== undefined) return tell(found.outcome, found.code, found.rule);
    const allowed = toolWide ?? matchPath(tool.allow.index, view, false, scope.paths, scope.work);
    if (allowed === undefined) return tell('ask', paths.problem ?? 'no-rule');
    return tell('allowed', 'rule.allow', allowed);
  });
}
