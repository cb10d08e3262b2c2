import { isObject, subjectOf, type Subject, type ToolCall } from './call.ts';
import { commandSubject, guardSubject, isBlank, permitSubject } from './command/judge.ts';
import type { FileGuard, Finding, GuardRules } from './command/finding.ts';
import type { PermitRules } from './command/permit.ts';
import type { Decision, ReasonCode } from './decision.ts';
import { stringsIn } from './json/canonical.ts';
import { deniedPath, permittedPath } from './path/judge.ts';
import { isProtected, PROTECTED, takesProtected } from './path/protected.ts';
import { pathAsText, pathSubject, type PathContext, type PathSubject } from './path/subject.ts';
import type { Rule } from './rule.ts';
import { hasPatterns, isGuarded, type ToolRules } from './tool-rules.ts';
import { hasHiddenText, plainReading } from './unicode.ts';
import { urlSubject } from './url/subject.ts';

/** What a call is judged with besides the rules of its tool. */
export interface Surroundings {
  readonly paths: PathContext;
  /** The tools whose rules say what a shell may write and read. */
  readonly writeTool: () => ToolRules;
  readonly readTool: () => ToolRules;
}

/** Judges a call by the rules of its tool: deny, then ask, then allow, else ask. */
export function judge(tool: ToolRules, call: ToolCall, around: Surroundings): Decision {
  return judgeSubject(tool, subjectOf(call, tool.descriptor), around);
}

/** Judges what a descriptor picked out of a call. */
export function judgeSubject(
  tool: ToolRules,
  { value, extra }: Subject,
  around: Surroundings,
): Decision {
  const denied = tool.deny.whole[0];
  if (denied !== undefined) return decided('denied', 'rule.deny', denied, true);
  const judged = judgeKind(tool, value, around);
  const finding = value === undefined && tool.kind !== 'json' ? unfit(tool) : judged.guard();
  if (finding?.outcome === 'denied') return decided('denied', finding.code, finding.rule, true);
  const asked = tool.ask.whole[0];
  if (asked !== undefined) return decided('ask', 'rule.ask', asked, true);
  if (finding !== undefined) return decided('ask', finding.code, finding.rule, true);
  const broken = tool.deny.broken[0] ?? tool.ask.broken[0];
  if (broken !== undefined) return decided('ask', 'invalid-rule', broken, true);
  const whole = tool.allow.whole[0];
  if (whole !== undefined && !judged.blank) return decided('allowed', 'rule.allow', whole, true);
  if (value === undefined) return decided('ask', 'bad-argument', undefined, false);
  const permit = judged.blank ? { code: 'no-rule' as const, rule: undefined } : judged.permit();
  if (permit.code === 'rule.allow' && extra !== undefined) {
    return decided('ask', 'extra-argument', permit.rule, false);
  }
  if (permit.code === 'rule.allow') return decided('allowed', permit.code, permit.rule, true);
  return decided('ask', permit.code, permit.rule, false);
}

/** Puts a decision together. */
export function decided(
  decision: Decision['decision'],
  reason: ReasonCode,
  rule: Rule | undefined,
  final: boolean,
): Decision {
  if (rule === undefined) return { decision, reason, final };
  return { decision, reason, rule: rule.text, rule_id: rule.id, final };
}

/** An argument that no pattern can be held against might be what a deny rule means. */
function unfit(tool: ToolRules): Finding | undefined {
  return hasPatterns(tool) ? { outcome: 'ask', code: 'bad-argument', rule: undefined } : undefined;
}

interface Judged {
  /** A command with nothing to run, which nothing allows. */
  readonly blank: boolean;
  readonly guard: () => Finding | undefined;
  readonly permit: () => { readonly code: ReasonCode; readonly rule: Rule | undefined };
}

const NOTHING: Judged = {
  blank: false,
  guard: () => undefined,
  permit: () => ({ code: 'bad-argument', rule: undefined }),
};

function judgeKind(tool: ToolRules, value: unknown, around: Surroundings): Judged {
  switch (tool.kind) {
    case 'command':
      return typeof value === 'string' || Array.isArray(value)
        ? judgeCommand(tool, value, around)
        : NOTHING;
    case 'path':
      return typeof value === 'string' ? judgePath(tool, value, around.paths) : NOTHING;
    case 'url':
      return typeof value === 'string' ? judgeUrl(tool, value) : NOTHING;
    case 'json':
      return judgeJson(tool, value);
    case 'text':
      return typeof value === 'string' ? judgeText(tool, value) : NOTHING;
  }
}

type Kind<Name extends ToolRules['kind']> = ToolRules & { readonly kind: Name };

function judgeCommand(
  tool: Kind<'command'>,
  value: string | readonly string[],
  around: Surroundings,
): Judged {
  const subject = commandSubject(value, tool.descriptor);
  return {
    blank: isBlank(subject),
    guard() {
      const rules = guardRules(tool, around);
      // With nothing to hold it against there is no need to look into it.
      const guarded = rules.writes.active || rules.reads.active;
      if (!hasPatterns(tool) && !guarded && rules.namesProtected === undefined) return undefined;
      return guardSubject(subject, rules);
    },
    permit: () => permitSubject(subject, permitRules(tool, around)),
  };
}

/** The deny and ask rules that a command of this tool is held against. */
export function guardRules(tool: Kind<'command'>, around: Surroundings): GuardRules {
  return {
    deny: tool.deny.index,
    ask: tool.ask.index,
    writes: fileGuard(around.writeTool(), around.paths, true),
    reads: fileGuard(around.readTool(), around.paths, false),
    namesProtected: protectedNames(around.paths),
  };
}

/** The allow rules that a command of this tool is held against. */
export function permitRules(tool: Kind<'command'>, around: Surroundings): PermitRules {
  return {
    allow: tool.allow.index,
    writes(path) {
      const files = around.writeTool();
      // The words of a program that writes them are files that nothing else holds against these.
      const guard = fileGuard(files, around.paths, true);
      if (guard.isProtected(path) || guard.judge(path) !== undefined) return undefined;
      const [whole] = files.allow.whole;
      const subject = pathSubject(path, around.paths);
      if (subject.problem === 'limit') return undefined;
      // What is moved, or moved to, may be a folder.
      if (takesProtected(subject, around.paths.protectedPaths)) return undefined;
      if (whole !== undefined || files.kind !== 'path') return whole;
      const found = permittedPath(files.allow.index, subject);
      return typeof found === 'object' ? found : undefined;
    },
  };
}

function protectedNames(paths: PathContext): ((word: string) => boolean) | undefined {
  const { protectedPaths: files } = paths;
  return files === undefined ? undefined : (word) => files.holds(pathAsText(word, paths));
}

/** What a shell opens is judged like a call of the tool for files. Reading is only ever denied. */
function fileGuard(files: ToolRules, paths: PathContext, asks: boolean): FileGuard {
  return {
    active: isGuarded(files),
    isProtected(path) {
      const subject = pathSubject(path, paths);
      const own = paths.protectedPaths;
      return own !== undefined && (subject.problem === 'limit' || isProtected(subject, own));
    },
    judge(path) {
      const whole = files.deny.whole[0];
      if (whole !== undefined) return { outcome: 'denied', code: 'rule.deny', rule: whole };
      const subject = pathSubject(path, paths);
      const found = files.kind === 'path' ? guardPath(files, subject) : undefined;
      if (found?.outcome === 'denied') return found;
      const ask = files.ask.whole[0];
      if (asks && ask !== undefined) return { outcome: 'ask', code: 'rule.ask', rule: ask };
      if (!asks) return found?.code === 'rule.ask' ? undefined : found;
      const broken = files.deny.broken[0] ?? files.ask.broken[0];
      return found ?? (broken && { outcome: 'ask', code: 'invalid-rule', rule: broken });
    },
  };
}

function guardPath(tool: Kind<'path'>, subject: PathSubject): Finding | undefined {
  const denied = deniedPath(tool.deny.index, subject);
  if (denied !== undefined) return { outcome: 'denied', code: 'rule.deny', rule: denied };
  const asked = deniedPath(tool.ask.index, subject);
  if (asked !== undefined) return { outcome: 'ask', code: 'rule.ask', rule: asked };
  if (subject.problem === undefined) return undefined;
  // A path of too many names is not followed, so that it may lead anywhere.
  if (subject.problem !== 'limit' && !hasPatterns(tool)) return undefined;
  return { outcome: 'ask', code: subject.problem, rule: undefined };
}

function judgePath(tool: Kind<'path'>, value: string, paths: PathContext): Judged {
  let subject: PathSubject | undefined;
  const read = (): PathSubject => (subject ??= pathSubject(value, paths));
  return {
    blank: false,
    guard() {
      if (isProtected(read(), paths.protectedPaths)) return PROTECTED;
      return guardPath(tool, read());
    },
    permit: () => outcome(permittedPath(tool.allow.index, read())),
  };
}

function judgeUrl(tool: Kind<'url'>, value: string): Judged {
  const subject = urlSubject(value);
  return {
    blank: false,
    guard() {
      for (const url of subject.deny) {
        const rule = tool.deny.index.match(url);
        if (rule !== undefined) return { outcome: 'denied', code: 'rule.deny', rule };
      }
      for (const url of subject.deny) {
        const rule = tool.ask.index.match(url);
        if (rule !== undefined) return { outcome: 'ask', code: 'rule.ask', rule };
      }
      if (!subject.doubtful || !hasPatterns(tool)) return undefined;
      return { outcome: 'ask', code: subject.problem ?? 'unparsable', rule: undefined };
    },
    permit() {
      if (subject.allow === undefined) return outcome(subject.problem ?? 'unparsable');
      return outcome(tool.allow.index.match(subject.allow) ?? 'no-rule');
    },
  };
}

function judgeJson(tool: Kind<'json'>, value: unknown): Judged {
  const strings = stringsIn(value);
  const problem = strings === undefined ? 'limit' : isObject(value) ? undefined : 'bad-argument';
  return {
    blank: false,
    guard() {
      if (!hasPatterns(tool)) return undefined;
      if (strings === undefined) return { outcome: 'ask', code: 'limit', rule: undefined };
      const denied = tool.deny.index.match(value);
      if (denied !== undefined) return { outcome: 'denied', code: 'rule.deny', rule: denied };
      const asked = tool.ask.index.match(value);
      if (asked !== undefined) return { outcome: 'ask', code: 'rule.ask', rule: asked };
      return problem === undefined ? undefined : { outcome: 'ask', code: problem, rule: undefined };
    },
    permit() {
      if (problem !== undefined) return outcome(problem);
      if (strings?.some(hasHiddenText) === true) return outcome('hidden-characters');
      return outcome(tool.allow.index.match(value) ?? 'no-rule');
    },
  };
}

function judgeText(tool: Kind<'text'>, value: string): Judged {
  return {
    blank: false,
    guard() {
      const readings = new Set([value, plainReading(value)]);
      for (const text of readings) {
        const rule = tool.deny.index.match(text);
        if (rule !== undefined) return { outcome: 'denied', code: 'rule.deny', rule };
      }
      for (const text of readings) {
        const rule = tool.ask.index.match(text);
        if (rule !== undefined) return { outcome: 'ask', code: 'rule.ask', rule };
      }
      return undefined;
    },
    permit() {
      if (hasHiddenText(value)) return outcome('hidden-characters');
      return outcome(tool.allow.index.match(value) ?? 'no-rule');
    },
  };
}

function outcome(found: Rule | ReasonCode): { code: ReasonCode; rule: Rule | undefined } {
  if (typeof found === 'string') return { code: found, rule: undefined };
  return { code: 'rule.allow', rule: found };
}
