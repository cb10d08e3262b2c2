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

/** A session's log: every key, filter and table begins with the tenant. */
export interface SessionKey {
  readonly tenantId: string;
  readonly sessionId: string;
}

/** A log's control state with the position it is true for. */
export interface LoadedSession {
  /** Number of commits in the log; 0 for a log that does not exist yet. */
  readonly commit: number;
  readonly state: ControlState;
  /** The store's clock. Every decision takes its time from here. */
  readonly now: string;
  /** Until when the owner's claim holds, by the store's clock; absent when no one owns the run. */
  readonly ownerUntil?: string;
  /** The `chain` of the newest commit; empty where the log is older than audit hashes. */
  readonly chain: AuditChain;
}

/**
 * The newest audit hash of each run that may get more entries, by run id; under the empty id that of
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
 * Changes of audit trails by a commit. A store keeps them unchanged, as opaque data. They are
 * separate from the events, because hashing is async; a commit without them changes no trail.
 */
export interface AuditAddition {
  /** The trails that get longer: one for each run. */
  readonly trails: readonly TrailLinks[];
  /** What `load` returns from now on. */
  readonly chain: AuditChain;
}

/** The hashes of a run's audit trail. */
export interface AuditRecord {
  /** The newest hash stored with the run; `null` if there is none. */
  readonly head: string | null;
  /** All links that were appended for the run, oldest first. */
  readonly links: readonly AuditLink[];
}

/** What one commit added to the audit trails of its session. */
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

/** An interaction as it outlives its settlement. */
export interface InteractionRecord extends InteractionView {
  readonly session_id: string;
  readonly root_run_id: string;
  readonly tool_call_id: string;
  readonly user_id: string | null;
  /** `seq` of the event that asked. */
  readonly seq: number;
  /** Who answered, as authenticated; absent where no one was. */
  readonly caller?: string;
  /** The `Idempotency-Key` of the winning answer. */
  readonly idempotency_key?: string;
  /** `seq` before the first event of its settlement. */
  readonly settled_after?: number;
}

/**
 * What a commit changes besides the log: rows that readers look up without folding. SQL engines
 * write them in the commit's transaction.
 */
export interface Projection {
  readonly session: SessionSummary;
  /** The runs that the commit touched, as they are after it. */
  readonly runs: readonly Run[];
  /** The interactions that the commit touched, as they are after it. */
  readonly interactions: readonly InteractionRecord[];
}

/** State stored beside a log to avoid reading it: control state, owner, next deadline. */
export interface Checkpoint {
  /** The control fold of the whole log. */
  readonly state: ControlState;
  /** The earliest `expires_at` of pending requests. */
  readonly nextDeadline: string | null;
  /** The owner of the run. */
  readonly owner: string | null;
  /** Whether there is work that needs no person: the sweeper looks for these. */
  readonly runnable: boolean;
}

/** What `append` writes: one row, or one document. */
export interface Commit {
  readonly events: readonly RunEvent[];
  readonly checkpoint: Checkpoint;
  readonly projection: Projection;
  readonly audit: AuditAddition;
}

/** Conditions of an append. */
export interface AppendOptions {
  /** Refused with `too_late` when the store's clock has reached this time. */
  readonly notAfter?: string;
  /** How long `checkpoint.owner`'s claim holds from now. Default 30,000. */
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

/** Which runs of a tenant, newest first. */
export interface RunQuery extends PageQuery {
  readonly tenantId: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly status?: RunStatus;
}

/** Which sessions of a tenant, newest change first. */
export interface SessionQuery extends PageQuery {
  readonly tenantId: string;
  readonly userId?: string;
}

/** Which interactions of a tenant, oldest first. */
export interface InteractionQuery extends PageQuery {
  readonly tenantId: string;
  readonly status?: InteractionStatus;
  readonly runId?: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly toolCallId?: string;
}

/** A run with the log it lies in. */
export interface RunRecord {
  readonly sessionId: string;
  readonly run: Run;
}

/** A session that the sweeper has to look at. */
export interface DueSession {
  readonly key: SessionKey;
  readonly owner: string | null;
  readonly ownerUntil: string | null;
  readonly nextDeadline: string | null;
  readonly runnable: boolean;
}

/**
 * Store of the logs of sessions and their projections. `append` is the only write that decides
 * anything: atomic, and refused if another caller appended first. Acknowledged commits survive the
 * death of every process (except in the memory store). All returned values are copies.
 */
export interface SessionStore {
  /** The log's position and control state, with the store's clock. An unknown log is an empty one. */
  load(key: SessionKey): Promise<LoadedSession>;
  append(
    key: SessionKey,
    expectedCommit: number,
    commit: Commit,
    options?: AppendOptions,
  ): Promise<AppendOutcome>;
  /** The commits after a position, oldest first; at most `limit` (default: all). */
  read(key: SessionKey, afterCommit: number, limit?: number): Promise<readonly StoredCommit[]>;
  /** Stored events of a root run and its nested runs with a larger `seq`, in order; at most `limit`. */
  readRun(
    key: SessionKey,
    rootRunId: string,
    afterSeq: number,
    limit: number,
  ): Promise<readonly RunEvent[]>;
  /**
   * The hashes of a run's audit trail, nested runs' too; for an unknown run none. Links and head are
   * of one moment.
   */
  readAudit(key: SessionKey, runId: string): Promise<AuditRecord>;
  /** What every commit added to audit trails, oldest first; commits that added nothing are left out. */
  readTrails(key: SessionKey): Promise<readonly StoredTrails[]>;
  /** Holds the owner's claim for `leaseMs` more. `false`: it is no longer the owner. */
  renew(key: SessionKey, owner: string, leaseMs: number): Promise<boolean>;
  /**
   * Sessions with something overdue: `nextDeadline` reached, or runnable with no live claim.
   * `ownedBy` adds runnable sessions whose owner begins with this text, claimed or not.
   */
  due(limit: number, ownedBy?: string): Promise<readonly DueSession[]>;
  findRun(tenantId: string, runId: string): Promise<RunRecord | null>;
  listRuns(query: RunQuery): Promise<Page<Run>>;
  findSession(key: SessionKey): Promise<SessionSummary | null>;
  /** Newest change first. */
  listSessions(query: SessionQuery): Promise<Page<SessionSummary>>;
  findInteraction(tenantId: string, interactionId: string): Promise<InteractionRecord | null>;
  /** Every interaction of a tool call, in any run, oldest first. */
  findInteractionsOfCall(
    tenantId: string,
    toolCallId: string,
  ): Promise<readonly InteractionRecord[]>;
  /** Oldest first. */
  listInteractions(query: InteractionQuery): Promise<Page<InteractionRecord>>;
  /** Number of pending interactions of a user, over all sessions. */
  countPending(tenantId: string, userId: string): Promise<number>;
  /** Stored size of the events of a user's sessions, in bytes. */
  storedBytes(tenantId: string, userId: string): Promise<number>;
  /**
   * Removes the log and its projections if it stands at `expectedCommit`, and keeps `tombstone`, in
   * place of an earlier one.
   */
  remove(key: SessionKey, expectedCommit: number, tombstone: Tombstone): Promise<AppendOutcome>;
  findTombstone(key: SessionKey): Promise<Tombstone | null>;
  /** Finds a run of a deleted session in its tombstone: as it was deleted last. */
  findErasedRun(tenantId: string, runId: string): Promise<ErasedRun | null>;
  close(): Promise<void>;
}

/** Remains of a deleted session, without its content. */
export interface Tombstone {
  readonly id: string;
  readonly deleted_at: string;
  readonly runs: readonly ErasedRun[];
}
