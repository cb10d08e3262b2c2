/**
 * All shapes of the HTTP API and the folds, including the exports of `fold` and `endpoints`.
 *
 * @module
 */
export {
  IdSchema,
  JsonObjectSchema,
  LenientTimestampSchema,
  TimestampSchema,
  UtcTimestampSchema,
} from './ids.ts';
export { InteractionType } from './interaction/interaction-type.ts';
export { InteractionPartSchema, QuestionSchema } from './interaction/question.ts';
export {
  ApprovalActionSchema,
  InteractionRequestSchema,
  RiskLevelSchema,
} from './interaction/request.ts';
export {
  InteractionResponseSchema,
  PartResponseSchema,
  RecordedResponseSchema,
  RememberSchema,
} from './interaction/response.ts';
export { ApprovalDecisionSchema, ControlSignalSchema, ToolConsentSchema } from './control.ts';
export {
  CheckInputSchema,
  CheckResultSchema,
  PermissionRuleSchema,
  RuleEffectSchema,
  RuleInputSchema,
  RuleScopeSchema,
  SavedRuleSchema,
  UserPermissionsSchema,
  VerdictDecisionSchema,
} from './permission/permission.ts';
export {
  MessageSchema,
  PermissionBlockSchema,
  RunSchema,
  RunStatusSchema,
  StepSchema,
  ToolCallSchema,
  ToolResultSchema,
} from './run/run.ts';
export {
  EVENT_DATA,
  OnDeniedSchema,
  RunEventSchema,
  StepDeltaSchema,
  ToolProgressSchema,
  UnknownEventSchema,
  isEventType,
  type EventDraft,
  type EventType,
  type RunEvent,
  type StreamEvent,
  type UnstoredEvent,
} from './run/event.ts';
export {
  AuditEntrySchema,
  AuditTrailSchema,
  ControlResultSchema,
  CreateRunInputSchema,
  RunPageSchema,
} from './http/runs.ts';
export {
  MessagePageSchema,
  SessionPageSchema,
  SessionStatusSchema,
  SessionSummarySchema,
  SessionViewSchema,
} from './http/sessions.ts';
export { ClaimInputSchema, ClaimResultSchema, CompleteInputSchema } from './http/claims.ts';
export {
  CreateInteractionInputSchema,
  GateOutcomeSchema,
  InboxSnapshotSchema,
  InteractionPageSchema,
  InteractionViewSchema,
} from './http/interactions.ts';
export {
  ConsentResultSchema,
  DecisionResultSchema,
  RespondBatchInputSchema,
  RespondBatchResultSchema,
  RespondResultSchema,
} from './http/answers.ts';
export { PermissionChangeSchema, RevokeInputSchema, RuleListSchema } from './http/rules.ts';
export { AgentInfoSchema, AgentListSchema } from './http/agents.ts';
export { IssueSchema, ProblemSchema } from './http/problem.ts';
export * from './endpoints.ts';
export { queryOf } from './openapi/operations.ts';
export { PROTOCOL_VERSION, openapi } from './openapi/openapi.ts';
export * from './fold.ts';
export type * from './generated/types.ts';
