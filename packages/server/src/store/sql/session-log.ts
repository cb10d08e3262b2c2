import type { LogMethods } from '../lookups.ts';
import type { SessionKey, SessionStore, StoredCommit, Tombstone } from '../store.ts';
import { appendStatements, appendValues } from './append.ts';
import type { Script, SqlEngine } from './engine.ts';
import { toEvents, type EventsRow } from '../rows/events-row.ts';
import { selectEvents } from './rows.ts';
import { placeOf } from '../rows/place.ts';
import {
  toDueSession,
  toLoaded,
  writeChain,
  type CheckpointRow,
  type DueRow,
} from '../rows/session-row.ts';
import { loadWhole } from '../rows/state-row.ts';
import { insertInto, slot, sql } from './statement.ts';
import type { Int8, Row } from '../rows/tables.ts';

/** All columns but the time are `null` if there is no session. */
type HeadRow = { readonly now: Int8 } & (CheckpointRow | { readonly commits: null });

type ChapterRow = EventsRow & Pick<Row<'commits'>, 'commit_number' | 'chapter'>;

/** More commits than any log has. */
const MOST_COMMITS = Number.MAX_SAFE_INTEGER;

/** Sorts after every string with the same prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Creates the methods for logs with their checkpoints. */
export function createSessionLog(
  engine: SqlEngine,
  lookups: Pick<SessionStore, 'listInteractions'>,
): LogMethods {
  const { clock } = engine;
  const here = sql`tenant_id = ${slot('tenant_id')} and session_id = ${slot('session_id')}`;

  const selectHead = engine.prepare(sql<HeadRow>`
    select h.commits, cast(h.state as text) as state, h.chain, h.owner, h.claimed_until, instant.now
    from (select ${clock} as now) instant
    left join hitl_sessions h
      on h.tenant_id = ${slot('tenant_id')} and h.session_id = ${slot('session_id')}`);

  const sumOfUser = engine.prepare(sql<{ readonly bytes: Int8 | null }>`
    select sum(bytes) as bytes from hitl_sessions
    where tenant_id = ${slot('tenant_id')} and user_id = ${slot('user_id')}`);

  const countOfUser = engine.prepare(sql<{ readonly pending: Int8 }>`
    select count(*) as pending from hitl_interactions
    where tenant_id = ${slot('tenant_id')} and user_id = ${slot('user_id')}
      and status = 'pending'`);

  const appendFirst = engine.prepareGuarded(appendStatements(engine, 'first'));
  const appendNext = engine.prepareGuarded(appendStatements(engine, 'next'));

  // The numbers of a root run's events have no gaps, so these commits contain `limit` events, or
  // all.
  const selectRun = engine.prepare(sql<EventsRow>`
    select ${selectEvents}
    from hitl_runs r
    join hitl_commits c on c.tenant_id = r.tenant_id and c.session_id = r.session_id
      and c.commit_number >= r.first_commit
    where r.tenant_id = ${slot('tenant_id')} and r.session_id = ${slot('session_id')}
      and r.run_id = ${slot('root_run_id')}
      and (c.root_run_id is null or (c.root_run_id = r.run_id
        and c.last_seq > ${slot('after')} and c.first_seq <= ${slot('to')}))
    order by c.commit_number`);

  const selectCommits = engine.prepare(sql<EventsRow & { readonly commit_number: Int8 }>`
    select c.commit_number, ${selectEvents}
    from hitl_commits c
    where c.tenant_id = ${slot('tenant_id')} and c.session_id = ${slot('session_id')}
      and c.commit_number > ${slot('after')} and c.commit_number <= ${slot('to')}
    order by c.commit_number`);

  const chapters = sql`
    from hitl_commits c
    where c.tenant_id = ${slot('tenant_id')} and c.session_id = ${slot('session_id')}
      and c.chapter is not null`;
  const selectChapters = engine.prepare(sql<ChapterRow>`
    select c.commit_number, c.chapter, null as events, null as repeats ${chapters}
    union all
    select c.commit_number, null, ${selectEvents}
    from hitl_commits c
    where c.tenant_id = ${slot('tenant_id')} and c.session_id = ${slot('session_id')}
      and c.commit_number > coalesce((select max(c.commit_number) ${chapters}), 0)
    order by commit_number`);

  const renewClaim = engine.prepare(sql`
    update hitl_sessions set claimed_until = ${clock} + cast(${slot('lease_ms')} as bigint)
    where ${here} and owner = ${slot('owner')}
    returning 1 as renewed`);

  return {
    async load(key) {
      const place = placeOf(key);
      return loadWhole(lookups, key, async () => {
        const [row] = await selectHead(place);
        if (row === undefined) throw new Error('the database did not return its time');
        return toLoaded(row.commits === null ? null : row, Number(row.now));
      });
    },

    async append(key, expectedCommit, commit, options = {}) {
      const append = expectedCommit === 0 ? appendFirst : appendNext;
      const { values, lists } = appendValues(key, expectedCommit, commit, options);
      const why = await append(values, lists);
      if (why === null) return 'appended';
      const isCurrent = Number(why.commits) === expectedCommit;
      return isCurrent && Number(why.late) === 1 ? 'too_late' : 'conflict';
    },

    async read(key, afterCommit, limit = MOST_COMMITS) {
      // The numbers of commits have no gaps.
      const to = Math.min(afterCommit + limit, MOST_COMMITS);
      const rows = await selectCommits({ ...placeOf(key), after: afterCommit, to });
      return rows.map(toCommit);
    },

    async readChapters(key) {
      const rows = await selectChapters(placeOf(key));
      const first = rows.findIndex(({ chapter }) => chapter === null);
      const end = first === -1 ? rows.length : first;
      return {
        chapters: rows.slice(0, end).map(({ commit_number: commit, chapter }) => ({
          commit: Number(commit),
          json: chapter ?? '',
        })),
        commits: rows.slice(end).map(toCommit),
      };
    },

    async readRun(key, rootRunId, afterSeq, limit) {
      const range = { after: afterSeq, to: afterSeq + limit };
      const rows = await selectRun({ ...placeOf(key), root_run_id: rootRunId, ...range });
      return rows
        .flatMap((row) => toEvents(row))
        .filter((event) => event.root_run_id === rootRunId && event.seq > afterSeq)
        .slice(0, limit);
    },

    async renew(key, owner, leaseMs) {
      const rows = await renewClaim({ ...placeOf(key), owner, lease_ms: leaseMs });
      return rows.length > 0;
    },

    async due(limit, ownedBy) {
      // Few sessions are runnable at any moment, so there is no index by owner.
      const mine =
        ownedBy === undefined
          ? sql``
          : sql`or (runnable = 1 and owner >= ${ownedBy} and owner < ${ownedBy + LAST_CHARACTER})`;
      const rows = await engine.run(sql<DueRow>`
        select tenant_id, session_id, owner, claimed_until, next_deadline, runnable
        from hitl_sessions
        where next_deadline <= ${clock} or (runnable = 1 and claimed_until <= ${clock}) ${mine}
        order by coalesce(next_deadline, claimed_until), tenant_id, session_id
        limit ${limit}`);
      return rows.map(toDueSession);
    },

    async countPending(tenantId, userId) {
      const [row] = await countOfUser({ tenant_id: tenantId, user_id: userId });
      return Number(row?.pending ?? 0);
    },

    async storedBytes(tenantId, userId) {
      const [row] = await sumOfUser({ tenant_id: tenantId, user_id: userId });
      return Number(row?.bytes ?? 0);
    },

    async remove(key, expectedCommit, tombstone, chain) {
      return engine.transact(() => removal(key, expectedCommit, tombstone, writeChain(chain)));
    },

    async findTombstone(key) {
      const [row] = await engine.run(sql<{ readonly tombstone: string }>`
        select tombstone from hitl_tombstones
        where tenant_id = ${key.tenantId} and session_id = ${key.sessionId}`);
      return row === undefined ? null : (JSON.parse(row.tombstone) as Tombstone);
    },

    close: () => engine.close(),
  };
}

function toCommit(row: EventsRow & Pick<Row<'commits'>, 'commit_number'>): StoredCommit {
  return { commit: Number(row.commit_number), events: toEvents(row) };
}

/** How many rows one statement inserts: databases limit the number of its parameters. */
const MAX_INSERTED = 1000;

function* removal(
  key: SessionKey,
  expectedCommit: number,
  tombstone: Tombstone,
  chain: string | undefined,
): Script<'appended' | 'conflict'> {
  const place = placeOf(key);
  const here = sql`tenant_id = ${place.tenant_id} and session_id = ${place.session_id}`;
  const removed = yield sql`
    delete from hitl_sessions where ${here} and commits = ${expectedCommit}
      ${chain === undefined ? sql`` : sql`and chain = ${chain}`}
    returning commits`;
  if (removed.length === 0) return 'conflict';
  yield sql`delete from hitl_commits where ${here}`;
  yield sql`delete from hitl_runs where ${here}`;
  yield sql`delete from hitl_interactions where ${here}`;
  yield sql`delete from hitl_secrets where ${here}`;
  yield sql`
    ${insertInto('tombstones', { ...place, tombstone: JSON.stringify(tombstone) })}
    on conflict (tenant_id, session_id) do update set tombstone = excluded.tombstone`;
  // Many at once, since a loop of another program has a run for each call.
  for (let at = 0; at < tombstone.runs.length; at += MAX_INSERTED) {
    const [first, ...rest] = tombstone.runs
      .slice(at, at + MAX_INSERTED)
      .map(({ run_id }) => ({ ...place, run_id }));
    if (first === undefined) break;
    yield sql`
      ${insertInto('erased_runs', first, ...rest)}
      on conflict (tenant_id, run_id, session_id) do nothing`;
  }
  return 'appended';
}
