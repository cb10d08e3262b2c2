import type { Filter } from 'mongodb';
import { decodeCursor } from '../cursor.ts';
import { pageOf } from '../rows/page.ts';
import { toRun, toSummary } from '../rows/run-row.ts';
import type { SessionStore } from '../store.ts';
import type { HeadDocument, RunDocument } from './documents.ts';
import { findHead } from './head.ts';
import type { Use } from './use.ts';

/** The part of the store that looks up runs and sessions. */
export type RunDocuments = Pick<
  SessionStore,
  'findRun' | 'listRuns' | 'findSession' | 'listSessions'
>;

/** Runs and sessions, as the last commit that touched them left them. */
export function createRunDocuments(use: Use): RunDocuments {
  return {
    async findRun(tenantId, runId) {
      const { collections, settleAll } = await use();
      const found = await settleAll(tenantId, () =>
        collections.runs.findOne({ tenant_id: tenantId, run_id: runId }),
      );
      return found === null ? null : { sessionId: found.session_id, run: toRun(found) };
    },

    async listRuns({ tenantId, sessionId, userId, status, cursor, limit }) {
      const conditions: Filter<RunDocument>[] = [{ tenant_id: tenantId }];
      if (sessionId !== undefined) conditions.push({ session_id: sessionId });
      if (userId !== undefined) conditions.push({ user_id: userId });
      if (status !== undefined) conditions.push({ status });
      if (cursor !== undefined) {
        const [created_at, id] = decodeCursor('runs', cursor, ['', '']);
        conditions.push({
          $or: [{ created_at: { $lt: created_at } }, { created_at, run_id: { $lt: id } }],
        });
      }
      const { collections, settleAll } = await use();
      const found = await settleAll(tenantId, () =>
        collections.runs
          .find({ $and: conditions })
          .sort({ created_at: -1, run_id: -1 })
          .limit(limit + 1)
          .toArray(),
      );
      return pageOf('runs', found, limit, toRun, (run) => [run.created_at, run.run_id]);
    },

    async findSession(key) {
      const { collections } = await use();
      const found = await findHead(collections, key);
      return found === null ? null : toSummary(found.head);
    },

    async listSessions({ tenantId, userId, cursor, limit }) {
      const conditions: Filter<HeadDocument>[] = [{ tenant_id: tenantId }];
      if (userId !== undefined) conditions.push({ user_id: userId });
      if (cursor !== undefined) {
        const [updated_at, id] = decodeCursor('sessions', cursor, ['', '']);
        conditions.push({
          $or: [{ updated_at: { $lt: updated_at } }, { updated_at, session_id: { $lt: id } }],
        });
      }
      const { collections, settleAll } = await use();
      const found = await settleAll(tenantId, () =>
        collections.sessions
          .find({ $and: conditions })
          .sort({ updated_at: -1, session_id: -1 })
          .limit(limit + 1)
          .toArray(),
      );
      return pageOf('sessions', found, limit, toSummary, (head) => [
        head.updated_at,
        head.session_id,
      ]);
    },
  };
}
