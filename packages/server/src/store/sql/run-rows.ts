import type { Run, SessionSummary } from '@hitl/protocol';
import { sql } from 'kysely';
import { decodeCursor } from '../cursor.ts';
import type { SessionStore } from '../store.ts';
import { slot, type SqlEngine } from './engine.ts';
import { pageOf, unindexed } from './page.ts';
import type { RunTable, SessionTable } from './tables.ts';

type SummaryRow = Pick<SessionTable, 'session_id' | 'user_id' | 'updated_at' | 'summary'>;

/** The part of the store that looks up runs and sessions. */
export type RunRows = Pick<SessionStore, 'findRun' | 'listRuns' | 'findSession' | 'listSessions'>;

/** Runs and sessions, as the last commit that touched them left them. */
export function createRunRows(engine: SqlEngine): RunRows {
  const { db } = engine;

  const selectRun = engine.prepare(sql<RunTable>`
    select * from hitl_runs where tenant_id = ${slot('tenant_id')} and run_id = ${slot('run_id')}`);

  const selectSession = engine.prepare(sql<SummaryRow>`
    select session_id, user_id, updated_at, summary from hitl_sessions
    where tenant_id = ${slot('tenant_id')} and session_id = ${slot('session_id')}`);

  return {
    async findRun(tenantId, runId) {
      const [row] = await selectRun({ tenant_id: tenantId, run_id: runId });
      return row === undefined ? null : { sessionId: row.session_id, run: toRun(row) };
    },

    async listRuns({ tenantId, sessionId, userId, status, cursor, limit }) {
      let query = db.selectFrom('hitl_runs').selectAll().where('tenant_id', '=', tenantId);
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (userId !== undefined) query = query.where('user_id', '=', userId);
      if (status !== undefined) query = query.where('status', '=', status);
      if (cursor !== undefined) {
        const [createdAt, id] = decodeCursor('runs', cursor, ['', '']);
        query = query.where(sql<boolean>`(created_at, run_id) < (${createdAt}, ${id})`);
      }
      query = query
        .orderBy(sessionId === undefined ? sql`created_at` : unindexed('created_at'), 'desc')
        .orderBy('run_id', 'desc');
      const rows = await engine.run(query.limit(limit + 1));
      return pageOf('runs', rows, limit, toRun, (row) => [row.created_at, row.run_id]);
    },

    async findSession({ tenantId, sessionId }) {
      const [row] = await selectSession({ tenant_id: tenantId, session_id: sessionId });
      return row === undefined ? null : toSummary(row);
    },

    async listSessions({ tenantId, userId, cursor, limit }) {
      let query = db
        .selectFrom('hitl_sessions')
        .select(['session_id', 'user_id', 'updated_at', 'summary'])
        .where('tenant_id', '=', tenantId);
      if (userId !== undefined) query = query.where('user_id', '=', userId);
      if (cursor !== undefined) {
        const [updatedAt, id] = decodeCursor('sessions', cursor, ['', '']);
        query = query.where(sql<boolean>`(updated_at, session_id) < (${updatedAt}, ${id})`);
      }
      query = query.orderBy('updated_at', 'desc').orderBy('session_id', 'desc');
      const rows = await engine.run(query.limit(limit + 1));
      return pageOf('sessions', rows, limit, toSummary, (row) => [row.updated_at, row.session_id]);
    },
  };
}

function toRun(row: RunTable): Run {
  const rest = JSON.parse(row.rest) as Omit<Run, 'id'>;
  return {
    ...rest,
    id: row.run_id,
    session_id: row.session_id,
    root_run_id: row.root_run_id,
    user_id: row.user_id,
    status: row.status as Run['status'],
    created_at: row.created_at,
  };
}

function toSummary(row: SummaryRow): SessionSummary {
  const rest = JSON.parse(row.summary) as Omit<SessionSummary, 'session_id'>;
  return {
    ...rest,
    session_id: row.session_id,
    user_id: row.user_id,
    updated_at: row.updated_at,
  };
}
