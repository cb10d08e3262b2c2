import type { AppendOptions, Commit, SessionKey } from '../store.ts';
import type { Guarded, Lists, SqlEngine } from './engine.ts';
import { toInteractionRow } from '../rows/interaction-row.ts';
import { placeOf } from '../rows/place.ts';
import { writeChain } from '../rows/session-row.ts';
import { DEFAULT_LEASE_MS } from '../rows/lease.ts';
import { toCommitRow } from '../rows/commit-row.ts';
import { join, raw, slot, sql, type Sql, type SlotValues } from './statement.ts';
import { TABLES, type ColumnType, type Int8, type TableName } from '../rows/tables.ts';

/** Why an append was refused: the position of the log, and whether it was too late (0 or 1). */
export interface Refusal {
  readonly commits: Int8;
  readonly late: Int8;
}

// Values are cast, since PostgreSQL cannot infer their type from a `select` list.
const text = (name: string): Sql => sql`cast(${slot(name)} as text)`;
const integer = (name: string): Sql => sql`cast(${slot(name)} as bigint)`;

/** Expressions, by the names of columns. */
type Expressions = Readonly<Record<string, Sql>>;

function insertSelected(table: TableName, columns: Expressions): Sql {
  const names = raw(Object.keys(columns).join(', '));
  return sql`insert into hitl_${raw(table)} (${names}) select ${join(Object.values(columns))}`;
}

/** The statements of the first append to a log, or of a later one; `appendValues` provides the values. */
export function appendStatements(engine: SqlEngine, position: 'first' | 'next'): Guarded<Refusal> {
  const { clock, onlyIf } = engine;
  const place: Expressions = { tenant_id: text('tenant_id'), session_id: text('session_id') };
  const here = join(assignments(place), ' and ');
  const late = sql`coalesce(${clock} >= ${integer('not_after')}, false)`;

  /** The slots of a row, which have the names of its columns. */
  function slotsOf(table: TableName): Expressions {
    const columns = Object.entries<ColumnType>(TABLES[table]).map(([name, type]) => {
      if (type.startsWith('json')) return [name, engine.json(slot(name))] as const;
      return [name, type.startsWith('integer') ? integer(name) : text(name)] as const;
    });
    return Object.fromEntries(columns);
  }

  const { tenant_id: _tenant, session_id: _session, ...slots } = slotsOf('sessions');
  const head: Expressions = {
    ...slots,
    claimed_until: sql`
      case when ${text('owner')} is null then 0 else ${clock} + ${integer('lease_ms')} end`,
  };
  const first = sql`
    ${insertSelected('sessions', { ...place, ...head })}
    where not ${late}
    on conflict (tenant_id, session_id) do nothing
    returning commits`;
  // Not an upsert, which would restore a row that is being removed at the same time.
  const next = sql`
    update hitl_sessions
    set ${join(assignments({ ...head, bytes: sql`bytes + ${integer('bytes')}` }))}
    where ${here} and commits = ${integer('expected')} and not ${late}
      and (${text('chain_before')} is null or chain = ${text('chain_before')})
    returning commits`;

  const log = sql`
    ${insertSelected('commits', slotsOf('commits'))}
    from (select 1 as one) r ${onlyIf}`;

  /** Inserts the rows of a list, in which the columns of `same` are the same. */
  function insertEach(table: 'runs' | 'interactions', same: Expressions): Sql {
    // A request is only in the rows of other stores.
    const listed = Object.entries<ColumnType>(TABLES[table]).filter(
      ([name]) => !(name in same) && name !== 'request',
    );
    const values = Object.fromEntries(listed.map(([name]) => [name, raw(`r.${name}`)]));
    return sql`
      ${insertSelected(table, { ...same, ...values })}
      from ${engine.each(table, Object.fromEntries(listed))} ${onlyIf}
      where true`;
  }

  const runs = sql`
    ${insertEach('runs', { ...place, first_commit: integer('first_commit') })}
    on conflict (tenant_id, session_id, run_id) do update set
      status = excluded.status, rest = excluded.rest,
      audit_head = coalesce(excluded.audit_head, hitl_runs.audit_head)`;

  const interactions = sql`
    ${insertEach('interactions', place)}
    on conflict (tenant_id, session_id, interaction_id) do update set
      status = excluded.status, rest = excluded.rest`;

  return {
    guard: position === 'first' ? first : next,
    work: [
      { statement: log },
      { statement: runs, list: 'runs' },
      { statement: interactions, list: 'interactions' },
    ],
    why: sql`
      select coalesce((select commits from hitl_sessions where ${here}), 0) as commits,
        case when ${late} then 1 else 0 end as late`,
  };
}

/** `name = value` for each column. */
function assignments(columns: Expressions): Sql[] {
  return Object.entries(columns).map(([name, value]) => sql`${raw(name)} = ${value}`);
}

/** The values of one append. All JSON is serialized here, before a lock is taken. */
export function appendValues(
  key: SessionKey,
  expectedCommit: number,
  added: Commit,
  { notAfter, leaseMs = DEFAULT_LEASE_MS, chain }: AppendOptions,
): { readonly values: SlotValues; readonly lists: Lists } {
  const commit = expectedCommit + 1;
  const { events, projection, chapter } = added;
  const { head, log, bytes, runs } = toCommitRow(added);
  const values = {
    ...placeOf(key),
    expected: expectedCommit,
    chain_before: writeChain(chain) ?? null,
    commits: commit,
    commit_number: commit,
    first_commit: commit,
    not_after: notAfter === undefined ? null : Date.parse(notAfter),
    lease_ms: leaseMs,
    ...head,
    ...log,
    bytes,
    chapter: chapter ?? null,
  };
  const lists = {
    runs: runs.map((run) => ({ ...run, audit_head: run.audit_head ?? null })),
    interactions: projection.interactions.map((record) => toInteractionRow(record, commit, events)),
  };
  return { values, lists };
}
