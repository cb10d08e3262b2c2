/**
 * Every shape on the wire, and the machine that folds it: what `fold` and `endpoints` hold, too.
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
export {
  ApprovalActionSchema,
  InteractionPartSchema,
  InteractionRequestSchema,
  InteractionType,
  QuestionSchema,
  RiskLevelSchema,
  type ApprovalAction,
  type CombinedFields,
  type CombinedRequest,
  type ConfirmFields,
  type ConfirmRequest,
  type ExternalWords,
  type InputFields,
  type InputRequest,
  type InteractionPart,
  type InteractionPurpose,
  type InteractionRequest,
  type PartBase,
  type Question,
  type RequestBase,
  type RiskLevel,
  type SelectFields,
  type SelectOption,
  type SelectRequest,
} from './interaction/request.ts';
export {
  InteractionResponseSchema,
  PartResponseSchema,
  RecordedResponseSchema,
  RememberSchema,
  type InteractionResponse,
  type PartResponse,
  type Remember,
  type RememberScope,
} from './interaction/response.ts';
export {
  ApprovalDecisionSchema,
  ControlSignalSchema,
  ToolConsentSchema,
  type ApprovalDecision,
  type ControlAction,
  type ControlSignal,
  type ToolConsent,
} from './control.ts';
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
  type CheckInput,
  type CheckResult,
  type PermissionRule,
  type RuleEffect,
  type RuleInput,
  type RuleScope,
  type SavedRule,
  type UserPermissions,
  type Verdict,
  type VerdictDecision,
  type VerdictStep,
} from './permission/permission.ts';
export {
  MessageSchema,
  PermissionBlockSchema,
  RunSchema,
  RunStatusSchema,
  StepSchema,
  ToolCallSchema,
  ToolResultSchema,
  type Message,
  type PermissionBlock,
  type Run,
  type RunStatus,
  type Step,
  type ToolCall,
  type ToolResult,
} from './run/run.ts';
export {
  EVENT_DATA,
  OnDeniedSchema,
  RunEventSchema,
  StepDeltaSchema,
  UnknownEventSchema,
  isEventType,
  type EventData,
  type EventDraft,
  type EventOf,
  type EventType,
  type InteractionOutcome,
  type OnDenied,
  type RecordedDecision,
  type RunEvent,
  type StepDelta,
  type StreamEvent,
  type UnknownEvent,
} from './run/event.ts';
export {
  AuditEntrySchema,
  AuditTrailSchema,
  ControlResultSchema,
  CreateRunInputSchema,
  RunPageSchema,
  type AuditEntry,
  type AuditFinding,
  type AuditTrail,
  type ControlResult,
  type CreateRunInput,
  type RunPage,
} from './http/runs.ts';
export {
  MessagePageSchema,
  SessionPageSchema,
  SessionStatusSchema,
  SessionSummarySchema,
  SessionViewSchema,
  type MessagePage,
  type SessionPage,
  type SessionSummary,
  type SessionView,
} from './http/sessions.ts';
export {
  CreateInteractionInputSchema,
  GateOutcomeSchema,
  InboxSnapshotSchema,
  InteractionPageSchema,
  InteractionViewSchema,
  type CreateInteractionInput,
  type GateOutcome,
  type InboxSnapshot,
  type InteractionPage,
  type InteractionStatus,
  type InteractionView,
} from './http/interactions.ts';
export {
  ConsentResultSchema,
  DecisionResultSchema,
  RespondBatchInputSchema,
  RespondBatchResultSchema,
  RespondResultSchema,
  type ConsentResult,
  type DecisionResult,
  type RespondBatchInput,
  type RespondBatchResult,
  type RespondResult,
} from './http/answers.ts';
export {
  PermissionChangeSchema,
  RevokeInputSchema,
  RuleListSchema,
  type PermissionChange,
  type RevokeInput,
  type RuleList,
} from './http/rules.ts';
export { AgentInfoSchema, AgentListSchema, type AgentInfo, type AgentList } from './http/agents.ts';
export { IssueSchema, ProblemSchema } from './http/problem.ts';
export * from './endpoints.ts';
export { queryOf } from './openapi/operations.ts';
export { PROTOCOL_VERSION, openapi } from './openapi/openapi.ts';
export * from './fold.ts';
