import { placeOf } from '../rows/place.ts';
import { pageOf, RUN_ORDER, SESSION_ORDER } from '../lists.ts';
import type { RunMethods } from '../store-parts.ts';
import type { SqlEngine } from './engine.ts';
import { selectPage } from './page.ts';
import { slot, sql } from './statement.ts';
import { toRun, toSummary, type SummaryRow } from '../rows/run-row.ts';
import type { RunTable } from '../rows/tables.ts';

/** Creates the methods for runs and sessions, in the state after the last commit that changed them. */
export function createRunRows(engine: SqlEngine): RunMethods {
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

    async listRuns(query) {
      const select = selectPage<RunTable>('select * from hitl_runs', RUN_ORDER, query);
      return pageOf(RUN_ORDER, await engine.run(select), query.limit, toRun);
    },

    async findSession(key) {
      const [row] = await selectSession(placeOf(key));
      return row === undefined ? null : toSummary(row);
    },

    async listSessions(query) {
      const from = 'select session_id, user_id, updated_at, summary from hitl_sessions';
      const rows = await engine.run(selectPage<SummaryRow>(from, SESSION_ORDER, query));
      return pageOf(SESSION_ORDER, rows, query.limit, toSummary);
    },
  };
}
