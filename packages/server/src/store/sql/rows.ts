import {
  decodeCursor,
  type Columns,
  type ListOrder,
  type ListRows,
  type RowQuery,
} from '../lists.ts';
import type { RowReader } from '../lookups.ts';
import { toEvents, type EventsRow } from '../rows/events-row.ts';
import { placeOf } from '../rows/place.ts';
import type { Int8, Row } from '../rows/tables.ts';
import type { Tombstone, TrailLinks } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { join, raw, slot, sql, type Sql, type SlotValues } from './statement.ts';

/** The columns of `EventsRow` in table `c`, as text, even if the database parses JSON. */
export const selectEvents: Sql = raw(
  'cast(c.events as text) as events, cast(c.repeats as text) as repeats',
);

/** The rows of each list, in table `t`. A session's row has more columns, which may be large. */
const SELECT: Readonly<Record<keyof ListRows, string>> = {
  sessions: 'select tenant_id, session_id, user_id, updated_at, summary from hitl_sessions t',
  runs: 'select * from hitl_runs t',
  interactions: 'select * from hitl_interactions t',
};

/** Creates the access to rows by a SQL engine. */
export function createSqlRows(engine: SqlEngine): RowReader {
  /** The statements of `get`, by table and columns. */
  const known = new Map<string, (values: SlotValues) => Promise<readonly unknown[]>>();

  function selectRow(table: keyof ListRows, columns: Columns) {
    const names = Object.keys(columns);
    const id = [table, ...names].join();
    let select = known.get(id);
    if (select === undefined) {
      const where = names.map((name) => sql`t.${raw(name)} = ${slot(name)}`);
      const from =
        table === 'interactions'
          ? sql`
            select t.*, ${selectEvents}
            from hitl_interactions t
            left join hitl_commits c on c.tenant_id = t.tenant_id and c.session_id = t.session_id
              and c.commit_number = t.asked_in`
          : raw(SELECT[table]);
      select = engine.prepare(sql`${from} where ${join(where, ' and ')}`);
      known.set(id, select);
    }
    return select(columns);
  }

  const selectTrails = engine.prepare(sql<{ commit_number: Int8; trails: string }>`
    select commit_number, trails
    from hitl_commits
    where tenant_id = ${slot('tenant_id')} and session_id = ${slot('session_id')}
      and trails is not null
    order by commit_number`);

  // From the first commit of a root run on: there are none of its nested runs before it.
  const selectTrailsOfRun = engine.prepare(sql<{ commit_number: Int8; trails: string }>`
    select c.commit_number, c.trails
    from hitl_runs h
    join hitl_commits c on c.tenant_id = h.tenant_id and c.session_id = h.session_id
      and c.commit_number >= h.first_commit and c.trails is not null
      and (c.root_run_id is null or c.root_run_id = h.run_id)
    where h.tenant_id = ${slot('tenant_id')} and h.session_id = ${slot('session_id')}
      and h.run_id = ${slot('root_run_id')}
    order by c.commit_number`);

  const selectTombstones = engine.prepare(sql<{ readonly tombstone: string }>`
    select t.tombstone
    from hitl_erased_runs e
    join hitl_tombstones t on t.tenant_id = e.tenant_id and t.session_id = e.session_id
    where e.tenant_id = ${slot('tenant_id')} and e.run_id = ${slot('run_id')}`);

  return {
    async get<Table extends keyof ListRows>(table: Table, columns: Columns) {
      const [row] = (await selectRow(table, columns)) as readonly ListRows[Table][];
      return row ?? null;
    },

    page: (order, query) => engine.run(selectPage(order, query)),

    async readEvents(places) {
      const tenant = places[0]?.tenant_id ?? null;
      const commits = places.map((place) => sql`(${place.session_id}, ${place.commit})`);
      type Found = EventsRow & Pick<Row<'commits'>, 'tenant_id' | 'session_id' | 'commit_number'>;
      const rows = await engine.run(sql<Found>`
        select c.tenant_id, c.session_id, c.commit_number, ${selectEvents}
        from hitl_commits c
        where c.tenant_id = ${tenant} and (c.session_id, c.commit_number) in (${join(commits)})`);
      return rows.map((row) => ({
        tenant_id: row.tenant_id,
        session_id: row.session_id,
        commit: Number(row.commit_number),
        events: toEvents(row),
      }));
    },

    async readTrails(key, rootRunId) {
      const rows =
        rootRunId === undefined
          ? await selectTrails(placeOf(key))
          : await selectTrailsOfRun({ ...placeOf(key), root_run_id: rootRunId });
      return rows.map(({ commit_number: commit, trails }) => ({
        commit: Number(commit),
        trails: JSON.parse(trails) as TrailLinks[],
      }));
    },

    async readTombstones(tenantId, runId) {
      const rows = await selectTombstones({ tenant_id: tenantId, run_id: runId });
      return rows.map(({ tombstone }) => JSON.parse(tombstone) as Tombstone);
    },
  };
}

/**
 * A text column to sort by without its index. For the few rows of one session: without statistics,
 * a planner would scan the whole list in order instead of sorting these.
 */
function unindexed(column: string): Sql {
  return raw(`${column} || ''`);
}

function selectPage<Table extends keyof ListRows>(
  order: ListOrder<Table>,
  { columns, treeOf, cursor, limit }: RowQuery,
): Sql<ListRows[Table]> {
  const isShort = ['session_id', 'run_id', 'tool_call_id'].some((name) => name in columns);
  const where = Object.entries(columns).map(equals);
  if (treeOf !== undefined) where.push(sql`(run_id = ${treeOf} or root_run_id = ${treeOf})`);
  const names = Object.keys(order.columns);
  if (cursor !== undefined) {
    const key = join(decodeCursor(order, cursor));
    where.push(sql`(${raw(names.join(', '))}) ${raw(order.newestFirst ? '<' : '>')} (${key})`);
  }
  const direction = raw(order.newestFirst ? ' desc' : '');
  const sort = names.map((name, index) => {
    return sql`${isShort && index === 0 ? unindexed(name) : raw(name)}${direction}`;
  });
  return sql`${raw(SELECT[order.list])} where ${join(where, ' and ')} order by ${join(sort)} limit ${limit + 1}`;
}

function equals([column, value]: [string, string]): Sql {
  // A literal, so that the planner can use the index of pending ones.
  if (column === 'status' && value === 'pending') return sql`status = 'pending'`;
  return sql`${raw(column)} = ${value}`;
}
