export {
  conventionalDescriptor,
  type ResourceKind,
  type ToolCall,
  type ToolDescriptor,
} from './call.ts';
export {
  describeCommand,
  type CommandDescription,
  type CommandInfo,
  type RedirectInfo,
  type SimpleCommandInfo,
} from './command/describe.ts';
export type { Span } from './command/line.ts';
export { describeReason, type Decision, type Outcome, type ReasonCode } from './decision.ts';
export type { ExplainedSubject, Explanation, HeldBack, OtherRule } from './explain.ts';
export type { Instant } from './instant.ts';
export type { LintCode, LintFinding } from './lint.ts';
export type { RuleContext, RuleName } from './active-rules.ts';
export type { ProtectedPaths } from './path/subject.ts';
export { TESTED_SHELL, shellWarning } from './tested-shell.ts';
export {
  permissionTypeOf,
  previewOf,
  resourceOf,
  type PermissionType,
  type Resource,
} from './resource.ts';
export { formatRule, type RuleEffect, type RuleInput } from './rule.ts';
export { createRuleSet, type AddResult, type EvaluationOptions, type RuleSet } from './rule-set.ts';
export type { Offer } from './suggest.ts';
export { escapeHidden, hasHiddenText } from './unicode.ts';
export { parseRule, type ParsedRule } from './validate.ts';
