import type * as z from 'zod';
import {
  ApprovalDecisionSchema,
  ControlActionSchema,
  ControlSignalSchema,
  ToolConsentSchema,
} from '../control.ts';
import { AgentInfoSchema, AgentListSchema } from '../http/agents.ts';
import {
  ConsentResultSchema,
  DecisionResultSchema,
  RespondBatchInputSchema,
  RespondBatchResultSchema,
  RespondResultSchema,
} from '../http/answers.ts';
import {
  ClaimInputSchema,
  ClaimResultSchema,
  CompleteInputSchema,
  ExecutionStatusSchema,
} from '../http/claims.ts';
import {
  CreateInteractionInputSchema,
  GateOutcomeSchema,
  InboxSnapshotSchema,
  InteractionPageSchema,
  InteractionStatusSchema,
  InteractionViewSchema,
} from '../http/interactions.ts';
import { IssueSchema, ProblemCodeSchema, ProblemSchema } from '../http/problem.ts';
import { PermissionChangeSchema, RevokeInputSchema, RuleListSchema } from '../http/rules.ts';
import {
  AuditEntrySchema,
  AuditFindingSchema,
  AuditTrailSchema,
  ControlResultSchema,
  CreateRunInputSchema,
  RunPageSchema,
} from '../http/runs.ts';
import {
  MessagePageSchema,
  SessionPageSchema,
  SessionStatusSchema,
  SessionSummarySchema,
  SessionViewSchema,
} from '../http/sessions.ts';
import {
  InteractionPartSchema,
  QuestionSchema,
  SelectOptionSchema,
} from '../interaction/question.ts';
import {
  ApprovalActionSchema,
  ExternalWordsSchema,
  InteractionPurposeSchema,
  InteractionRequestSchema,
  InteractionTypeSchema,
  REQUEST_PARTS,
  RiskLevelSchema,
} from '../interaction/request.ts';
import {
  InteractionResponseSchema,
  PartResponseSchema,
  RememberSchema,
  RememberScopeSchema,
} from '../interaction/response.ts';
import {
  CallVerdictSchema,
  CheckInputSchema,
  CheckResultSchema,
  PermissionRuleSchema,
  RuleEffectSchema,
  RuleInputSchema,
  RuleScopeSchema,
  SavedRuleSchema,
  UserPermissionsSchema,
  VerdictDecisionSchema,
  VerdictSchema,
  VerdictStepSchema,
} from '../permission/permission.ts';
import {
  InteractionOutcomeSchema,
  OnDeniedSchema,
  RunEventSchema,
  StepDeltaSchema,
  StoredEventSchema,
  ToolProgressSchema,
} from '../run/event.ts';
import {
  MessageSchema,
  PermissionBlockSchema,
  RunSchema,
  RunStatusSchema,
  StepSchema,
  ToolCallSchema,
  ToolResultSchema,
} from '../run/run.ts';

/** Every object of the HTTP API by name, in the order of the reference. */
export const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  InteractionRequest: InteractionRequestSchema,
  InteractionPart: InteractionPartSchema,
  Question: QuestionSchema,
  InteractionResponse: InteractionResponseSchema,
  PartResponse: PartResponseSchema,
  Remember: RememberSchema,
  ApprovalDecision: ApprovalDecisionSchema,
  ControlSignal: ControlSignalSchema,
  ToolConsent: ToolConsentSchema,
  ToolCall: ToolCallSchema,
  ToolResult: ToolResultSchema,
  Step: StepSchema,
  Run: RunSchema,
  ControlResult: ControlResultSchema,
  Message: MessageSchema,
  PermissionBlock: PermissionBlockSchema,
  RunEvent: RunEventSchema,
  StepDelta: StepDeltaSchema,
  ToolProgress: ToolProgressSchema,
  PermissionRule: PermissionRuleSchema,
  SavedRule: SavedRuleSchema,
  CreateRunInput: CreateRunInputSchema,
  RunPage: RunPageSchema,
  AuditEntry: AuditEntrySchema,
  AuditTrail: AuditTrailSchema,
  SessionSummary: SessionSummarySchema,
  SessionPage: SessionPageSchema,
  SessionView: SessionViewSchema,
  MessagePage: MessagePageSchema,
  CreateInteractionInput: CreateInteractionInputSchema,
  GateOutcome: GateOutcomeSchema,
  ClaimInput: ClaimInputSchema,
  CompleteInput: CompleteInputSchema,
  ClaimResult: ClaimResultSchema,
  InteractionView: InteractionViewSchema,
  InteractionPage: InteractionPageSchema,
  InboxSnapshot: InboxSnapshotSchema,
  RespondBatchInput: RespondBatchInputSchema,
  RespondBatchResult: RespondBatchResultSchema,
  RespondResult: RespondResultSchema,
  DecisionResult: DecisionResultSchema,
  ConsentResult: ConsentResultSchema,
  UserPermissions: UserPermissionsSchema,
  RuleInput: RuleInputSchema,
  RevokeInput: RevokeInputSchema,
  RuleList: RuleListSchema,
  PermissionChange: PermissionChangeSchema,
  CheckInput: CheckInputSchema,
  CheckResult: CheckResultSchema,
  AgentInfo: AgentInfoSchema,
  AgentList: AgentListSchema,
  Issue: IssueSchema,
  Problem: ProblemSchema,
};

/** Schemas that are named only in TypeScript: enumerations and groups of members. */
export const TYPES: Readonly<Record<string, z.ZodType>> = {
  InteractionType: InteractionTypeSchema,
  InteractionPurpose: InteractionPurposeSchema,
  InteractionStatus: InteractionStatusSchema,
  ExecutionStatus: ExecutionStatusSchema,
  InteractionOutcome: InteractionOutcomeSchema,
  ApprovalAction: ApprovalActionSchema,
  RiskLevel: RiskLevelSchema,
  ExternalWords: ExternalWordsSchema,
  SelectOption: SelectOptionSchema,
  ...REQUEST_PARTS,
  RememberScope: RememberScopeSchema,
  ControlAction: ControlActionSchema,
  RunStatus: RunStatusSchema,
  SessionStatus: SessionStatusSchema,
  OnDenied: OnDeniedSchema,
  EventOf: StoredEventSchema,
  RuleEffect: RuleEffectSchema,
  RuleScope: RuleScopeSchema,
  Verdict: VerdictSchema,
  VerdictDecision: VerdictDecisionSchema,
  VerdictStep: VerdictStepSchema,
  CallVerdict: CallVerdictSchema,
  AuditFinding: AuditFindingSchema,
  ProblemCode: ProblemCodeSchema,
};
