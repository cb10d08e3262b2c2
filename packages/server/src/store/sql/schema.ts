/** The column types of a kind of database. */
export interface ColumnTypes {
  /** Text that is compared byte by byte. */
  readonly text: string;
  /** A 64-bit integer. */
  readonly integer: string;
  /** JSON that is kept unchanged: whitespace, number format and order. */
  readonly json: string;
  /** A first column that numbers the rows; empty if it is not needed. */
  readonly counter: string;
  /** Options for a table of short rows that is only read by its key. */
  readonly keyed: string;
}

/** The version of these tables. */
export const SCHEMA_VERSION = 6;

/**
 * The tables of a new database. Their names start with `hitl_`, so a database can be shared with a
 * host.
 */
export function createTables({ text, integer, json, counter, keyed }: ColumnTypes): string[] {
  return [
    `create table hitl_sessions (
      tenant_id ${text} not null,
      session_id ${text} not null,
      commits ${integer} not null,
      next_deadline ${integer},
      owner ${text},
      claimed_until ${integer} not null,
      runnable ${integer} not null,
      bytes ${integer} not null,
      user_id ${text},
      updated_at ${text} not null,
      summary ${text} not null,
      chain ${text},
      state ${json} not null,
      primary key (tenant_id, session_id)
    )`,
    `create index hitl_sessions_newest on hitl_sessions (tenant_id, updated_at, session_id)`,
    `create index hitl_sessions_of_user
      on hitl_sessions (tenant_id, user_id, updated_at, session_id)`,
    `create index hitl_sessions_overdue on hitl_sessions (next_deadline)
      where next_deadline is not null`,
    ...createRunnableIndex(),
    `create table hitl_commits (
      ${counter}
      tenant_id ${text} not null,
      session_id ${text} not null,
      commit_number ${integer} not null,
      root_run_id ${text},
      first_seq ${integer},
      last_seq ${integer},
      trails ${text},
      events ${json} not null,
      repeats ${json},
      chapter ${text},
      unique (tenant_id, session_id, commit_number)
    )`,
    ...createChaptersIndex(),
    `create table hitl_runs (
      tenant_id ${text} not null,
      session_id ${text} not null,
      run_id ${text} not null,
      root_run_id ${text} not null,
      user_id ${text},
      status ${text} not null,
      created_at ${text} not null,
      first_commit ${integer} not null,
      rest ${text} not null,
      audit_head ${text},
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
    `create table hitl_erased_runs (
      tenant_id ${text} not null,
      run_id ${text} not null,
      session_id ${text} not null,
      primary key (tenant_id, run_id, session_id)
    ) ${keyed}`,
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
    `create table hitl_secrets (
      tenant_id ${text} not null,
      session_id ${text} not null,
      secret_id ${text} not null,
      sealed text not null,
      primary key (tenant_id, session_id, secret_id)
    )`,
  ];
}

/** An index for the few commits with a chapter. */
export function createChaptersIndex(): string[] {
  return [
    `create index hitl_commits_chapters on hitl_commits (tenant_id, session_id, commit_number)
      where chapter is not null`,
  ];
}

/** An index for the few sessions with work to do. */
export function createRunnableIndex(): string[] {
  return [
    `create index hitl_sessions_runnable on hitl_sessions (runnable, claimed_until)
      where runnable = 1`,
  ];
}
