import type { PermissionRule } from '@hitl/protocol';
import type { InteractionTable, RunTable, SecretTable, SessionTable } from '../rows/tables.ts';

/** Whose log a document belongs to. */
export interface Place {
  readonly tenant_id: string;
  readonly session_id: string;
}

/** The checkpoint and the summary of a session, as a commit leaves them. */
export interface HeadDocument
  extends Place, Pick<SessionTable, 'owner' | 'user_id' | 'updated_at' | 'summary'> {
  /** The commit that left them. */
  readonly commit: number;
  readonly base: number;
  /** JSON. */
  readonly state: string;
  /** JSON. */
  readonly chain: string;
  readonly next_deadline: Date | null;
  /** The beginning of time where no one owns the run, so that one index finds both. */
  readonly claimed_until: Date;
  readonly runnable: boolean;
  /** How many bytes the events of the log take. */
  readonly bytes: number;
}

/** A run, as the newest commit that touched it leaves it. */
export interface RunDocument extends Omit<RunTable, 'audit_head' | 'first_commit'> {
  readonly commit: number;
  /** Absent where it has no audit trail. */
  readonly audit_head?: string;
}

/** An interaction, as the newest commit that touched it leaves it. */
export interface InteractionDocument extends Omit<InteractionTable, 'seq' | 'asked_in'> {
  readonly commit: number;
  readonly seq: number;
  readonly asked_in: number | null;
}

/** What of a commit is written elsewhere too, until it is. */
export interface Rows {
  readonly head: Omit<HeadDocument, keyof Place | 'commit' | 'base' | 'claimed_until' | 'bytes'>;
  /** How long the owner's claim holds from the commit. */
  readonly lease_ms: number;
  readonly runs: readonly Omit<RunDocument, keyof Place | 'commit'>[];
  readonly interactions: readonly Omit<InteractionDocument, keyof Place | 'commit'>[];
}

/** What is left of a deleted session. */
export interface TombstoneDocument extends Place {
  readonly commit: number;
  /** JSON. */
  readonly tombstone: string;
  readonly run_ids: readonly string[];
}

/**
 * One commit, in one document. A unique index on tenant, session and commit makes writing it the
 * compare-and-set. Numbers of commits are never used again: not by a session that comes after a
 * deleted one of the same id, either.
 */
export interface CommitDocument extends Place {
  /** Made by whoever writes it: it tells one attempt from another. */
  readonly _id: string;
  readonly commit: number;
  /** The number before this log's first: that of the commit which deleted the one before, or 0. */
  readonly base: number;
  /** When it was written, by the server's clock. */
  readonly at: Date;
  /** How many bytes the events of the log take, this commit included. */
  readonly bytes: number;
  /** As in SQL: whose events these are, and which part of the numbering. */
  readonly root_run_id: string | null;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
  /** JSON. Absent where the log was deleted. */
  readonly events?: string;
  /** JSON: where `events` shows `…` for a long text that it has elsewhere. */
  readonly repeats: string | null;
  /** JSON: the hashes that it adds to audit trails, run by run; `null` where it adds none. */
  readonly trails: string | null;
  /** The tenant, as long as `rows` or `removed` are not written where lists look for them. */
  readonly unprojected?: string;
  readonly rows?: Rows;
  /** It ends the log: what is left of it. */
  readonly removed?: Pick<TombstoneDocument, 'tombstone' | 'run_ids'>;
}

/** A sealed secret. */
export interface SecretDocument extends SecretTable {
  /** Tells secrets of a deleted session from those of the next with its id. */
  readonly base: number;
}

/** All rules of a user, in one document: it changes as a whole. */
export interface OwnerDocument {
  readonly tenant_id: string;
  readonly user_id: string;
  /** Rises with each change that counts. */
  readonly version: number;
  /** Rises with each write, so that none is lost. */
  readonly revision: number;
  /** Oldest first. */
  readonly rules: readonly PermissionRule[];
}
