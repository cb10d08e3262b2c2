import { decodeCursor } from '../cursor.ts';
import type { SessionStore } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { pageOf } from '../rows/page.ts';
import { unindexed } from './page.ts';
import { join, raw, slot, sql } from './statement.ts';
import { toRun, toSummary, type SummaryRow } from '../rows/run-row.ts';
import type { RunTable } from '../rows/tables.ts';

/** The methods of the store for runs and sessions. */
export type RunRows = Pick<SessionStore, 'findRun' | 'listRuns' | 'findSession' | 'listSessions'>;

/** Creates the methods for runs and sessions, in the state after the last commit that changed them. */
export function createRunRows(engine: SqlEngine): RunRows {
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
      const where = [sql`tenant_id = ${tenantId}`];
      if (sessionId !== undefined) where.push(sql`session_id = ${sessionId}`);
      if (userId !== undefined) where.push(sql`user_id = ${userId}`);
      if (status !== undefined) where.push(sql`status = ${status}`);
      if (cursor !== undefined) {
        const [createdAt, id] = decodeCursor('runs', cursor, ['', '']);
        where.push(sql`(created_at, run_id) < (${createdAt}, ${id})`);
      }
      const order = sessionId === undefined ? raw('created_at') : unindexed('created_at');
      const rows = await engine.run(sql<RunTable>`
        select * from hitl_runs where ${join(where, ' and ')}
        order by ${order} desc, run_id desc limit ${limit + 1}`);
      return pageOf('runs', rows, limit, toRun, (row) => [row.created_at, row.run_id]);
    },

    async findSession({ tenantId, sessionId }) {
      const [row] = await selectSession({ tenant_id: tenantId, session_id: sessionId });
      return row === undefined ? null : toSummary(row);
    },

    async listSessions({ tenantId, userId, cursor, limit }) {
      const where = [sql`tenant_id = ${tenantId}`];
      if (userId !== undefined) where.push(sql`user_id = ${userId}`);
      if (cursor !== undefined) {
        const [updatedAt, id] = decodeCursor('sessions', cursor, ['', '']);
        where.push(sql`(updated_at, session_id) < (${updatedAt}, ${id})`);
      }
      const rows = await engine.run(sql<SummaryRow>`
        select session_id, user_id, updated_at, summary from hitl_sessions
        where ${join(where, ' and ')}
        order by updated_at desc, session_id desc limit ${limit + 1}`);
      return pageOf('sessions', rows, limit, toSummary, (row) => [row.updated_at, row.session_id]);
    },
  };
}
