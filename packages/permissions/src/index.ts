export type { ResourceKind, ToolCall, ToolDescriptor } from './call.ts';
export { conventionalDescriptor } from './call.ts';
export type {
  CommandDescription,
  CommandInfo,
  RedirectInfo,
  SimpleCommandInfo,
} from './command/describe.ts';
export { describeCommand } from './command/describe.ts';
export type { Span } from './command/line.ts';
export type { Decision, Outcome, ReasonCode } from './decision.ts';
export { describeReason } from './decision.ts';
export type { ExplainedSubject, Explanation, HeldBack, OtherRule } from './explain.ts';
export type { Instant } from './input.ts';
export type { LintCode, LintFinding } from './lint.ts';
export type { RuleContext, RuleName } from './active-rules.ts';
export type { ProtectedPaths } from './path/subject.ts';
export { PROVED_SHELL, shellWarning } from './proved-shell.ts';
export type { PermissionType, Resource } from './resource.ts';
export { permissionTypeOf, previewOf, resourceOf } from './resource.ts';
export type { RuleEffect, RuleInput } from './rule.ts';
export { formatRule } from './rule.ts';
export type { Added, AskedAt, RuleSet } from './rule-set.ts';
export { createRuleSet } from './rule-set.ts';
export type { Offer } from './suggest.ts';
export { escapeHidden, hasHiddenText } from './unicode.ts';
export type { ParsedRule } from './validate.ts';
export { parseRule } from './validate.ts';
