import { sql, type RawBuilder } from 'kysely';
import { storeError } from '../errors.ts';
import type { Script } from './engine.ts';
import type { Int8 } from './tables.ts';

/** The column types of a kind of database. */
interface ColumnTypes {
  /** Text that is compared byte by byte. */
  readonly text: string;
  /** 64 bits. */
  readonly integer: string;
  readonly bytes: string;
  /** A first column that numbers the rows as they come; empty where nobody reads it. */
  readonly counter: string;
  /** Ends a table of short rows that is only read by its key. */
  readonly keyed: string;
}

/**
 * Each entry brings a database from the version before it to its own. Entries are never changed
 * once released; a new one is added. Several processes may start at once: whoever holds the lock
 * does the work, the others find it done.
 */
const MIGRATIONS: readonly ((types: ColumnTypes) => readonly string[])[] = [
  ({ text, integer, bytes, counter, keyed }) => [
    `create table hitl_sessions (
      tenant_id ${text} not null,
      session_id ${text} not null,
      commits ${integer} not null,
      state ${bytes} not null,
      next_deadline ${integer},
      owner ${text},
      claimed_until ${integer} not null,
      runnable ${integer} not null,
      user_id ${text},
      updated_at ${text} not null,
      summary ${text} not null,
      primary key (tenant_id, session_id)
    )`,
    `create index hitl_sessions_newest on hitl_sessions (tenant_id, updated_at, session_id)`,
    `create index hitl_sessions_of_user
      on hitl_sessions (tenant_id, user_id, updated_at, session_id)`,
    `create index hitl_sessions_overdue on hitl_sessions (next_deadline)
      where next_deadline is not null`,
    `create index hitl_sessions_runnable on hitl_sessions (claimed_until) where runnable = 1`,
    `create index hitl_sessions_owned on hitl_sessions (owner) where runnable = 1`,
    `create table hitl_commits (
      ${counter}
      tenant_id ${text} not null,
      session_id ${text} not null,
      commit_number ${integer} not null,
      events ${bytes} not null,
      unique (tenant_id, session_id, commit_number)
    )`,
    `create table hitl_spans (
      tenant_id ${text} not null,
      session_id ${text} not null,
      root_run_id ${text} not null,
      last_seq ${integer} not null,
      first_seq ${integer} not null,
      commit_number ${integer} not null,
      primary key (tenant_id, session_id, root_run_id, last_seq)
    ) ${keyed}`,
    `create table hitl_runs (
      tenant_id ${text} not null,
      session_id ${text} not null,
      run_id ${text} not null,
      root_run_id ${text} not null,
      user_id ${text},
      status ${text} not null,
      created_at ${text} not null,
      rest ${text} not null,
      primary key (tenant_id, session_id, run_id)
    )`,
    `create index hitl_runs_by_id on hitl_runs (tenant_id, run_id, session_id)`,
    `create index hitl_runs_newest on hitl_runs (tenant_id, created_at, run_id)`,
    `create index hitl_runs_of_user on hitl_runs (tenant_id, user_id, created_at, run_id)`,
    `create table hitl_interactions (
      tenant_id ${text} not null,
      session_id ${text} not null,
      interaction_id ${text} not null,
      run_id ${text} not null,
      root_run_id ${text} not null,
      tool_call_id ${text} not null,
      user_id ${text},
      status ${text} not null,
      created_at ${text} not null,
      seq ${integer} not null,
      asked_in ${integer},
      request ${text},
      rest ${text} not null,
      primary key (tenant_id, session_id, interaction_id)
    )`,
    `create index hitl_interactions_by_id on hitl_interactions (tenant_id, interaction_id)`,
    `create index hitl_interactions_by_call on hitl_interactions (tenant_id, tool_call_id)`,
    `create index hitl_interactions_oldest
      on hitl_interactions (tenant_id, created_at, seq, interaction_id)`,
    `create index hitl_interactions_of_user
      on hitl_interactions (tenant_id, user_id, created_at, seq, interaction_id)`,
    `create index hitl_interactions_pending
      on hitl_interactions (tenant_id, created_at, seq, interaction_id) where status = 'pending'`,
    `create index hitl_interactions_pending_of_user
      on hitl_interactions (tenant_id, user_id, created_at, seq, interaction_id)
      where status = 'pending'`,
    `create table hitl_tombstones (
      tenant_id ${text} not null,
      session_id ${text} not null,
      tombstone ${text} not null,
      primary key (tenant_id, session_id)
    )`,
    `create table hitl_rules (
      tenant_id ${text} not null,
      user_id ${text} not null,
      session_id ${text} not null,
      pattern ${text} not null,
      rule_id ${text} not null,
      position ${integer} not null,
      effect ${text} not null,
      created_at ${text} not null,
      expires_at ${text},
      last_used_at ${text},
      source ${text} not null,
      interaction_id ${text},
      primary key (tenant_id, user_id, session_id, pattern)
    )`,
    `create table hitl_rule_owners (
      tenant_id ${text} not null,
      user_id ${text} not null,
      version ${integer} not null,
      change_number ${integer} not null,
      primary key (tenant_id, user_id)
    )`,
    `create index hitl_rule_owners_changed on hitl_rule_owners (change_number)`,
  ],
  ({ text }) => [
    `create table hitl_secrets (
      tenant_id ${text} not null,
      session_id ${text} not null,
      secret_id ${text} not null,
      sealed text not null,
      primary key (tenant_id, session_id, secret_id)
    )`,
  ],
  ({ text, integer, keyed }) => [
    `alter table hitl_sessions add column chain ${text}`,
    `alter table hitl_runs add column audit_head ${text}`,
    `create table hitl_audit (
      tenant_id ${text} not null,
      session_id ${text} not null,
      run_id ${text} not null,
      commit_number ${integer} not null,
      links ${text} not null,
      primary key (tenant_id, session_id, run_id, commit_number)
    ) ${keyed}`,
    `create table hitl_erased_runs (
      tenant_id ${text} not null,
      run_id ${text} not null,
      session_id ${text} not null,
      primary key (tenant_id, run_id, session_id)
    ) ${keyed}`,
  ],
];

/** How a kind of database is brought up to date. */
export interface Migration {
  readonly types: ColumnTypes;
  /** Returns a row where our tables are there. */
  readonly exists: RawBuilder<unknown>;
  /** Makes others wait until the transaction ends; left out where beginning one does. */
  readonly lock?: RawBuilder<unknown>;
}

/**
 * Brings the tables to the version of this package. Where they are up to date it only reads.
 * @throws HitlError `store_newer` where a newer version of this package has been here.
 */
export function* migrate({ types, exists, lock }: Migration): Script<void> {
  if ((yield* currentVersion(exists)) === MIGRATIONS.length) return;
  if (lock !== undefined) yield lock;
  const version = yield* currentVersion(exists);
  if (version > MIGRATIONS.length) {
    throw storeError(
      'store_newer',
      `The database is at version ${version}, this package knows ${MIGRATIONS.length}. ` +
        'It was written by a newer version: update @hitl/server.',
    );
  }
  if (version === 0) yield sql`create table hitl_schema (version integer not null)`;
  for (const [index, statements] of MIGRATIONS.entries()) {
    if (index < version) continue;
    for (const statement of statements(types)) yield sql.raw(statement);
    yield sql`insert into hitl_schema (version) values (${sql.lit(index + 1)})`;
  }
}

function* currentVersion(exists: RawBuilder<unknown>): Script<number> {
  if ((yield exists).length === 0) return 0;
  const [row] = (yield sql`select max(version) as version from hitl_schema`) as readonly {
    version: Int8;
  }[];
  return Number(row?.version ?? 0);
}
