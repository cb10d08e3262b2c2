import type {
  AgentInfo,
  ApprovalDecision,
  AuditTrail,
  CheckInput,
  CheckResult,
  ClaimInput,
  ClaimResult,
  CompleteInput,
  ConsentResult,
  ControlResult,
  ControlSignal,
  CreateInteractionInput,
  CreateRunInput,
  DecisionResult,
  GateOutcome,
  InteractionRequest,
  InteractionResponse,
  InteractionStatus,
  InteractionView,
  MessagePage,
  PermissionRule,
  RespondBatchResult,
  RuleEffect,
  RuleInput,
  Run,
  RunStatus,
  SessionSummary,
  SessionView,
  ToolConsent,
  UserPermissions,
} from '@hitl/protocol';
import type { Relayed } from '../approval/evaluate-external.ts';
import type { Feed } from '../streams/feed.ts';
import type { Page, PageQuery, SessionKey } from '../store/store.ts';
import type { Caller } from '../store/caller.ts';
import type { Result } from '../base/result.ts';

/** How an answer came. */
export interface AnswerOptions {
  readonly idempotencyKey?: string;
}

/** How a run begins. */
export interface CreateRunOptions extends AnswerOptions {
  /**
   * Its id, where the host has one already: a UUID. Default: a random one. One that is taken is
   * `idempotency_conflict`.
   */
  readonly runId?: string;
}

/** How a call or a question of an external loop is put in. */
export interface CreateInteractionOptions {
  /**
   * It was evaluated where it comes from, and there a person is waited for: no rule or policy of this
   * server decides it, nothing of an answer is remembered here, and only these actions are possible.
   * The answer itself, for an authorization `approve` and `deny`, must be among them.
   */
  readonly relayed?: Relayed;
}

/** What an answer did. */
export interface Settlement {
  readonly key: SessionKey;
  /** The root run after the answer. */
  readonly run: Run;
  readonly interaction: InteractionView;
  /** How many siblings still wait. */
  readonly pendingCount: number;
  /** `seq` before the first event of the settlement: where a stream of what follows begins. */
  readonly after: number;
  /** The store of rules failed: the rules of the answer follow. */
  readonly rulesPending?: true;
}

/** How to read an audit trail. */
export interface AuditOptions {
  /** Holds the whole session against its log, too. Default `false`. */
  readonly verify?: boolean;
}

/** A run that the caller may see, with the session that it belongs to. */
export interface VisibleRun {
  readonly key: SessionKey;
  readonly run: Run;
}

/** What a call or a question of an external loop led to. */
export interface ExternalOutcome {
  /** A person is asked now, who was not before. */
  readonly isNew: boolean;
  readonly outcome: GateOutcome;
}

/**
 * Everything the server can do, for a caller. The HTTP handler and the command line are fronts for
 * it. Expected failures are results; what throws is a defect or a broken store.
 */
export interface Engine {
  readonly feed: Feed;
  agents(): readonly AgentInfo[];

  /** Starts a run and returns at once; a runner of this process drives it. */
  createRun(
    caller: Caller,
    input: CreateRunInput,
    options?: CreateRunOptions,
  ): Promise<Result<VisibleRun>>;
  getRun(caller: Caller, runId: string): Promise<Result<VisibleRun>>;
  listRuns(
    caller: Caller,
    query: PageQuery & { sessionId?: string; status?: RunStatus },
  ): Promise<Page<Run>>;
  control(caller: Caller, signal: ControlSignal): Promise<Result<ControlResult>>;
  audit(caller: Caller, runId: string, options?: AuditOptions): Promise<Result<AuditTrail>>;

  listSessions(
    caller: Caller,
    query: PageQuery & { userId?: string },
  ): Promise<Result<Page<SessionSummary>>>;
  getSession(caller: Caller, sessionId: string): Promise<Result<SessionView & { key: SessionKey }>>;
  getMessages(caller: Caller, sessionId: string): Promise<Result<MessagePage>>;
  deleteSession(caller: Caller, sessionId: string): Promise<Result<null>>;

  listInteractions(
    caller: Caller,
    query: PageQuery & {
      status?: InteractionStatus;
      runId?: string;
      sessionId?: string;
      userId?: string;
      toolCallId?: string;
    },
  ): Promise<Result<Page<InteractionRequest>>>;
  /** Waits up to `waitMs` for a pending interaction to be settled. */
  getInteraction(
    caller: Caller,
    interactionId: string,
    options?: { waitMs?: number; signal?: AbortSignal },
  ): Promise<Result<InteractionView>>;
  createInteraction(
    caller: Caller,
    input: CreateInteractionInput,
    options?: CreateInteractionOptions,
  ): Promise<Result<ExternalOutcome>>;
  /**
   * Claims an allowed call of an external loop: of all who do, one gets it. Waits up to `waitMs` while
   * someone else has it.
   */
  claim(
    caller: Caller,
    interactionId: string,
    input: ClaimInput,
    options?: { waitMs?: number; signal?: AbortSignal },
  ): Promise<Result<ClaimResult>>;
  /** Records what became of a claimed call. */
  complete(
    caller: Caller,
    interactionId: string,
    input: CompleteInput,
  ): Promise<Result<ClaimResult>>;
  /** Takes back what an external loop asked; what is settled already is returned unchanged. */
  cancel(caller: Caller, interactionId: string): Promise<Result<InteractionView>>;

  /** Settles once: the rules of the answer are stored when this returns, the run goes on by itself. */
  respond(
    caller: Caller,
    interactionId: string,
    response: InteractionResponse,
    options?: AnswerOptions,
  ): Promise<Result<Settlement>>;
  respondAll(
    caller: Caller,
    responses: readonly InteractionResponse[],
    options?: AnswerOptions,
  ): Promise<RespondBatchResult>;
  decide(
    caller: Caller,
    decision: ApprovalDecision,
    options?: AnswerOptions,
  ): Promise<Result<DecisionResult>>;
  consent(
    caller: Caller,
    consent: ToolConsent,
    options?: AnswerOptions,
  ): Promise<Result<ConsentResult>>;

  getPermissions(caller: Caller, userId: string): Promise<Result<UserPermissions>>;
  listRules(caller: Caller, userId: string): Promise<Result<readonly PermissionRule[]>>;
  saveRule(
    caller: Caller,
    userId: string,
    effect: RuleEffect,
    rule: RuleInput,
  ): Promise<Result<null>>;
  revokeRule(caller: Caller, userId: string, pattern: string): Promise<Result<null>>;
  check(caller: Caller, userId: string, input: CheckInput): Promise<Result<CheckResult>>;

  /** Begins to look for orphaned runs and overdue interactions. */
  start(): void;
  /** Takes no new work, lets running tools finish for `graceMs`, leaves what waits waiting. */
  close(graceMs?: number): Promise<void>;
}
