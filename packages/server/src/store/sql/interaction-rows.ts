import { CALL_ORDER, INTERACTION_ORDER, pageOf } from '../lists.ts';
import type { InteractionMethods } from '../store-parts.ts';
import type { InteractionRecord } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { fromInteractionRow, hasRequest } from '../rows/interaction-row.ts';
import { selectPage } from './page.ts';
import { toEvents, type EventsRow } from '../rows/events-row.ts';
import { selectEvents } from './events.ts';
import { join, slot, sql, type Sql } from './statement.ts';
import type { CommitTable, InteractionTable, Int8, RunTable } from '../rows/tables.ts';

const LIST = 'select * from hitl_interactions';

/** Creates the methods for interactions, whose rows are joined with their requests from the log. */
export function createInteractionRows(engine: SqlEngine): InteractionMethods {
  const selectOne = engine.prepare(sql<InteractionTable & Partial<EventsRow>>`
    select i.*, ${selectEvents}
    from hitl_interactions i
    left join hitl_commits c on c.tenant_id = i.tenant_id and c.session_id = i.session_id
      and c.commit_number = i.asked_in
    where i.tenant_id = ${slot('tenant_id')} and i.interaction_id = ${slot('interaction_id')}`);

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
    const records = rows.map(async (row) => {
      const from = events.get(commitId(row.session_id, row.asked_in)) ?? [];
      // Its session was removed between the two reads, unless the row is damaged.
      if (!hasRequest(row, from)) return findInteraction(row.tenant_id, row.interaction_id);
      // Siblings share a commit, but callers must not share an object.
      return structuredClone(fromInteractionRow(row, from));
    });
    return (await Promise.all(records)).filter((record) => record !== null);
  }

  async function findInteraction(tenantId: string, interactionId: string) {
    const [row] = await selectOne({ tenant_id: tenantId, interaction_id: interactionId });
    return row === undefined ? null : fromInteractionRow(row, toEvents(row));
  }

  return {
    findInteraction,

    async findInteractionsOfCall({ runId, ...query }) {
      const ofRun = runId === undefined ? [] : [sql`run_id = ${runId}`];
      const rows = await engine.run(selectPage<InteractionTable>(LIST, CALL_ORDER, query, ofRun));
      return withRequests(rows.slice(0, query.limit));
    },

    async countPending(tenantId, userId) {
      const [row] = await countOfUser({ tenant_id: tenantId, user_id: userId });
      return Number(row?.pending ?? 0);
    },

    async listInteractions(query) {
      const { tenantId, runId } = query;
      const ofRun: Sql[] = [];
      if (runId !== undefined) {
        const [run] = await selectSessionOfRun({ tenant_id: tenantId, run_id: runId });
        ofRun.push(sql`session_id = ${run?.session_id ?? null}`);
        ofRun.push(sql`(run_id = ${runId} or root_run_id = ${runId})`);
      }
      const rows = await engine.run(
        selectPage<InteractionTable>(LIST, INTERACTION_ORDER, query, ofRun),
      );
      const { items, nextCursor } = pageOf(INTERACTION_ORDER, rows, query.limit, (row) => row);
      return { items: await withRequests(items), nextCursor };
    },
  };
}

function commitId(sessionId: string, commit: Int8 | null): string {
  return JSON.stringify([sessionId, Number(commit)]);
}
