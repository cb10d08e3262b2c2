import { sql, type RawBuilder } from 'kysely';
import type { RunEvent } from '@hitl/protocol';
import type { AppendOptions, Commit, SessionKey } from '../store.ts';
import { packLinks } from './audit-rows.ts';
import { slot, type Guarded, type SlotValues, type SqlEngine } from './engine.ts';
import { toInteractionRow } from './interaction-row.ts';
import { packJson } from './packed-json.ts';
import type { Int8 } from './tables.ts';

const DEFAULT_LEASE_MS = 30_000;

/** Why an append was refused: where the log stands, and whether the time is over (0 or 1). */
export interface Refusal {
  readonly commits: Int8;
  readonly late: Int8;
}

// Values carry their type: PostgreSQL cannot tell it from a `select` list.
const text = (name: string): RawBuilder<string> => sql`cast(${slot(name)} as text)`;
const integer = (name: string): RawBuilder<number> => sql`cast(${slot(name)} as bigint)`;

/** The texts of an append to a log that is there, or of the first one; `appendValues` fills them. */
export function appendStatements(engine: SqlEngine, position: 'first' | 'next'): Guarded<Refusal> {
  const { clock, onlyIf } = engine;
  const tenant = text('tenant_id');
  const session = text('session_id');
  const here = sql`tenant_id = ${tenant} and session_id = ${session}`;
  const late = sql`coalesce(${clock} >= ${integer('not_after')}, false)`;
  const claimedUntil = sql`
    case when ${text('owner')} is null then 0 else ${clock} + ${integer('lease_ms')} end`;

  const first = sql`
    insert into hitl_sessions (tenant_id, session_id, commits, state, next_deadline, owner,
      claimed_until, runnable, user_id, updated_at, summary, chain)
    select ${tenant}, ${session}, ${integer('commit')}, ${slot('state')}, ${integer('next_deadline')},
      ${text('owner')}, ${claimedUntil}, ${integer('runnable')}, ${text('user_id')},
      ${text('updated_at')}, ${text('summary')}, ${text('chain')}
    where not ${late}
    on conflict (tenant_id, session_id) do nothing
    returning commits`;

  // Not an upsert: that would bring back a row which somebody removes at this moment.
  const next = sql`
    update hitl_sessions set
      commits = ${integer('commit')}, state = ${slot('state')},
      next_deadline = ${integer('next_deadline')}, owner = ${text('owner')},
      claimed_until = ${claimedUntil}, runnable = ${integer('runnable')},
      user_id = ${text('user_id')}, updated_at = ${text('updated_at')},
      summary = ${text('summary')}, chain = ${text('chain')}
    where ${here} and commits = ${integer('expected')} and not ${late}
    returning commits`;

  const log = sql`
    insert into hitl_commits (tenant_id, session_id, commit_number, events)
    select ${tenant}, ${session}, ${integer('commit')}, ${slot('events')}
    from (select 1 as one) r ${onlyIf}`;

  const spans = sql`
    insert into hitl_spans (tenant_id, session_id, root_run_id, first_seq, last_seq, commit_number)
    select ${tenant}, ${session}, r.root_run_id, r.first_seq, r.last_seq, ${integer('commit')}
    from ${engine.rows(slot('spans'), {
      root_run_id: 'text',
      first_seq: 'bigint',
      last_seq: 'bigint',
    })} ${onlyIf}`;

  const runs = sql`
    insert into hitl_runs (tenant_id, session_id, run_id, root_run_id, user_id, status, created_at,
      rest, audit_head)
    select ${tenant}, ${session}, r.run_id, r.root_run_id, r.user_id, r.status, r.created_at, r.rest,
      r.audit_head
    from ${engine.rows(slot('runs'), {
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
      status = excluded.status, user_id = excluded.user_id, rest = excluded.rest,
      audit_head = coalesce(excluded.audit_head, hitl_runs.audit_head)`;

  const audit = sql`
    insert into hitl_audit (tenant_id, session_id, run_id, commit_number, links)
    select ${tenant}, ${session}, r.run_id, ${integer('commit')}, r.links
    from ${engine.rows(slot('trails'), { run_id: 'text', links: 'text' })} ${onlyIf}`;

  const interactions = sql`
    insert into hitl_interactions (tenant_id, session_id, interaction_id, run_id, root_run_id,
      tool_call_id, user_id, status, created_at, seq, asked_in, request, rest)
    select ${tenant}, ${session}, r.interaction_id, r.run_id, r.root_run_id, r.tool_call_id,
      r.user_id, r.status, r.created_at, r.seq, r.asked_in, r.request, r.rest
    from ${engine.rows(slot('interactions'), {
      interaction_id: 'text',
      run_id: 'text',
      root_run_id: 'text',
      tool_call_id: 'text',
      user_id: 'text',
      status: 'text',
      created_at: 'text',
      seq: 'bigint',
      asked_in: 'bigint',
      request: 'text',
      rest: 'text',
    })} ${onlyIf}
    where true
    on conflict (tenant_id, session_id, interaction_id) do update set
      status = excluded.status, rest = excluded.rest`;

  return {
    guard: position === 'first' ? first : next,
    work: [log, spans, runs, interactions, audit],
    why: sql`
      select coalesce((select commits from hitl_sessions where ${here}), 0) as commits,
        case when ${late} then 1 else 0 end as late`,
  };
}

/** What one append puts into the texts. All packing happens here, before a lock is taken. */
export function appendValues(
  key: SessionKey,
  expectedCommit: number,
  { events, checkpoint, projection, audit }: Commit,
  { notAfter, leaseMs = DEFAULT_LEASE_MS }: AppendOptions,
): SlotValues {
  const commit = expectedCommit + 1;
  const { session_id: _, user_id, updated_at, ...summary } = projection.session;
  const heads = new Map(audit.trails.map(({ run_id, links }) => [run_id, links.at(-1)?.hash]));
  return {
    tenant_id: key.tenantId,
    session_id: key.sessionId,
    expected: expectedCommit,
    commit,
    not_after: notAfter === undefined ? null : Date.parse(notAfter),
    lease_ms: leaseMs,
    state: packJson(checkpoint.state),
    next_deadline: checkpoint.nextDeadline === null ? null : Date.parse(checkpoint.nextDeadline),
    owner: checkpoint.owner,
    runnable: checkpoint.runnable ? 1 : 0,
    user_id,
    updated_at,
    summary: JSON.stringify(summary),
    events: packJson(events),
    spans: JSON.stringify(spansOf(events)),
    chain: JSON.stringify(audit.chain),
    runs: JSON.stringify(
      projection.runs.map((run) => ({ ...toRunRow(run), audit_head: heads.get(run.id) ?? null })),
    ),
    trails: JSON.stringify(
      audit.trails.map(({ run_id, links }) => ({ run_id, links: packLinks(links) })),
    ),
    interactions: JSON.stringify(
      projection.interactions.map((record) => toInteractionRow(record, commit, events)),
    ),
  };
}

interface Span {
  readonly root_run_id: string;
  readonly first_seq: number;
  readonly last_seq: number;
}

/** One span for each root run in the commit; its numbers have no gaps. */
function spansOf(events: readonly RunEvent[]): Span[] {
  const spans = new Map<string, Span>();
  for (const { root_run_id: root, seq } of events) {
    const first = spans.get(root)?.first_seq ?? seq;
    spans.set(root, { root_run_id: root, first_seq: first, last_seq: seq });
  }
  return [...spans.values()];
}

function toRunRow(run: Commit['projection']['runs'][number]): Readonly<Record<string, unknown>> {
  const { id, session_id: _, root_run_id, user_id, status, created_at, ...rest } = run;
  const columns = { run_id: id, root_run_id, user_id, status, created_at };
  return { ...columns, rest: JSON.stringify(rest) };
}
