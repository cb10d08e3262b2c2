import type { InteractionRow, Row } from '../rows/tables.ts';
import type { Place } from '../rows/place.ts';
import type { RuleList } from '../rule-list.ts';

/** The checkpoint and the summary of a session after a commit. */
export interface HeadDocument
  extends Place, Pick<Row<'sessions'>, 'owner' | 'user_id' | 'updated_at' | 'summary'> {
  /** The commit that wrote them. */
  readonly commit: number;
  readonly base: number;
  /** JSON. */
  readonly state: string;
  /** JSON. */
  readonly chain: string;
  readonly next_deadline: Date | null;
  /** The earliest time if no one owns the run, so that one index serves both cases. */
  readonly claimed_until: Date;
  readonly runnable: boolean;
  /** Size of the events of the log, in bytes. */
  readonly bytes: number;
}

/** A run, as of the newest commit that changed it. */
export interface RunDocument extends Omit<Row<'runs'>, 'audit_head' | 'first_commit'> {
  readonly commit: number;
  /** Absent if it has no audit trail. */
  readonly audit_head?: string;
}

/** An interaction, as of the newest commit that changed it. */
export interface InteractionDocument extends Omit<InteractionRow, 'seq' | 'asked_in'> {
  readonly commit: number;
  readonly seq: number;
  readonly asked_in: number | null;
}

/** The parts of a commit that are also written to other collections; removed once that is done. */
export interface Rows {
  readonly head: Omit<HeadDocument, keyof Place | 'commit' | 'base' | 'claimed_until' | 'bytes'>;
  /** How long the owner's claim lasts after the commit. */
  readonly lease_ms: number;
  readonly runs: readonly Omit<RunDocument, keyof Place | 'commit'>[];
  readonly interactions: readonly Omit<InteractionDocument, keyof Place | 'commit'>[];
}

/** What remains of a deleted session. */
export interface TombstoneDocument extends Place {
  readonly commit: number;
  /** JSON. */
  readonly tombstone: string;
  readonly run_ids: readonly string[];
}

/**
 * One commit, in one document. A unique index on tenant, session and commit makes writing it the
 * compare-and-set. Numbers of commits are never reused, not even by a new session with the id of a deleted
 * one.
 */
export interface CommitDocument extends Place {
  /** Chosen by the writer; distinguishes one attempt from another. */
  readonly _id: string;
  readonly commit: number;
  /** The number before this log's first: that of the commit which deleted the previous log, or 0. */
  readonly base: number;
  /** When it was written, by the server's clock. */
  readonly at: Date;
  /** Size of the events of the log in bytes, including this commit. */
  readonly bytes: number;
  /** As in SQL: the run tree of these events, and their range of sequence numbers. */
  readonly root_run_id: string | null;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
  /** JSON. Absent if the log was deleted. */
  readonly events?: string;
  /** JSON: `events` has `…` in place of a long text that is stored here. */
  readonly repeats: string | null;
  /** JSON: the hashes that it adds to audit trails, run by run; `null` if it adds none. */
  readonly trails: string | null;
  /** JSON of messages since an earlier chapter, to read the conversation faster. */
  readonly chapter?: string;
  /** The tenant, while `rows` or `removed` are not yet written to their collections. */
  readonly unprojected?: string;
  readonly rows?: Rows;
  /** It ends the log: what remains of it. */
  readonly removed?: Pick<TombstoneDocument, 'tombstone' | 'run_ids'>;
}

/** An encrypted secret. */
export interface SecretDocument extends Row<'secrets'> {
  /** Distinguishes secrets of a deleted session from those of the next session with its id. */
  readonly base: number;
}

/** All rules of a user in one document, because they change as a whole. */
export interface OwnerDocument extends RuleList {
  readonly tenant_id: string;
  readonly user_id: string;
}
