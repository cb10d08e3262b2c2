import { formatTime, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { Run, SessionSummary } from '@hitl/protocol';
import { sql, type Selectable } from 'kysely';
import { decodeCursor, encodeCursor, type SortValue } from '../cursor.ts';
import type {
  InteractionRecord,
  LoadedSession,
  Page,
  SessionKey,
  SessionStore,
  Tombstone,
} from '../store.ts';
import { appendStatements, packCommit } from './append.ts';
import type { Script, SqlEngine } from './engine.ts';
import { fromInteractionRow } from './interaction-row.ts';
import { unpackJson, type Packed } from './packed-json.ts';
import type { InteractionTable, Int8, RunTable, SessionTable } from './tables.ts';

/** The session store over any of the SQL databases. Closing it closes the engine. */
export function createSqlSessionStore(engine: SqlEngine): SessionStore {
  const { db } = engine;

  /** Reads the requests of many rows with one statement, each commit once. */
  async function withRequests(
    rows: readonly Selectable<InteractionTable>[],
  ): Promise<InteractionRecord[]> {
    const wanted = new Map(
      rows
        .filter(({ asked_in: askedIn }) => askedIn !== null)
        .map((row) => [commitId(row.session_id, row.asked_in), row]),
    );
    const [first] = rows;
    const commits =
      first === undefined || wanted.size === 0
        ? []
        : await engine.run(
            db
              .selectFrom('hitl_commits')
              .select(['session_id', 'commit_number', 'events'])
              .where('tenant_id', '=', first.tenant_id)
              .where(
                sql<boolean>`(session_id, commit_number) in (${sql.join(
                  [...wanted.values()].map((row) => sql`(${row.session_id}, ${row.asked_in})`),
                )})`,
              ),
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
    async load({ tenant_id: tenantId, session_id: sessionId }) {
      const rows = await engine.run(sql<HeadRow>`
        select h.commits, h.state, h.owner, h.claimed_until, c.now
        from (select ${engine.clock()} as now) c
        left join hitl_sessions h on h.tenant_id = ${tenantId} and h.session_id = ${sessionId}`);
      return toLoaded(rows[0]);
    },

    async append(key, expectedCommit, commit, options = {}) {
      const packed = packCommit(commit, expectedCommit + 1);
      const why = await engine.guarded(() =>
        appendStatements(engine, key, expectedCommit, commit, packed, options),
      );
      if (why === null) return 'appended';
      const stands = Number(why.commits) === expectedCommit;
      return stands && Number(why.late) === 1 ? 'too_late' : 'conflict';
    },

    async read(key, afterCommit, limit) {
      let query = db
        .selectFrom('hitl_commits')
        .select(['commit_number', 'events'])
        .where('tenant_id', '=', key.tenant_id)
        .where('session_id', '=', key.session_id)
        .where('commit_number', '>', afterCommit)
        .orderBy('commit_number');
      if (limit !== undefined) query = query.limit(limit);
      const rows = await engine.run(query);
      return rows.map((row) => ({
        commit: Number(row.commit_number),
        events: unpackJson(row.events),
      }));
    },

    async readRun(key, rootRunId, afterSeq, limit) {
      const rows = await engine.run(
        db
          .selectFrom('hitl_spans as s')
          .innerJoin('hitl_commits as c', (join) =>
            join
              .onRef('c.tenant_id', '=', 's.tenant_id')
              .onRef('c.session_id', '=', 's.session_id')
              .onRef('c.commit_number', '=', 's.commit_number'),
          )
          .select('c.events')
          .where('s.tenant_id', '=', key.tenant_id)
          .where('s.session_id', '=', key.session_id)
          .where('s.root_run_id', '=', rootRunId)
          .where('s.last_seq', '>', afterSeq)
          // A root run's numbers have no gaps, so these commits hold `limit` events or all there are.
          .where('s.first_seq', '<=', afterSeq + limit)
          .orderBy('s.last_seq'),
      );
      return rows
        .flatMap((row) => unpackJson(row.events))
        .filter((event) => event.root_run_id === rootRunId && event.seq > afterSeq)
        .slice(0, limit);
    },

    async renew(key, owner, leaseMs) {
      const rows = await engine.run(sql`
          update hitl_sessions set claimed_until = ${engine.clock()} + cast(${leaseMs} as bigint)
          where tenant_id = ${key.tenant_id} and session_id = ${key.session_id} and owner = ${owner}
          returning 1 as renewed`);
      return rows.length > 0;
    },

    async due(limit, ownedBy) {
      const clock = engine.clock();
      const mine =
        ownedBy === undefined
          ? sql``
          : sql`or (runnable = 1 and substr(owner, 1, ${ownedBy.length}) = ${ownedBy})`;
      const rows = await engine.run(sql<DueRow>`
        select tenant_id, session_id, owner, claimed_until, next_deadline, runnable
        from hitl_sessions
        where next_deadline <= ${clock} or (runnable = 1 and claimed_until <= ${clock}) ${mine}
        order by coalesce(next_deadline, claimed_until), tenant_id, session_id
        limit ${limit}`);
      return rows.map((row) => ({
        key: { tenant_id: row.tenant_id, session_id: row.session_id },
        owner: row.owner,
        owner_until: row.owner === null ? null : formatTime(Number(row.claimed_until)),
        next_deadline: row.next_deadline === null ? null : formatTime(Number(row.next_deadline)),
        runnable: Number(row.runnable) === 1,
      }));
    },

    async findRun(tenantId, runId) {
      const [row] = await engine.run(
        db
          .selectFrom('hitl_runs')
          .selectAll()
          .where('tenant_id', '=', tenantId)
          .where('run_id', '=', runId),
      );
      return row === undefined ? null : { session_id: row.session_id, run: toRun(row) };
    },

    async listRuns({ tenant_id, session_id, user_id, status, cursor, limit }) {
      let query = db.selectFrom('hitl_runs').selectAll().where('tenant_id', '=', tenant_id);
      if (session_id !== undefined) query = query.where('session_id', '=', session_id);
      if (user_id !== undefined) query = query.where('user_id', '=', user_id);
      if (status !== undefined) query = query.where('status', '=', status);
      if (cursor !== undefined) {
        const [createdAt, id] = decodeCursor('runs', cursor, ['', '']);
        query = query.where(sql<boolean>`(created_at, run_id) < (${createdAt}, ${id})`);
      }
      const rows = await engine.run(
        query
          .orderBy('created_at', 'desc')
          .orderBy('run_id', 'desc')
          .limit(limit + 1),
      );
      return page('runs', rows, limit, toRun, (row) => [row.created_at, row.run_id]);
    },

    async findSession(key) {
      const [row] = await engine.run(
        db
          .selectFrom('hitl_sessions')
          .select(['session_id', 'user_id', 'updated_at', 'summary'])
          .where('tenant_id', '=', key.tenant_id)
          .where('session_id', '=', key.session_id),
      );
      return row === undefined ? null : toSummary(row);
    },

    async listSessions({ tenant_id, user_id, cursor, limit }) {
      let query = db
        .selectFrom('hitl_sessions')
        .select(['session_id', 'user_id', 'updated_at', 'summary'])
        .where('tenant_id', '=', tenant_id);
      if (user_id !== undefined) query = query.where('user_id', '=', user_id);
      if (cursor !== undefined) {
        const [updatedAt, id] = decodeCursor('sessions', cursor, ['', '']);
        query = query.where(sql<boolean>`(updated_at, session_id) < (${updatedAt}, ${id})`);
      }
      const rows = await engine.run(
        query
          .orderBy('updated_at', 'desc')
          .orderBy('session_id', 'desc')
          .limit(limit + 1),
      );
      return page('sessions', rows, limit, toSummary, (row) => [row.updated_at, row.session_id]);
    },

    async findInteraction(tenantId, interactionId) {
      const rows = await engine.run(
        db
          .selectFrom('hitl_interactions')
          .selectAll()
          .where('tenant_id', '=', tenantId)
          .where('interaction_id', '=', interactionId)
          .limit(1),
      );
      const [record] = await withRequests(rows);
      return record ?? null;
    },

    async findInteractionsOfCall(tenantId, toolCallId) {
      const rows = await engine.run(
        db
          .selectFrom('hitl_interactions')
          .selectAll()
          .where('tenant_id', '=', tenantId)
          .where('tool_call_id', '=', toolCallId)
          .orderBy('created_at')
          .orderBy('seq')
          .orderBy('interaction_id'),
      );
      return withRequests(rows);
    },

    async listInteractions({ tenant_id, status, run_id, session_id, user_id, cursor, limit }) {
      let query = db.selectFrom('hitl_interactions').selectAll().where('tenant_id', '=', tenant_id);
      if (status !== undefined) query = query.where('status', '=', sql.lit(status));
      if (session_id !== undefined) query = query.where('session_id', '=', session_id);
      if (user_id !== undefined) query = query.where('user_id', '=', user_id);
      if (run_id !== undefined) {
        query = query
          .where('session_id', 'in', (inner) =>
            inner
              .selectFrom('hitl_runs')
              .select('session_id')
              .where('tenant_id', '=', tenant_id)
              .where('run_id', '=', run_id),
          )
          .where(sql<boolean>`(run_id = ${run_id} or root_run_id = ${run_id})`);
      }
      if (cursor !== undefined) {
        const [createdAt, seq, id] = decodeCursor('interactions', cursor, ['', 0, '']);
        query = query.where(
          sql<boolean>`(created_at, seq, interaction_id) > (${createdAt}, ${seq}, ${id})`,
        );
      }
      const rows = await engine.run(
        query
          .orderBy('created_at')
          .orderBy('seq')
          .orderBy('interaction_id')
          .limit(limit + 1),
      );
      const shown = page(
        'interactions',
        rows,
        limit,
        (row) => row,
        (row) => [row.created_at, Number(row.seq), row.interaction_id],
      );
      return { items: await withRequests(shown.items), next_cursor: shown.next_cursor };
    },

    async remove(key, expectedCommit, tombstone) {
      return engine.transact(() => removal(key, expectedCommit, tombstone));
    },

    async findTombstone(key) {
      const [row] = await engine.run(
        db
          .selectFrom('hitl_tombstones')
          .select('tombstone')
          .where('tenant_id', '=', key.tenant_id)
          .where('session_id', '=', key.session_id),
      );
      return row === undefined ? null : (JSON.parse(row.tombstone) as Tombstone);
    },

    close: () => engine.close(),
  };
}

interface HeadRow {
  readonly commits: Int8 | null;
  readonly state: Packed<ControlState> | null;
  readonly owner: string | null;
  readonly claimed_until: Int8 | null;
  readonly now: Int8;
}

interface DueRow {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly owner: string | null;
  readonly claimed_until: Int8;
  readonly next_deadline: Int8 | null;
  readonly runnable: Int8;
}

function* removal(
  { tenant_id: tenantId, session_id: sessionId }: SessionKey,
  expectedCommit: number,
  tombstone: Tombstone,
): Script<'appended' | 'conflict'> {
  const here = sql`tenant_id = ${tenantId} and session_id = ${sessionId}`;
  const removed = yield sql`
    delete from hitl_sessions where ${here} and commits = ${expectedCommit} returning commits`;
  if (removed.length === 0) return 'conflict';
  yield sql`delete from hitl_commits where ${here}`;
  yield sql`delete from hitl_spans where ${here}`;
  yield sql`delete from hitl_runs where ${here}`;
  yield sql`delete from hitl_interactions where ${here}`;
  yield sql`
    insert into hitl_tombstones (tenant_id, session_id, tombstone)
    values (${tenantId}, ${sessionId}, ${JSON.stringify(tombstone)})
    on conflict (tenant_id, session_id) do update set tombstone = excluded.tombstone`;
  return 'appended';
}

function toLoaded(row: HeadRow | undefined): LoadedSession {
  if (row === undefined) throw new Error('the database did not tell its time');
  const now = formatTime(Number(row.now));
  if (row.state === null) return { commit: 0, state: INITIAL_CONTROL, now };
  return {
    commit: Number(row.commits),
    state: unpackJson(row.state),
    now,
    ...(row.owner !== null && { owner_until: formatTime(Number(row.claimed_until)) }),
  };
}

function toRun(row: Selectable<RunTable>): Run {
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

function toSummary(
  row: Pick<SessionTable, 'session_id' | 'user_id' | 'updated_at' | 'summary'>,
): SessionSummary {
  const rest = JSON.parse(row.summary) as Omit<SessionSummary, 'session_id'>;
  return {
    ...rest,
    session_id: row.session_id,
    user_id: row.user_id,
    updated_at: row.updated_at,
  };
}

function commitId(sessionId: string, commit: Int8 | null): string {
  return JSON.stringify([sessionId, Number(commit)]);
}

/** A page of rows read with `limit + 1`: the row too many says that there is more. */
function page<R, T>(
  list: string,
  rows: readonly R[],
  limit: number,
  toItem: (row: R) => T,
  keyOf: (row: R) => readonly SortValue[],
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = last !== undefined && rows.length > limit;
  return { items: shown.map(toItem), next_cursor: more ? encodeCursor(list, keyOf(last)) : null };
}
