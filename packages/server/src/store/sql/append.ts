import type { AppendOptions, Commit, SessionKey } from '../store.ts';
import type { Guarded, Lists, SqlEngine } from './engine.ts';
import { toInteractionRow } from '../rows/interaction-row.ts';
import { placeOf } from '../rows/place.ts';
import { DEFAULT_LEASE_MS } from '../rows/lease.ts';
import { toCommitRow } from '../rows/commit-row.ts';
import { slot, sql, type Sql, type SlotValues } from './statement.ts';
import type { Int8 } from '../rows/tables.ts';

/** Why an append was refused: the position of the log, and whether it was too late (0 or 1). */
export interface Refusal {
  readonly commits: Int8;
  readonly late: Int8;
}

// Values are cast, since PostgreSQL cannot infer their type from a `select` list.
const text = (name: string): Sql => sql`cast(${slot(name)} as text)`;
const integer = (name: string): Sql => sql`cast(${slot(name)} as bigint)`;

/** The statements of the first append to a log, or of a later one; `appendValues` provides the values. */
export function appendStatements(engine: SqlEngine, position: 'first' | 'next'): Guarded<Refusal> {
  const { clock, onlyIf } = engine;
  const json = (name: string): Sql => engine.json(slot(name));
  const tenant = text('tenant_id');
  const session = text('session_id');
  const here = sql`tenant_id = ${tenant} and session_id = ${session}`;
  const late = sql`coalesce(${clock} >= ${integer('not_after')}, false)`;
  const claimedUntil = sql`
    case when ${text('owner')} is null then 0 else ${clock} + ${integer('lease_ms')} end`;

  const first = sql`
    insert into hitl_sessions (tenant_id, session_id, commits, state, next_deadline, owner,
      claimed_until, runnable, user_id, updated_at, summary, chain, bytes)
    select ${tenant}, ${session}, ${integer('commit')}, ${json('state')},
      ${integer('next_deadline')}, ${text('owner')}, ${claimedUntil}, ${integer('runnable')},
      ${text('user_id')}, ${text('updated_at')}, ${text('summary')}, ${text('chain')},
      ${integer('bytes')}
    where not ${late}
    on conflict (tenant_id, session_id) do nothing
    returning commits`;

  // Not an upsert, which would restore a row that is being removed at the same time.
  const next = sql`
    update hitl_sessions set
      commits = ${integer('commit')}, state = ${json('state')}, bytes = bytes + ${integer('bytes')},
      next_deadline = ${integer('next_deadline')}, owner = ${text('owner')},
      claimed_until = ${claimedUntil}, runnable = ${integer('runnable')},
      user_id = ${text('user_id')}, updated_at = ${text('updated_at')},
      summary = ${text('summary')}, chain = ${text('chain')}
    where ${here} and commits = ${integer('expected')} and not ${late}
    returning commits`;

  const log = sql`
    insert into hitl_commits (tenant_id, session_id, commit_number, root_run_id, first_seq, last_seq,
      trails, events, repeats, chapter)
    select ${tenant}, ${session}, ${integer('commit')}, ${text('root_run_id')},
      ${integer('first_seq')}, ${integer('last_seq')}, ${text('trails')}, ${json('events')},
      ${json('repeats')}, ${text('chapter')}
    from (select 1 as one) r ${onlyIf}`;

  const runs = sql`
    insert into hitl_runs (tenant_id, session_id, run_id, root_run_id, user_id, status, created_at,
      rest, audit_head, first_commit)
    select ${tenant}, ${session}, r.run_id, r.root_run_id, r.user_id, r.status, r.created_at, r.rest,
      r.audit_head, ${integer('commit')}
    from ${engine.each('runs', {
      run_id: 'text',
      root_run_id: 'text',
      user_id: 'text',
      status: 'text',
      created_at: 'text',
      rest: 'text',
      audit_head: 'text',
    })} ${onlyIf}
    where true
    on conflict (tenant_id, session_id, run_id) do update set
      status = excluded.status, rest = excluded.rest,
      audit_head = coalesce(excluded.audit_head, hitl_runs.audit_head)`;

  const interactions = sql`
    insert into hitl_interactions (tenant_id, session_id, interaction_id, run_id, root_run_id,
      tool_call_id, user_id, status, created_at, seq, asked_in, rest)
    select ${tenant}, ${session}, r.interaction_id, r.run_id, r.root_run_id, r.tool_call_id,
      r.user_id, r.status, r.created_at, r.seq, r.asked_in, r.rest
    from ${engine.each('interactions', {
      interaction_id: 'text',
      run_id: 'text',
      root_run_id: 'text',
      tool_call_id: 'text',
      user_id: 'text',
      status: 'text',
      created_at: 'text',
      seq: 'bigint',
      asked_in: 'bigint',
      rest: 'text',
    })} ${onlyIf}
    where true
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

/** The values of one append. All JSON is serialized here, before a lock is taken. */
export function appendValues(
  key: SessionKey,
  expectedCommit: number,
  added: Commit,
  { notAfter, leaseMs = DEFAULT_LEASE_MS }: AppendOptions,
): { readonly values: SlotValues; readonly lists: Lists } {
  const commit = expectedCommit + 1;
  const { events, checkpoint, projection, chapter } = added;
  const { head, log, bytes, runs } = toCommitRow(added);
  const values = {
    ...placeOf(key),
    expected: expectedCommit,
    commit,
    not_after: notAfter === undefined ? null : Date.parse(notAfter),
    lease_ms: leaseMs,
    ...head,
    ...log,
    bytes,
    next_deadline: checkpoint.nextDeadline === null ? null : Date.parse(checkpoint.nextDeadline),
    runnable: checkpoint.runnable ? 1 : 0,
    chapter: chapter ?? null,
  };
  const lists = {
    runs: runs.map((run) => ({ ...run, audit_head: run.audit_head ?? null })),
    interactions: projection.interactions.map((record) => toInteractionRow(record, commit, events)),
  };
  return { values, lists };
}
