import { TABLES, type ColumnType, type TableName } from '../rows/tables.ts';

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
export function createTables(types: ColumnTypes): string[] {
  const { counter, keyed } = types;
  const create = (table: TableName, key: string, { first = '', options = '' } = {}): string => {
    const columns = Object.entries<ColumnType>(TABLES[table]).map(
      ([name, type]) => `${name} ${columnType(type, types)}`,
    );
    return `create table hitl_${table} (${first} ${columns.join(', ')}, ${key}) ${options}`;
  };
  return [
    create('sessions', 'primary key (tenant_id, session_id)'),
    `create index hitl_sessions_newest on hitl_sessions (tenant_id, updated_at, session_id)`,
    `create index hitl_sessions_of_user
      on hitl_sessions (tenant_id, user_id, updated_at, session_id)`,
    `create index hitl_sessions_overdue on hitl_sessions (next_deadline)
      where next_deadline is not null`,
    ...createRunnableIndex(),
    create('commits', 'unique (tenant_id, session_id, commit_number)', { first: counter }),
    ...createChaptersIndex(),
    create('runs', 'primary key (tenant_id, session_id, run_id)'),
    `create index hitl_runs_by_id on hitl_runs (tenant_id, run_id, session_id)`,
    `create index hitl_runs_newest on hitl_runs (tenant_id, created_at, run_id)`,
    `create index hitl_runs_of_user on hitl_runs (tenant_id, user_id, created_at, run_id)`,
    create('interactions', 'primary key (tenant_id, session_id, interaction_id)'),
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
    create('erased_runs', 'primary key (tenant_id, run_id, session_id)', { options: keyed }),
    create('tombstones', 'primary key (tenant_id, session_id)'),
    create('rules', 'primary key (tenant_id, user_id, session_id, pattern)'),
    create('rule_owners', 'primary key (tenant_id, user_id)'),
    `create index hitl_rule_owners_changed on hitl_rule_owners (change_number)`,
    create('secrets', 'primary key (tenant_id, session_id, secret_id)'),
  ];
}

function columnType(type: ColumnType, types: ColumnTypes): string {
  switch (type) {
    case 'text?':
      return types.text;
    case 'integer?':
      return types.integer;
    case 'json?':
      return types.json;
    default:
      return `${types[type]} not null`;
  }
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
