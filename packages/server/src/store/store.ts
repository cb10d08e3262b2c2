import type {
  AuditLink,
  ControlState,
  InteractionStatus,
  InteractionView,
  Run,
  RunEvent,
  RunStatus,
  SessionSummary,
} from '@hitl/protocol';

/** The key of a session's log. Every key, filter and table starts with the tenant. */
export interface SessionKey {
  readonly tenantId: string;
  readonly sessionId: string;
}

/** The control state of a log, with its position. */
export interface LoadedSession {
  /** Number of commits in the log; 0 for a log that does not exist yet. */
  readonly commit: number;
  readonly state: ControlState;
  /** The store's clock, from which every decision takes its time. */
  readonly now: string;
  /** When the owner's claim ends, by the store's clock; absent if no instance owns the run. */
  readonly ownerUntil?: string;
  /** The `chain` of the newest commit; empty if the log is older than audit hashes. */
  readonly chain: AuditChain;
}

/**
 * The newest audit hash of each run that may get more entries, by run id. The empty id has that of
 * the chain over all trails of the session.
 */
export type AuditChain = Readonly<Record<string, string>>;

/** Entries that a commit adds to the audit trail of one run. */
export interface TrailLinks {
  readonly run_id: string;
  /** Oldest first; at least one. */
  readonly links: readonly AuditLink[];
}

/**
 * Changes of audit trails by a commit, which a store keeps as opaque data. Separate from the
 * events, because hashing is async; without them a commit changes no trail.
 */
export interface AuditAddition {
  /** The trails with new entries, one for each run. */
  readonly trails: readonly TrailLinks[];
  /** The value that `load` returns from now on. */
  readonly chain: AuditChain;
}

/** The hashes of a run's audit trail. */
export interface AuditRecord {
  /** The newest hash stored with the run; `null` if there is none. */
  readonly head: string | null;
  /** All links that were appended for the run, oldest first. */
  readonly links: readonly AuditLink[];
}

/** The entries of one commit in the audit trails of its session. */
export interface StoredTrails {
  /** From 1. */
  readonly commit: number;
  /** In any order; at least one. */
  readonly trails: readonly TrailLinks[];
}

/** Remains of the audit trail of a deleted run. */
export interface ErasedRun {
  readonly run_id: string;
  readonly head: string;
  readonly entries: readonly AuditLink[];
}

/** An interaction as stored, also after its settlement. */
export interface InteractionRecord extends InteractionView {
  readonly session_id: string;
  readonly root_run_id: string;
  readonly tool_call_id: string;
  readonly user_id: string | null;
  /** `seq` of the event with the request. */
  readonly seq: number;
  /** The authenticated user who answered; absent if there was none. */
  readonly caller?: string;
  /** The `Idempotency-Key` of the winning answer. */
  readonly idempotency_key?: string;
  /** `seq` before the first event of its settlement. */
  readonly settled_after?: number;
}

/**
 * Changes of a commit besides the log: rows for lookups without folding. SQL engines write them in
 * the commit's transaction.
 */
export interface Projection {
  readonly session: SessionSummary;
  /** The runs that the commit changed, in their new state. */
  readonly runs: readonly Run[];
  /** The interactions that the commit changed, in their new state. */
  readonly interactions: readonly InteractionRecord[];
}

/** State stored with a log to avoid reading it: control state, owner, next deadline. */
export interface Checkpoint {
  /** The control fold of the whole log. */
  readonly state: ControlState;
  /** The earliest `expires_at` of pending requests. */
  readonly nextDeadline: string | null;
  /** The owner of the run. */
  readonly owner: string | null;
  /** Whether there is work that needs no person; the sweeper looks for such runs. */
  readonly runnable: boolean;
}

/** The data that `append` writes: one row, or one document. */
export interface Commit {
  readonly events: readonly RunEvent[];
  readonly checkpoint: Checkpoint;
  readonly projection: Projection;
  readonly audit: AuditAddition;
  /** Messages for `readChapters`, as text that a store keeps as opaque data. */
  readonly chapter?: string;
}

/** Conditions of an append. */
export interface AppendOptions {
  /**
   * The `chain` of the log as it was loaded: the append conflicts with a log that has replaced it
   * under the same id since then, even one with as many commits.
   */
  readonly chain?: AuditChain;
  /** Refused with `too_late` once the store's clock has reached this time. */
  readonly notAfter?: string;
  /** Duration of the claim of `checkpoint.owner` from now, in milliseconds. Default 30,000. */
  readonly leaseMs?: number;
}

/**
 * `conflict`: another caller appended first. `too_late`: the store's clock has passed `notAfter`.
 */
export type AppendOutcome = 'appended' | 'conflict' | 'too_late';

/** One stored commit. */
export interface StoredCommit {
  /** From 1. */
  readonly commit: number;
  readonly events: readonly RunEvent[];
}

/** The chapter of a commit. */
export interface StoredChapter {
  /** From 1. */
  readonly commit: number;
  readonly json: string;
}

/** A log with chapters in place of its older commits. */
export interface StoredConversation {
  readonly chapters: readonly StoredChapter[];
  readonly commits: readonly StoredCommit[];
}

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Opaque; `null` at the end. */
  readonly nextCursor: string | null;
}

/** Start and size of a page. An unknown cursor throws `invalid_cursor`. */
export interface PageQuery {
  readonly cursor?: string;
  /** 1 to 200. */
  readonly limit: number;
}

/** Filter for the runs of a tenant, newest first. */
export interface RunQuery extends PageQuery {
  readonly tenantId: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly status?: RunStatus;
}

/** Filter for the sessions of a tenant, last changed first. */
export interface SessionQuery extends PageQuery {
  readonly tenantId: string;
  readonly userId?: string;
}

/** Filter for the interactions of a tenant, oldest first. */
export interface InteractionQuery extends PageQuery {
  readonly tenantId: string;
  readonly status?: InteractionStatus;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly toolCallId?: string;
}

/**
 * Filter for the interactions of a tool call. Models repeat the ids of calls, so that a tenant may
 * have very many of one id.
 */
export interface CallQuery extends Omit<InteractionQuery, 'cursor'> {
  readonly toolCallId: string;
}

/** A run with the key of its log. */
export interface RunRecord {
  readonly sessionId: string;
  readonly run: Run;
}

/** A session that the sweeper has to process. */
export interface DueSession {
  readonly key: SessionKey;
  readonly owner: string | null;
  readonly ownerUntil: string | null;
  readonly nextDeadline: string | null;
  readonly runnable: boolean;
}

/**
 * Store of the logs of sessions and their projections. All decisions depend only on `append`: it is
 * atomic, and refused if another caller appended first. Acknowledged commits survive the death of
 * every process (except in the memory store). All returned values are copies.
 */
export interface SessionStore {
  /**
   * Whether every instance that uses the store runs on the same machine, so that all lose access to
   * it together. Otherwise an instance that cannot renew its claim of a run stops working on it
   * before another one may take it over. Default `false`.
   */
  readonly isLocal?: boolean;
  /** The position and control state of a log, and the store's clock. An unknown log counts as empty. */
  load(key: SessionKey): Promise<LoadedSession>;
  append(
    key: SessionKey,
    expectedCommit: number,
    commit: Commit,
    options?: AppendOptions,
  ): Promise<AppendOutcome>;
  /** The commits after a position, oldest first, at most `limit` (default: all). */
  read(key: SessionKey, afterCommit: number, limit?: number): Promise<readonly StoredCommit[]>;
  /**
   * The chapters of the commits that have one, and the commits after the newest of them, both oldest
   * first: a long conversation without most of its commits. A store may lose chapters: then these
   * are fewer chapters and more commits.
   */
  readChapters(key: SessionKey): Promise<StoredConversation>;
  /** Stored events of a root run and its nested runs with a larger `seq`, in order, at most `limit`. */
  readRun(
    key: SessionKey,
    rootRunId: string,
    afterSeq: number,
    limit: number,
  ): Promise<readonly RunEvent[]>;
  /**
   * The hashes of a run's audit trail, also of a nested run; none for an unknown run. Links and
   * head are from the same moment.
   */
  readAudit(key: SessionKey, runId: string): Promise<AuditRecord>;
  /** The entries of every commit in audit trails, oldest first, without commits that have none. */
  readTrails(key: SessionKey): Promise<readonly StoredTrails[]>;
  /** Extends the owner's claim to `leaseMs` from now. `false`: it is no longer the owner. */
  renew(key: SessionKey, owner: string, leaseMs: number): Promise<boolean>;
  /**
   * Sessions that are due: `nextDeadline` was reached, or they are runnable without a live claim.
   * `ownedBy` also includes runnable sessions whose owner starts with this prefix, claimed or not.
   */
  due(limit: number, ownedBy?: string): Promise<readonly DueSession[]>;
  findRun(tenantId: string, runId: string): Promise<RunRecord | null>;
  listRuns(query: RunQuery): Promise<Page<Run>>;
  findSession(key: SessionKey): Promise<SessionSummary | null>;
  /** Newest change first. */
  listSessions(query: SessionQuery): Promise<Page<SessionSummary>>;
  findInteraction(tenantId: string, interactionId: string): Promise<InteractionRecord | null>;
  /** The newest interactions of a tool call, in any run, newest first. */
  findInteractionsOfCall(query: CallQuery): Promise<readonly InteractionRecord[]>;
  /** Oldest first. */
  listInteractions(query: InteractionQuery): Promise<Page<InteractionRecord>>;
  /** Number of pending interactions of a user in all sessions. */
  countPending(tenantId: string, userId: string): Promise<number>;
  /** Total bytes of the events of a user's sessions. */
  storedBytes(tenantId: string, userId: string): Promise<number>;
  /**
   * Removes the log and its projections if it is at `expectedCommit`, and keeps `tombstone`,
   * replacing an earlier one. `chain`: as in `AppendOptions`.
   */
  remove(
    key: SessionKey,
    expectedCommit: number,
    tombstone: Tombstone,
    chain?: AuditChain,
  ): Promise<AppendOutcome>;
  findTombstone(key: SessionKey): Promise<Tombstone | null>;
  /** Finds a run of a deleted session in its newest tombstone. */
  findErasedRun(tenantId: string, runId: string): Promise<ErasedRun | null>;
  close(): Promise<void>;
}

/** Remains of a deleted session, without its content. */
export interface Tombstone {
  readonly id: string;
  readonly deleted_at: string;
  readonly runs: readonly ErasedRun[];
}
