/**
 * A server for people in the loop of agents, for any runtime with `Request` and `Response`: Node,
 * workers, browsers. What needs Node lies in the subpaths `./node`, `./tools`, `./sqlite` and
 * `./config`.
 *
 * @module
 */
export { createHitl, type Hitl, type HitlOptions } from './create-hitl.ts';
export { globalHitl, type GlobalHitl } from './global-hitl.ts';
export type { AgentDefinition, AgentToolEntry } from './agents.ts';
export type { PolicyRule } from './rule-policy.ts';

export { createAskHumanTool } from './tools/ask-human.ts';
export { defineTool, type ToolDefinition } from './tools/define-tool.ts';
export type { StandardResult, StandardSchema } from './tools/standard-schema.ts';
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
} from './runner/tool.ts';

export type {
  Model,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ToolDescription,
} from './runner/model.ts';

export { createOpenAiModel, type OpenAiModelOptions } from './models/openai.ts';
export {
  createScriptedModel,
  type ScriptedCall,
  type ScriptedModelOptions,
  type ScriptedTurn,
} from './models/scripted.ts';

export type { ApprovalContext, ApprovalPolicy, PolicyDecision } from './core/agent.ts';
export type { Gate, GateRequest, GateTerms, WaitOptions } from './core/gate.ts';
export {
  replayAudit,
  type AuditedDecision,
  type AuditedPending,
  type AuditReplay,
} from './core/replay-audit.ts';
export { DEFAULT_TENANT, type Caller } from './core/caller.ts';
export type {
  AnswerOptions,
  CreateInteractionOptions,
  CreateRunOptions,
  Engine,
  ExternalOutcome,
  Settlement,
  VisibleRun,
} from './core/engine.ts';
export type { Result } from './core/result.ts';

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
  Head,
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
  StoredCommit,
  Tombstone,
  TrailLinks,
} from './store/store.ts';
export type { Bus, Change } from './bus/bus.ts';
export { createLocalBus } from './bus/local.ts';
export type { OnPending, PendingNotice } from './bus/pending-notices.ts';
export type { OnSettled, SettledNotice } from './bus/settled-notices.ts';
export { postPending, postSettled, type PostPendingOptions } from './bus/post-pending.ts';
export { handlesIn, reveal } from './vault/redact.ts';
export {
  createMemoryVault,
  createSealedVault,
  type Secret,
  type SecretStore,
  type StoredSecret,
  type Vault,
} from './vault/vault.ts';
