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
  InteractionView,
  MessagePage,
  PermissionRule,
  RespondBatchResult,
  RuleEffect,
  RuleInput,
  Run,
  SessionSummary,
  SessionView,
  ToolConsent,
  UserPermissions,
} from '@hitl/protocol';
import type { Relayed } from '../approval/evaluate-external.ts';
import type { Feed } from '../streams/feed.ts';
import type { InteractionQuery, Page, RunQuery, SessionKey, SessionQuery } from '../store/store.ts';
import type { Caller } from '../store/caller.ts';
import type { Result } from '../base/result.ts';

/** Origin of an answer. */
export interface AnswerOptions {
  readonly idempotencyKey?: string;
}

/** How long a call waits for a change. */
export interface LongPollOptions {
  /** Default 0. */
  readonly waitMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** Options of a new run. */
export interface CreateRunOptions extends AnswerOptions {
  /**
   * Its id, if the host already has one: a UUID. Default: a random one. An id in use is
   * `idempotency_conflict`.
   */
  readonly runId?: string;
}

/** Options of an external call or question. */
export interface CreateInteractionOptions {
  /**
   * It was evaluated by its sender, which waits for a person: no rule or policy of this server
   * decides it, no rules are saved here, and only these actions are possible. They must include the
   * answer itself, for an authorization `approve` and `deny`.
   */
  readonly relayed?: Relayed;
}

/** Result of an answer. */
export interface Settlement {
  readonly key: SessionKey;
  /** The root run after the answer. */
  readonly run: Run;
  readonly interaction: InteractionView;
  /** Number of pending siblings. */
  readonly pendingCount: number;
  /**
   * `seq` before the first event of the settlement: start position for a stream of the events that
   * follow.
   */
  readonly after: number;
  /** Saving the rules of the answer failed; they will be saved later. */
  readonly rulesPending?: true;
}

/** Options for reading an audit trail. */
export interface AuditOptions {
  /** Also compares the whole session with its log. Default `false`. */
  readonly verify?: boolean;
}

/** A run that the caller may see, with the session that it belongs to. */
export interface VisibleRun {
  readonly key: SessionKey;
  readonly run: Run;
}

/** Outcome of an external call or question. */
export interface ExternalOutcome {
  /** Whether this call created a new request for a person. */
  readonly isNew: boolean;
  readonly outcome: GateOutcome;
}

/**
 * All operations of the server, for a caller. The HTTP handler and the command line use it.
 * Expected failures are results; it throws only for defects or a broken store.
 */
export interface Engine {
  readonly feed: Feed;
  agents(): readonly AgentInfo[];

  /** Starts a run and returns immediately; this process executes it. */
  createRun(
    caller: Caller,
    input: CreateRunInput,
    options?: CreateRunOptions,
  ): Promise<Result<VisibleRun>>;
  getRun(caller: Caller, runId: string): Promise<Result<VisibleRun>>;
  listRuns(caller: Caller, query: Omit<RunQuery, 'tenantId' | 'userId'>): Promise<Page<Run>>;
  control(caller: Caller, signal: ControlSignal): Promise<Result<ControlResult>>;
  audit(caller: Caller, runId: string, options?: AuditOptions): Promise<Result<AuditTrail>>;

  listSessions(
    caller: Caller,
    query: Omit<SessionQuery, 'tenantId'>,
  ): Promise<Result<Page<SessionSummary>>>;
  getSession(caller: Caller, sessionId: string): Promise<Result<SessionView & { key: SessionKey }>>;
  getMessages(caller: Caller, sessionId: string): Promise<Result<MessagePage>>;
  deleteSession(caller: Caller, sessionId: string): Promise<Result<null>>;

  listInteractions(
    caller: Caller,
    query: Omit<InteractionQuery, 'tenantId'>,
  ): Promise<Result<Page<InteractionRequest>>>;
  /** Waits up to `waitMs` for a pending interaction to be settled. */
  getInteraction(
    caller: Caller,
    interactionId: string,
    options?: LongPollOptions,
  ): Promise<Result<InteractionView>>;
  createInteraction(
    caller: Caller,
    input: CreateInteractionInput,
    options?: CreateInteractionOptions,
  ): Promise<Result<ExternalOutcome>>;
  /**
   * Claims an allowed call of an external loop; only one claim succeeds. Waits up to `waitMs` while
   * another caller holds the claim.
   */
  claim(
    caller: Caller,
    interactionId: string,
    input: ClaimInput,
    options?: LongPollOptions,
  ): Promise<Result<ClaimResult>>;
  /** Records the outcome of a claimed call. */
  complete(
    caller: Caller,
    interactionId: string,
    input: CompleteInput,
  ): Promise<Result<ClaimResult>>;
  /** Withdraws a request of an external loop; a settled one is returned unchanged. */
  cancel(caller: Caller, interactionId: string): Promise<Result<InteractionView>>;

  /**
   * Settles a request once: the rules of the answer are stored when this returns; the run continues
   * in the background.
   */
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

  /** Starts looking for orphaned runs and overdue interactions. */
  start(): void;
  /**
   * Takes no new work, lets running tools finish for `graceMs`, leaves pending requests pending.
   */
  close(graceMs?: number): Promise<void>;
}
