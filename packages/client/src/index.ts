/**
 * Client of a HITL server for any frontend: typed commands, event streams that reconnect
 * automatically, and stores to subscribe to.
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
} from './client/client.ts';
export type { HitlCommands, PageQuery, ResponseInput } from './client/commands.ts';
export type { CallOptions } from './transport/transport.ts';
export type { RunStream, StreamOptions } from './streams/run-stream.ts';
export type {
  Connection,
  ConnectionStatus,
  StreamHandle,
  StreamPosition,
} from './base/connection.ts';
export type { InboxEvent } from './streams/inbox-sink.ts';
export type { Clock } from './base/clock.ts';
export type { Token } from './base/token.ts';
export { ClientError, type ClientErrorCode } from './base/errors.ts';
export type { Store } from './stores/store.ts';
export type { TabChannel, TabScope } from './base/tab-channel.ts';
export { createRunStore, type RunSnapshot, type RunStore } from './stores/run-store.ts';
export {
  createSessionStore,
  type SessionSnapshot,
  type SessionStore,
} from './stores/session-store.ts';
export type { OutgoingMessage } from './stores/outbox.ts';
export type { CallProgress } from './stores/call-progress.ts';
export type { AskedRecord, CallLog, CallRecord, CallRecords } from './stores/call-record.ts';
export type { FoldOptions } from './stores/fold-store.ts';
export type { LiveText } from './stores/session-fold.ts';
export { createInboxStore, type InboxSnapshot, type InboxStore } from './stores/inbox-store.ts';
export {
  createPermissionsStore,
  type PermissionsSnapshot,
  type PermissionsStore,
} from './stores/permissions-store.ts';
export {
  createAuditStore,
  followAudit,
  type AuditSnapshot,
  type AuditStore,
} from './stores/audit-store.ts';
export {
  createInteractionStore,
  foldInteraction,
  type InteractionSnapshot,
  type InteractionStore,
} from './stores/interaction-store.ts';
export { queriesAffectedBy, type AffectedQuery } from './stores/invalidation.ts';
export {
  createSubmission,
  type Settlement,
  type Submission,
  type SubmissionSnapshot,
} from './submissions/submission.ts';
export {
  createHostSubmission,
  type HostSubmission,
  type TakeAnswer,
} from './submissions/host-submission.ts';
export type { AnswerSnapshot, SendAnswer } from './submissions/answer-machine.ts';
export { isAnswerable, isSettled, type SubmissionStatus } from './submissions/status.ts';
export {
  createBatch,
  createHostBatch,
  type Batch,
  type BatchItem,
  type BatchSnapshot,
  type HostBatch,
} from './submissions/batch.ts';
export {
  createDraft,
  createDrafts,
  type Draft,
  type Drafts,
  type DraftsOptions,
} from './drafts/drafts.ts';
export type { DraftRetention, DraftStorage } from './drafts/draft-storage.ts';
export { approvalOf, denialOf, type AnswerDetails } from './submissions/answers.ts';
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
