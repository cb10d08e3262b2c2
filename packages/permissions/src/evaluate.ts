import { isObject, subjectOf, type ToolCall } from './call.ts';
import { doubt, guardedBy, type Finding } from './command/finding.ts';
import { commandSubject, guardSubject, isBlank, permitSubject } from './command/subject.ts';
import type { Decision, ReasonCode } from './decision.ts';
import { guardPath, guardRules, permitRules } from './file-guards.ts';
import { stringsIn } from './json/canonical.ts';
import { matchJson } from './json/match.ts';
import { permittedPath } from './path/match.ts';
import { isProtected, PROTECTED } from './path/protected.ts';
import { pathSubject, type PathSubject } from './path/subject.ts';
import { firstRule, type Rule } from './rule.ts';
import type { EvaluationScope } from './evaluation-scope.ts';
import { matchText } from './text/match.ts';
import { hasPatterns, type RulesOfKind, type ToolRules } from './tool-rules.ts';
import { hasHiddenText, plainReading } from './unicode.ts';
import { matchUrl } from './url/match.ts';
import { urlSubject } from './url/subject.ts';
import type { Work } from './work.ts';

/** Evaluates the rules of a tool for a call: deny, then ask, then allow, otherwise ask. */
export function evaluate(tool: ToolRules, call: ToolCall, scope: EvaluationScope): Decision {
  const { value, extra, dialect } = subjectOf(call, tool.descriptor);
  const [deny] = tool.deny.whole;
  if (deny !== undefined) return decided('denied', 'rule.deny', deny, true);
  const { blank = false, guard, permit } = checksOf(tool, value, scope, dialect);
  const finding = guard();
  if (finding?.outcome === 'denied') return decided('denied', finding.code, finding.rule, true);
  const [ask] = tool.ask.whole;
  if (ask !== undefined) return decided('ask', 'rule.ask', ask, true);
  if (finding !== undefined) return decided('ask', finding.code, finding.rule, true);
  const broken = tool.deny.broken[0] ?? tool.ask.broken[0];
  if (broken !== undefined) return decided('ask', 'invalid-rule', broken, true);
  const [whole] = tool.allow.whole;
  if (whole !== undefined && !blank) return decided('allowed', 'rule.allow', whole, true);
  const { code, rule } = blank ? outcome('no-rule') : permit();
  if (code !== 'rule.allow') return decided('ask', code, rule, false);
  if (extra !== undefined) return decided('ask', 'extra-argument', rule, false);
  return decided('allowed', code, rule, true);
}

/** Creates a decision. */
export function decided(
  decision: Decision['decision'],
  reason: ReasonCode,
  rule: Rule | undefined,
  final: boolean,
): Decision {
  if (rule === undefined) return { decision, reason, final };
  return { decision, reason, rule: rule.text, rule_id: rule.id, final };
}

/** The checks of a call by the rules of one tool. */
interface Checks {
  /** Whether it is an empty command, which no rule allows. */
  readonly blank?: boolean;
  readonly guard: () => Finding | undefined;
  readonly permit: () => { readonly code: ReasonCode; readonly rule: Rule | undefined };
}

/** For an argument that cannot be compared with patterns: it might be what a deny rule means. */
function badArgument(tool: ToolRules): Checks {
  return {
    guard: () => (hasPatterns(tool) ? doubt('bad-argument') : undefined),
    permit: () => outcome('bad-argument'),
  };
}

function checksOf(
  tool: ToolRules,
  value: unknown,
  scope: EvaluationScope,
  dialect: string | undefined,
): Checks {
  if (tool.kind === 'json') return jsonChecks(tool, value, scope.work);
  if (tool.kind === 'command' && Array.isArray(value)) {
    return commandChecks(tool, value, scope, dialect);
  }
  if (typeof value !== 'string') return badArgument(tool);
  switch (tool.kind) {
    case 'command':
      return commandChecks(tool, value, scope, dialect);
    case 'path':
      return pathChecks(tool, value, scope);
    case 'url':
      return urlChecks(tool, value, scope.work);
    case 'text':
      return textChecks(tool, value, scope.work);
  }
}

function commandChecks(
  tool: RulesOfKind<'command'>,
  value: string | readonly string[],
  scope: EvaluationScope,
  dialect: string | undefined,
): Checks {
  const subject = commandSubject(value, dialect, scope.work);
  return {
    blank: isBlank(subject),
    guard() {
      const rules = guardRules(tool, scope);
      // Without a rule or protected file to check against, parsing is unnecessary.
      const guarded = rules.writes.active || rules.reads.active;
      if (!hasPatterns(tool) && !guarded && rules.namesProtected === undefined) return undefined;
      return guardSubject(subject, rules);
    },
    permit: () => permitSubject(subject, permitRules(tool, scope)),
  };
}

function pathChecks(
  tool: RulesOfKind<'path'>,
  value: string,
  { paths, work }: EvaluationScope,
): Checks {
  let subject: PathSubject | undefined;
  const read = (): PathSubject => (subject ??= pathSubject(value, paths));
  return {
    guard() {
      if (isProtected(read(), paths.protectedPaths)) return PROTECTED;
      return guardPath(tool, read(), { paths, work });
    },
    permit: () => outcome(permittedPath(tool.allow.index, read(), paths, work)),
  };
}

function urlChecks(tool: RulesOfKind<'url'>, value: string, work: Work): Checks {
  const subject = urlSubject(value);
  return {
    guard() {
      const found = guardedBy(tool, ({ index }) =>
        firstRule(subject.deny, (url) => matchUrl(index, url, true, work)),
      );
      if (found !== undefined) return found;
      if (subject.deny.length > 0 || !hasPatterns(tool)) return undefined;
      return doubt(subject.problem ?? 'unparsable');
    },
    permit() {
      if (subject.allow === undefined) return outcome(subject.problem ?? 'unparsable');
      return outcome(matchUrl(tool.allow.index, subject.allow, false, work) ?? 'no-rule');
    },
  };
}

function jsonChecks(tool: RulesOfKind<'json'>, value: unknown, work: Work): Checks {
  const strings = stringsIn(value);
  const problem = strings === undefined ? 'limit' : isObject(value) ? undefined : 'bad-argument';
  return {
    guard() {
      if (!hasPatterns(tool)) return undefined;
      if (strings === undefined) return doubt('limit');
      const found = guardedBy(tool, ({ index }) => matchJson(index, value, true, work));
      return found ?? (problem && doubt(problem));
    },
    permit() {
      if (problem !== undefined) return outcome(problem);
      if (strings?.some(hasHiddenText) === true) return outcome('hidden-characters');
      return outcome(matchJson(tool.allow.index, value, false, work) ?? 'no-rule');
    },
  };
}

function textChecks(tool: RulesOfKind<'text'>, value: string, work: Work): Checks {
  return {
    guard() {
      const readings = new Set([value, plainReading(value)]);
      return guardedBy(tool, ({ index }) =>
        firstRule(readings, (text) => matchText(index, text, work)),
      );
    },
    permit() {
      if (hasHiddenText(value)) return outcome('hidden-characters');
      return outcome(matchText(tool.allow.index, value, work) ?? 'no-rule');
    },
  };
}

function outcome(found: Rule | ReasonCode): { code: ReasonCode; rule: Rule | undefined } {
  if (typeof found === 'string') return { code: found, rule: undefined };
  return { code: 'rule.allow', rule: found };
}
