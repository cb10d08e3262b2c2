import type { ControlState } from '@hitl/protocol/fold';
import type { AuditLink, RunEvent } from '@hitl/protocol';
import { writeDocument } from '../rows/repeated-strings.ts';
import { spanOf } from '../rows/run-row.ts';
import { writeState } from '../rows/state-row.ts';
import type { Int8 } from '../rows/tables.ts';
import type { TrailLinks } from '../store.ts';
import type { Script } from './engine.ts';
import type { Migration } from './migration.ts';
import { unpackJson, type Packed } from './packed-rows.ts';
import { createChaptersIndex, createRunnableIndex } from './schema.ts';
import { raw, sql, type Sql } from './statement.ts';

/** Number of sessions per read. */
const BATCH = 100;

interface PackedSession {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly packed: Packed<ControlState>;
}

interface PackedCommit {
  readonly commit_number: Int8;
  readonly packed: Packed<readonly RunEvent[]>;
}

interface TrailRow {
  readonly run_id: string;
  readonly commit_number: Int8;
  /** JSON of links without the names of their members. */
  readonly links: string;
}

type PackedLink = readonly [
  seq: number,
  timestamp: string,
  kind: string,
  data_hash: string,
  prev_hash: string,
  hash: string,
];

/**
 * Migrates tables of version 3: compressed events and states become JSON text, and what was in
 * tables of their own moves to the commits: the columns to find the events of a run, and the hashes
 * of audit trails.
 */
export function* unpackRows({ dialect, types }: Migration): Script<void> {
  const { text, integer, json } = types;
  yield raw(`alter table hitl_commits rename column events to packed`);
  yield raw(`alter table hitl_commits add column root_run_id ${text}`);
  yield raw(`alter table hitl_commits add column first_seq ${integer}`);
  yield raw(`alter table hitl_commits add column last_seq ${integer}`);
  yield raw(`alter table hitl_commits add column trails ${text}`);
  yield raw(`alter table hitl_commits add column events ${json} not null default '[]'`);
  yield raw(`alter table hitl_commits add column repeats ${json}`);
  yield raw(`alter table hitl_commits add column chapter ${text}`);
  yield raw(`alter table hitl_sessions rename column state to packed`);
  yield raw(`alter table hitl_sessions add column bytes ${integer} not null default 0`);
  yield raw(`alter table hitl_sessions add column state ${json} not null default '{}'`);
  yield raw(`alter table hitl_runs add column first_commit ${integer} not null default 0`);
  let sessions: readonly PackedSession[];
  let last = { tenant_id: '', session_id: '' };
  do {
    sessions = (yield sql`
      select tenant_id, session_id, packed from hitl_sessions
      where (tenant_id, session_id) > (${last.tenant_id}, ${last.session_id})
      order by tenant_id, session_id
      limit ${BATCH}`) as readonly PackedSession[];
    for (const session of sessions) yield* unpackSession(session, (value) => dialect.json(value));
    last = sessions.at(-1) ?? last;
  } while (sessions.length === BATCH);
  yield sql`
    update hitl_runs set first_commit = coalesce((
      select min(s.commit_number) from hitl_spans s
      where s.tenant_id = hitl_runs.tenant_id and s.session_id = hitl_runs.session_id
        and s.root_run_id = hitl_runs.root_run_id), 0)`;
  yield raw(`alter table hitl_commits drop column packed`);
  yield raw(`alter table hitl_sessions drop column packed`);
  yield raw(`drop table hitl_spans`);
  yield raw(`drop table hitl_audit`);
  yield raw(`drop index hitl_sessions_owned`);
  yield raw(`drop index hitl_sessions_runnable`);
  for (const statement of createRunnableIndex()) yield raw(statement);
  for (const statement of createChaptersIndex()) yield raw(statement);
}

function* unpackSession(
  { tenant_id, session_id, packed: state }: PackedSession,
  json: (text: Sql) => Sql,
): Script<void> {
  const here = sql`tenant_id = ${tenant_id} and session_id = ${session_id}`;
  const trails = trailsOf(
    (yield sql`
      select run_id, commit_number, links from hitl_audit
      where ${here} order by commit_number, run_id`) as readonly TrailRow[],
  );
  const commits = (yield sql`
    select commit_number, packed from hitl_commits
    where ${here} order by commit_number`) as readonly PackedCommit[];
  let bytes = 0;
  for (const { commit_number: commit, packed } of commits) {
    const events = unpackJson(packed);
    const log = writeDocument(events);
    const { root_run_id, first_seq, last_seq } = spanOf(events);
    const added = trails.get(Number(commit));
    bytes += Buffer.byteLength(log.json) + (log.repeats?.length ?? 0);
    yield sql`
      update hitl_commits set root_run_id = ${root_run_id}, first_seq = ${first_seq},
        last_seq = ${last_seq}, trails = ${added === undefined ? null : JSON.stringify(added)},
        events = ${json(sql`${log.json}`)}, repeats = ${json(sql`${log.repeats}`)}
      where ${here} and commit_number = ${commit}`;
  }
  yield sql`
    update hitl_sessions set bytes = ${bytes}, state = ${json(sql`${writeState(unpackJson(state))}`)}
    where ${here}`;
}

/** The entries of each commit. */
function trailsOf(rows: readonly TrailRow[]): ReadonlyMap<number, readonly TrailLinks[]> {
  const trails = new Map<number, TrailLinks[]>();
  for (const { commit_number, run_id, links } of rows) {
    const packed = JSON.parse(links) as readonly PackedLink[];
    const added = trails.get(Number(commit_number)) ?? [];
    added.push({ run_id, links: packed.map(toLink) });
    trails.set(Number(commit_number), added);
  }
  return trails;
}

function toLink([seq, timestamp, kind, data_hash, prev_hash, hash]: PackedLink): AuditLink {
  return { seq, timestamp, kind, data_hash, prev_hash, hash };
}
