import { decodeCursor } from '../cursor.ts';
import type { InteractionRecord, SessionStore } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { fromInteractionRow } from '../rows/interaction-row.ts';
import { pageOf } from '../rows/page.ts';
import { unindexed } from './page.ts';
import { toEvents, type EventsRow } from '../rows/events-row.ts';
import { selectEvents } from './events.ts';
import { join, raw, slot, sql } from './statement.ts';
import type { CommitTable, InteractionTable, Int8, RunTable } from '../rows/tables.ts';

/** The methods of the store for interactions. */
export type InteractionRows = Pick<
  SessionStore,
  'findInteraction' | 'findInteractionsOfCall' | 'listInteractions' | 'countPending'
>;

/** Creates the methods for interactions, whose rows are joined with their requests from the log. */
export function createInteractionRows(engine: SqlEngine): InteractionRows {
  const selectOne = engine.prepare(sql<InteractionTable & Partial<EventsRow>>`
    select i.*, ${selectEvents}
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
        : await engine.run(sql<EventsRow & Pick<CommitTable, 'session_id' | 'commit_number'>>`
            select c.session_id, c.commit_number, ${selectEvents}
            from hitl_commits c
            where c.tenant_id = ${first.tenant_id}
              and (c.session_id, c.commit_number) in (${join(places)})`);
    const events = new Map(
      commits.map((row) => [commitId(row.session_id, row.commit_number), toEvents(row)]),
    );
    return rows.map((row) =>
      // Siblings share a commit, but callers must not share an object.
      structuredClone(
        fromInteractionRow(row, events.get(commitId(row.session_id, row.asked_in)) ?? []),
      ),
    );
  }

  return {
    async findInteraction(tenantId, interactionId) {
      const [row] = await selectOne({ tenant_id: tenantId, interaction_id: interactionId });
      if (row === undefined) return null;
      return fromInteractionRow(row, toEvents(row));
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
      const where = [sql`tenant_id = ${tenantId}`];
      // A literal, so that the planner can use the index of pending ones.
      if (status === 'pending') where.push(sql`status = 'pending'`);
      else if (status !== undefined) where.push(sql`status = ${status}`);
      if (sessionId !== undefined) where.push(sql`session_id = ${sessionId}`);
      if (userId !== undefined) where.push(sql`user_id = ${userId}`);
      if (toolCallId !== undefined) where.push(sql`tool_call_id = ${toolCallId}`);
      if (runId !== undefined) {
        const [run] = await selectSessionOfRun({ tenant_id: tenantId, run_id: runId });
        where.push(sql`session_id = ${run?.session_id ?? null}`);
        where.push(sql`(run_id = ${runId} or root_run_id = ${runId})`);
      }
      if (cursor !== undefined) {
        const [createdAt, seq, id] = decodeCursor('interactions', cursor, ['', 0, '']);
        where.push(sql`(created_at, seq, interaction_id) > (${createdAt}, ${seq}, ${id})`);
      }
      const few = [sessionId, runId, toolCallId].some((one) => one !== undefined);
      const rows = await engine.run(sql<InteractionTable>`
        select * from hitl_interactions where ${join(where, ' and ')}
        order by ${few ? unindexed('created_at') : raw('created_at')}, seq, interaction_id
        limit ${limit + 1}`);
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
