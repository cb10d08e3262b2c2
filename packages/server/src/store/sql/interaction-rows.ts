import { sql } from 'kysely';
import { decodeCursor } from '../cursor.ts';
import type { InteractionRecord, SessionStore } from '../store.ts';
import { slot, type SqlEngine } from './engine.ts';
import { fromInteractionRow } from './interaction-row.ts';
import { pageOf, unindexed } from './page.ts';
import { unpackJson } from './packed-json.ts';
import type { CommitTable, InteractionTable, Int8, RunTable } from './tables.ts';

/** The part of the store that looks up interactions. */
export type InteractionRows = Pick<
  SessionStore,
  'findInteraction' | 'findInteractionsOfCall' | 'listInteractions' | 'countPending'
>;

/** Interactions, pending and settled, joined with their requests from the log. */
export function createInteractionRows(engine: SqlEngine): InteractionRows {
  const { db } = engine;

  const selectOne = engine.prepare(sql<InteractionTable & Partial<Pick<CommitTable, 'events'>>>`
    select i.*, c.events
    from hitl_interactions i
    left join hitl_commits c on c.tenant_id = i.tenant_id and c.session_id = i.session_id
      and c.commit_number = i.asked_in
    where i.tenant_id = ${slot('tenant_id')} and i.interaction_id = ${slot('interaction_id')}`);

  const selectOfCall = engine.prepare(sql<InteractionTable>`
    select * from hitl_interactions
    where tenant_id = ${slot('tenant_id')} and tool_call_id = ${slot('tool_call_id')}
    order by ${unindexed('created_at')}, seq, interaction_id`);

  const countOfUser = engine.prepare(sql<{ readonly pending: Int8 }>`
    select count(*) as pending from hitl_interactions
    where tenant_id = ${slot('tenant_id')} and user_id = ${slot('user_id')}
      and status = 'pending'`);

  const selectSessionOfRun = engine.prepare(sql<Pick<RunTable, 'session_id'>>`
    select session_id from hitl_runs
    where tenant_id = ${slot('tenant_id')} and run_id = ${slot('run_id')}`);

  /** Reads the requests of many rows with one statement, each commit once. */
  async function withRequests(rows: readonly InteractionTable[]): Promise<InteractionRecord[]> {
    const asked = new Map(
      rows
        .filter(({ asked_in: askedIn }) => askedIn !== null)
        .map((row) => [commitId(row.session_id, row.asked_in), row]),
    );
    const [first] = rows;
    const places = [...asked.values()].map((row) => sql`(${row.session_id}, ${row.asked_in})`);
    const commits =
      first === undefined || places.length === 0
        ? []
        : await engine.run(
            db
              .selectFrom('hitl_commits')
              .select(['session_id', 'commit_number', 'events'])
              .where('tenant_id', '=', first.tenant_id)
              .where(sql<boolean>`(session_id, commit_number) in (${sql.join(places)})`),
          );
    const events = new Map(
      commits.map((row) => [commitId(row.session_id, row.commit_number), unpackJson(row.events)]),
    );
    return rows.map((row) =>
      // Siblings share a commit, but never an object: what is returned is the caller's own.
      structuredClone(
        fromInteractionRow(row, events.get(commitId(row.session_id, row.asked_in)) ?? []),
      ),
    );
  }

  return {
    async findInteraction(tenantId, interactionId) {
      const [row] = await selectOne({ tenant_id: tenantId, interaction_id: interactionId });
      if (row === undefined) return null;
      return fromInteractionRow(row, row.events ? unpackJson(row.events) : []);
    },

    async findInteractionsOfCall(tenantId, toolCallId) {
      return withRequests(await selectOfCall({ tenant_id: tenantId, tool_call_id: toolCallId }));
    },

    async countPending(tenantId, userId) {
      const [row] = await countOfUser({ tenant_id: tenantId, user_id: userId });
      return Number(row?.pending ?? 0);
    },

    async listInteractions(filter) {
      const { tenantId, status, runId, sessionId, userId, toolCallId, cursor, limit } = filter;
      let query = db.selectFrom('hitl_interactions').selectAll().where('tenant_id', '=', tenantId);
      // Written out, so that the index of what is pending is seen to fit.
      if (status !== undefined) query = query.where('status', '=', sql.lit(status));
      if (sessionId !== undefined) query = query.where('session_id', '=', sessionId);
      if (userId !== undefined) query = query.where('user_id', '=', userId);
      if (toolCallId !== undefined) query = query.where('tool_call_id', '=', toolCallId);
      if (runId !== undefined) {
        const [run] = await selectSessionOfRun({ tenant_id: tenantId, run_id: runId });
        query = query
          .where('session_id', '=', run?.session_id ?? null)
          .where(sql<boolean>`(run_id = ${runId} or root_run_id = ${runId})`);
      }
      if (cursor !== undefined) {
        const [createdAt, seq, id] = decodeCursor('interactions', cursor, ['', 0, '']);
        query = query.where(
          sql<boolean>`(created_at, seq, interaction_id) > (${createdAt}, ${seq}, ${id})`,
        );
      }
      const few = [sessionId, runId, toolCallId].some((one) => one !== undefined);
      query = query
        .orderBy(few ? unindexed('created_at') : sql`created_at`)
        .orderBy('seq')
        .orderBy('interaction_id');
      const rows = await engine.run(query.limit(limit + 1));
      const { items, nextCursor } = pageOf(
        'interactions',
        rows,
        limit,
        (row) => row,
        (row) => [row.created_at, Number(row.seq), row.interaction_id],
      );
      return { items: await withRequests(items), nextCursor };
    },
  };
}

function commitId(sessionId: string, commit: Int8 | null): string {
  return JSON.stringify([sessionId, Number(commit)]);
}
