import type * as z from 'zod';
import { ApprovalDecisionSchema, ControlSignalSchema, ToolConsentSchema } from '../control.ts';
import { AgentInfoSchema, AgentListSchema } from '../http/agents.ts';
import {
  ConsentResultSchema,
  DecisionResultSchema,
  RespondBatchInputSchema,
  RespondBatchResultSchema,
  RespondResultSchema,
} from '../http/answers.ts';
import {
  CreateInteractionInputSchema,
  GateOutcomeSchema,
  InboxSnapshotSchema,
  InteractionPageSchema,
  InteractionViewSchema,
} from '../http/interactions.ts';
import { IssueSchema, ProblemSchema } from '../http/problem.ts';
import { PermissionChangeSchema, RevokeInputSchema, RuleListSchema } from '../http/rules.ts';
import {
  AuditEntrySchema,
  AuditTrailSchema,
  ControlResultSchema,
  CreateRunInputSchema,
  RunPageSchema,
} from '../http/runs.ts';
import {
  MessagePageSchema,
  SessionPageSchema,
  SessionSummarySchema,
  SessionViewSchema,
} from '../http/sessions.ts';
import {
  InteractionPartSchema,
  InteractionRequestSchema,
  QuestionSchema,
} from '../interaction/request.ts';
import {
  InteractionResponseSchema,
  PartResponseSchema,
  RememberSchema,
} from '../interaction/response.ts';
import {
  CheckInputSchema,
  CheckResultSchema,
  PermissionRuleSchema,
  RuleInputSchema,
  SavedRuleSchema,
  UserPermissionsSchema,
} from '../permission/permission.ts';
import { RunEventSchema, StepDeltaSchema } from '../run/event.ts';
import {
  MessageSchema,
  PermissionBlockSchema,
  RunSchema,
  StepSchema,
  ToolCallSchema,
  ToolResultSchema,
} from '../run/run.ts';

/** Every object of the wire by its name, in the order of the reference. */
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
