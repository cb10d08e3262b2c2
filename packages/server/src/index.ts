/**
 * A server for people in the loop of agents, for any runtime with `Request` and `Response`: Node,
 * workers, browsers. The parts that need Node are in the subpaths `./node`, `./tools`, `./sqlite`
 * and `./config`.
 *
 * @module
 */
export { createHitl, type Hitl, type HitlOptions } from './create-hitl.ts';
export { globalHitl, type GlobalHitl } from './global-hitl.ts';
export type { AgentDefinition, AgentToolEntry } from './agents/build-agents.ts';
export type { PolicyRule } from './agents/rule-policy.ts';

export { createAskHumanTool, type AskHumanToolOptions } from './tools/ask-human.ts';
export { defineTool, type ToolDefinition } from './agents/define-tool.ts';
export type { StandardResult, StandardSchema } from './agents/standard-schema.ts';
export type { ToolSettings } from './tools/tool-settings.ts';
export {
  QuestionRaised,
  type JsonSchema,
  type PermissionSubject,
  type Tool,
  type ToolAnswer,
  type ToolContext,
  type ToolEffects,
  type ToolOutput,
  type ToolProgressUpdate,
} from './agents/tool.ts';

export type {
  Model,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ToolDescription,
} from './agents/model.ts';

export { createOpenAiModel, type OpenAiModelOptions } from './models/openai.ts';
export {
  createScriptedModel,
  type ResultCondition,
  type ScriptedCall,
  type ScriptedChoice,
  type ScriptedModelOptions,
  type ScriptedReply,
  type ScriptedStep,
  type ScriptedTurn,
} from './models/scripted.ts';

export type { ApprovalContext, ApprovalPolicy, PolicyDecision } from './agents/agent.ts';
export type { Gate, GateRequest, GateTerms, WaitOptions } from './engine/gate.ts';
export {
  replayAudit,
  type AuditedDecision,
  type AuditedPending,
  type AuditReplay,
} from './audit/replay.ts';
export { DEFAULT_TENANT, type Caller } from './store/caller.ts';
export type {
  AnswerOptions,
  CreateInteractionOptions,
  CreateRunOptions,
  Engine,
  ExternalOutcome,
  Settlement,
  VisibleRun,
} from './engine/engine.ts';
export type { Result } from './base/result.ts';

export type { Authenticate, Authentication, Identity } from './http/auth.ts';
export {
  createLocalAuthentication,
  type LocalAuthentication,
  type LocalAuthOptions,
} from './http/local-auth.ts';
export { createTokenAuthenticate } from './http/token-auth.ts';

export { createMemoryStore, type MemoryOptions } from './store/memory.ts';
export { createMemoryPermissionStore } from './store/memory-permissions.ts';
export type { NewRule, PermissionStore, RuleOwner } from './store/permission-store.ts';
export type {
  AppendOptions,
  AppendOutcome,
  AuditAddition,
  AuditChain,
  AuditRecord,
  Commit,
  DueSession,
  ErasedRun,
  Checkpoint,
  InteractionQuery,
  InteractionRecord,
  LoadedSession,
  Page,
  PageQuery,
  Projection,
  RunQuery,
  RunRecord,
  SessionKey,
  SessionQuery,
  SessionStore,
  StoredChapter,
  StoredCommit,
  StoredConversation,
  Tombstone,
  TrailLinks,
} from './store/store.ts';
export type { Bus, Change } from './store/bus/bus.ts';
export { createLocalBus } from './store/bus/local.ts';
export type { OnPending, PendingNotice } from './notify/pending-notices.ts';
export type { OnSettled, SettledNotice } from './notify/settled-notices.ts';
export { postPending, postSettled, type PostPendingOptions } from './notify/webhook.ts';
export { handlesIn, reveal } from './vault/redact.ts';
export { createMemoryVault, createEncryptedVault } from './vault/vault.ts';
export type { Secret, SecretStore, StoredSecret, Vault } from './store/secret-store.ts';
