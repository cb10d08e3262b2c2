import { pageOf, RUN_ORDER, SESSION_ORDER } from '../lists.ts';
import { toRun, toSummary } from '../rows/run-row.ts';
import type { RunMethods } from '../store-parts.ts';
import { findHead } from './head.ts';
import { readPage } from './page.ts';
import { queryLists, type Use } from './use.ts';

/** Runs and sessions as of the last commit that changed them. */
export function createRunDocuments(use: Use): RunMethods {
  return {
    async findRun(tenantId, runId) {
      const found = await queryLists(use, tenantId, ({ runs }) =>
        runs.findOne({ tenant_id: tenantId, run_id: runId }),
      );
      return found === null ? null : { sessionId: found.session_id, run: toRun(found) };
    },

    async listRuns(query) {
      const found = await queryLists(use, query.tenantId, ({ runs }) =>
        readPage(runs, RUN_ORDER, query),
      );
      return pageOf(RUN_ORDER, found, query.limit, toRun);
    },

    async findSession(key) {
      const collections = await use();
      const found = await findHead(collections, key);
      return found === null ? null : toSummary(found.head);
    },

    async listSessions(query) {
      const found = await queryLists(use, query.tenantId, ({ sessions }) =>
        readPage(sessions, SESSION_ORDER, query),
      );
      return pageOf(SESSION_ORDER, found, query.limit, toSummary);
    },
  };
}
