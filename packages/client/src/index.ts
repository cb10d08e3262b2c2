/**
 * Speaks to a HITL server from any frontend: typed commands, event streams that come back by
 * themselves, and stores to subscribe to.
 *
 * @module
 */
export {
  createHitlClient,
  type EventHandlers,
  type HitlClient,
  type HitlClientOptions,
  type InboxFilter,
  type InboxHandlers,
  type StreamHandlers,
} from './client.ts';
export type { HitlCommands, PageQuery } from './commands.ts';
export type { CallOptions } from './transport.ts';
export type { RunStream, StreamOptions } from './run-stream.ts';
export type { Connection, ConnectionStatus, StreamHandle, StreamPosition } from './connection.ts';
export type { InboxEvent } from './inbox-sink.ts';
export type { Clock } from './clock.ts';
export { ClientError, type ClientErrorCode } from './errors.ts';
export type { Store } from './store.ts';
export type { TabChannel, TabScope } from './tabs.ts';
export { createRunStore, type RunSnapshot, type RunStore } from './run-store.ts';
export { createSessionStore, type SessionSnapshot, type SessionStore } from './session-store.ts';
export type { OutgoingMessage } from './outbox.ts';
export type { LiveText } from './session-fold.ts';
export { createInboxStore, type InboxSnapshot, type InboxStore } from './inbox-store.ts';
export {
  createPermissionsStore,
  type PermissionsSnapshot,
  type PermissionsStore,
} from './permissions-store.ts';
export {
  createAuditStore,
  followAudit,
  type AuditSnapshot,
  type AuditStore,
} from './audit-store.ts';
export {
  createInteractionStore,
  foldInteraction,
  type InteractionSnapshot,
  type InteractionStore,
} from './interaction-store.ts';
export { touchedBy, type Fetched } from './fetched.ts';
export {
  createSubmission,
  type SendAnswer,
  type Settlement,
  type Submission,
  type SubmissionSnapshot,
  type SubmissionStatus,
} from './submission.ts';
export { createBatch, type Batch, type BatchSnapshot } from './batch.ts';
export {
  createDraft,
  createDrafts,
  type Draft,
  type DraftKeeping,
  type Drafts,
  type DraftsOptions,
} from './drafts.ts';
export type { DraftStorage } from './draft-keeper.ts';
export { approvalOf, denialOf, type AnswerDetails } from './answers.ts';
/** The protocol's types that the signatures above use. */
export type {
  AgentList,
  ApprovalAction,
  ApprovalDecision,
  AuditTrail,
  CheckInput,
  CheckResult,
  CombinedRequest,
  ConfirmRequest,
  ConsentResult,
  ControlResult,
  ControlSignal,
  CreateInteractionInput,
  CreateRunInput,
  DecisionResult,
  GateOutcome,
  InputRequest,
  InteractionPage,
  InteractionRequest,
  InteractionResponse,
  InteractionStatus,
  InteractionView,
  MessagePage,
  PermissionChange,
  PermissionRule,
  Remember,
  RespondBatchResult,
  RespondResult,
  RiskLevel,
  RuleEffect,
  RuleInput,
  RuleList,
  Run,
  RunEvent,
  RunPage,
  RunStatus,
  SelectRequest,
  SessionPage,
  SessionView,
  StreamEvent,
  ToolArgs,
  ToolConsent,
  UnknownEvent,
  UserPermissions,
} from '@hitl/protocol';
export { gateStep, type GateStep } from '@hitl/protocol/fold';
export type { ControlState, Messages, SessionStatus } from '@hitl/protocol/fold';
