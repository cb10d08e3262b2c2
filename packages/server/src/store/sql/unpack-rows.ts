import type { RunEvent } from '@hitl/protocol';
import type { ControlState } from '@hitl/protocol/fold';
import { spanOf } from '../rows/run-row.ts';
import type { Script } from './engine.ts';
import type { Migration } from './migration.ts';
import { unpackJson, type Packed } from './packed-rows.ts';
import { writeDocument } from '../rows/repeated-strings.ts';
import { createErasedRunsTable, createRunnableIndex, createSecretTable } from './schema.ts';
import { writeState } from '../rows/state-row.ts';
import { raw, sql } from './statement.ts';
import type { Int8 } from '../rows/tables.ts';

/** Number of rows per read. */
const BATCH = 100;

interface CommitKey {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly commit_number: Int8;
}

type PackedCommit = CommitKey & { readonly packed: Packed<readonly RunEvent[]> };

interface PackedSession {
  readonly tenant_id: string;
  readonly session_id: string;
  readonly packed: Packed<ControlState>;
}

/**
 * Migrates tables from version 1, 2 or 3 to version 4: compressed events and states become JSON
 * text, and the columns to find the events of a run, which were in a separate table, move to the
 * commits.
 */
export function* unpackRows(migration: Migration, version: number): Script<void> {
  const { text, integer, json } = migration.types;
  if (version < 2) yield raw(createSecretTable(migration.types));
  if (version < 3) {
    yield raw(`alter table hitl_sessions add column chain ${text}`);
    yield raw(`alter table hitl_runs add column audit_head ${text}`);
    yield raw(createErasedRunsTable(migration.types));
  }
  yield raw(`alter table hitl_commits rename column events to packed`);
  yield raw(`alter table hitl_commits add column root_run_id ${text}`);
  yield raw(`alter table hitl_commits add column first_seq ${integer}`);
  yield raw(`alter table hitl_commits add column last_seq ${integer}`);
  yield raw(`alter table hitl_commits add column events ${json} not null default '[]'`);
  yield raw(`alter table hitl_commits add column repeats ${json}`);
  yield raw(`alter table hitl_sessions rename column state to packed`);
  yield raw(`alter table hitl_sessions add column bytes ${integer} not null default 0`);
  yield raw(`alter table hitl_sessions add column state ${json} not null default '{}'`);
  yield raw(`alter table hitl_runs add column first_commit ${integer} not null default 0`);
  yield* unpackCommits(migration);
  yield* unpackSessions(migration);
  yield sql`
    update hitl_runs set first_commit = coalesce((
      select min(s.commit_number) from hitl_spans s
      where s.tenant_id = hitl_runs.tenant_id and s.session_id = hitl_runs.session_id
        and s.root_run_id = hitl_runs.root_run_id), 0)`;
  yield raw(`alter table hitl_commits drop column packed`);
  yield raw(`alter table hitl_sessions drop column packed`);
  yield raw(`drop table hitl_spans`);
  yield raw(`drop index hitl_sessions_owned`);
  yield raw(`drop index hitl_sessions_runnable`);
  for (const statement of createRunnableIndex()) yield raw(statement);
}

function* unpackCommits({ dialect }: Migration): Script<void> {
  let rows: readonly PackedCommit[];
  let last: CommitKey = { tenant_id: '', session_id: '', commit_number: 0 };
  do {
    rows = (yield sql`
      select tenant_id, session_id, commit_number, packed from hitl_commits
      where (tenant_id, session_id, commit_number)
        > (${last.tenant_id}, ${last.session_id}, ${last.commit_number})
      order by tenant_id, session_id, commit_number
      limit ${BATCH}`) as readonly PackedCommit[];
    for (const { tenant_id: tenant, session_id: session, commit_number: commit, packed } of rows) {
      const events = unpackJson(packed);
      const { json, repeats } = writeDocument(events);
      const { root_run_id: root, first_seq: first, last_seq: end } = spanOf(events);
      yield sql`
        update hitl_commits set root_run_id = ${root}, first_seq = ${first}, last_seq = ${end},
          events = ${dialect.json(sql`${json}`)}, repeats = ${dialect.json(sql`${repeats}`)}
        where tenant_id = ${tenant} and session_id = ${session} and commit_number = ${commit}`;
      yield sql`
        update hitl_sessions set bytes = bytes + ${Buffer.byteLength(json) + (repeats?.length ?? 0)}
        where tenant_id = ${tenant} and session_id = ${session}`;
    }
    last = rows.at(-1) ?? last;
  } while (rows.length === BATCH);
}

function* unpackSessions({ dialect }: Migration): Script<void> {
  let rows: readonly PackedSession[];
  let last = { tenant_id: '', session_id: '' };
  do {
    rows = (yield sql`
      select tenant_id, session_id, packed from hitl_sessions
      where (tenant_id, session_id) > (${last.tenant_id}, ${last.session_id})
      order by tenant_id, session_id
      limit ${BATCH}`) as readonly PackedSession[];
    for (const { tenant_id: tenant, session_id: session, packed } of rows) {
      const state = writeState(unpackJson(packed));
      yield sql`
        update hitl_sessions set state = ${dialect.json(sql`${state}`)}
        where tenant_id = ${tenant} and session_id = ${session}`;
    }
    last = rows.at(-1) ?? last;
  } while (rows.length === BATCH);
}
