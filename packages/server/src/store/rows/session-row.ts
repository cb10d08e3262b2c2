import { formatTime, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { SessionSummary } from '@hitl/protocol';
import type { AuditChain, Commit, DueSession, LoadedSession } from '../store.ts';
import type { Row } from './tables.ts';

/** The columns of a session for lists. */
export type SummaryRow = Pick<Row<'sessions'>, 'session_id' | 'user_id' | 'updated_at' | 'summary'>;

/** The columns of a session with the checkpoint of its log. */
export type CheckpointRow = Pick<
  Row<'sessions'>,
  'commits' | 'state' | 'chain' | 'owner' | 'claimed_until'
>;

/** The columns that the sweeper needs. */
export type DueRow = Pick<
  Row<'sessions'>,
  'tenant_id' | 'session_id' | 'owner' | 'claimed_until' | 'next_deadline' | 'runnable'
>;

/** The columns that follow from a commit alone. */
export function toSessionRow({ checkpoint, projection, audit }: Commit) {
  const { nextDeadline, owner, runnable } = checkpoint;
  const { session_id: _, user_id, updated_at, ...rest } = projection.session;
  return {
    next_deadline: nextDeadline === null ? null : Date.parse(nextDeadline),
    owner,
    runnable: runnable ? 1 : 0,
    chain: JSON.stringify(audit.chain),
    user_id,
    updated_at,
    summary: JSON.stringify(rest),
  };
}

/** A chain as in its column; `undefined` for logs that are older than audit hashes, or empty. */
export function writeChain(chain: AuditChain = {}): string | undefined {
  return Object.keys(chain).length === 0 ? undefined : JSON.stringify(chain);
}

/** The summary from a session's row. */
export function toSummary(row: SummaryRow): SessionSummary {
  const rest = JSON.parse(row.summary) as Omit<SessionSummary, 'session_id'>;
  return {
    ...rest,
    session_id: row.session_id,
    user_id: row.user_id,
    updated_at: row.updated_at,
  };
}

/** A log from its row; without one it is empty. `now` is the store's clock. */
export function toLoaded(row: CheckpointRow | null, now: number): LoadedSession {
  if (row === null) return { commit: 0, state: INITIAL_CONTROL, now: formatTime(now), chain: {} };
  return {
    commit: Number(row.commits),
    state: JSON.parse(row.state) as ControlState,
    now: formatTime(now),
    chain: row.chain === null ? {} : (JSON.parse(row.chain) as AuditChain),
    ...(row.owner !== null && { ownerUntil: formatTime(Number(row.claimed_until)) }),
  };
}

/** A session for the sweeper from its row. */
export function toDueSession(row: DueRow): DueSession {
  return {
    key: { tenantId: row.tenant_id, sessionId: row.session_id },
    owner: row.owner,
    ownerUntil: row.owner === null ? null : formatTime(Number(row.claimed_until)),
    nextDeadline: row.next_deadline === null ? null : formatTime(Number(row.next_deadline)),
    runnable: Number(row.runnable) === 1,
  };
}
