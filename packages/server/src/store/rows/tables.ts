/** A 64-bit integer as returned by drivers; PostgreSQL's returns a string. Convert it with `Number`. */
export type Int8 = number | string;

/** The type of a column; with `?` if it may be `null`. */
export type ColumnType = 'text' | 'text?' | 'integer' | 'integer?' | 'json' | 'json?';

/** The columns of a table, by name. */
export type TableColumns = Readonly<Record<string, ColumnType>>;

/** The columns of all tables, small ones first. */
export const TABLES = {
  /** One row per session: the checkpoint of its log and its summary. */
  sessions: {
    tenant_id: 'text',
    session_id: 'text',
    /** Number of commits in the log. */
    commits: 'integer',
    /** Milliseconds since the epoch, like all times that the store compares. */
    next_deadline: 'integer?',
    owner: 'text?',
    /** End of the claim; 0 if no instance owns the run, so that one index finds both. */
    claimed_until: 'integer',
    /** 0 or 1. */
    runnable: 'integer',
    /** Total bytes of the events of the log. */
    bytes: 'integer',
    user_id: 'text?',
    updated_at: 'text',
    /** JSON of the other members of the summary. */
    summary: 'text',
    /** JSON of the newest audit hash of each run that may get more entries; `null` if the log has none. */
    chain: 'text?',
    /** The control fold; if large, without the parts of pending requests that are in the log. */
    state: 'json',
  },
  /** One row per commit. */
  commits: {
    tenant_id: 'text',
    session_id: 'text',
    commit_number: 'integer',
    /** The root run of these events; `null` if they are from several root runs. */
    root_run_id: 'text?',
    first_seq: 'integer?',
    last_seq: 'integer?',
    /** JSON of the hashes that it adds to audit trails, run by run; `null` if there are none. */
    trails: 'text?',
    /** The events, oldest first. */
    events: 'json',
    /** The places where `events` has `…` for a repeated long string; `null` if there are none. */
    repeats: 'json?',
    /** JSON of messages since an earlier chapter, to read the conversation faster; else `null`. */
    chapter: 'text?',
  },
  /** One row per run. */
  runs: {
    tenant_id: 'text',
    session_id: 'text',
    run_id: 'text',
    root_run_id: 'text',
    user_id: 'text?',
    status: 'text',
    created_at: 'text',
    /** The commit in which it starts, or an earlier one. */
    first_commit: 'integer',
    /** JSON of the other members of the run. */
    rest: 'text',
    /** The newest hash of its audit trail; `null` if it has none. */
    audit_head: 'text?',
  },
  /** One row per interaction; its request is read from the commit that contains it. */
  interactions: {
    tenant_id: 'text',
    session_id: 'text',
    interaction_id: 'text',
    run_id: 'text',
    root_run_id: 'text',
    tool_call_id: 'text',
    user_id: 'text?',
    status: 'text',
    created_at: 'text',
    /** `seq` of the event with the request. */
    seq: 'integer',
    /** The commit with the request; `null` if the log has no such event, or it is not known yet. */
    asked_in: 'integer?',
    /** JSON of the request, only if `asked_in` is `null`. */
    request: 'text?',
    /**
     * JSON of the other members of the record, and of the members of the request that change while
     * it is pending.
     */
    rest: 'text',
  },
  /** One row per run of a deleted session. */
  erased_runs: { tenant_id: 'text', run_id: 'text', session_id: 'text' },
  /** One row per deleted session. */
  tombstones: { tenant_id: 'text', session_id: 'text', tombstone: 'text' },
  /** One row per rule. */
  rules: {
    tenant_id: 'text',
    user_id: 'text',
    /** Empty: the rule applies in all sessions. */
    session_id: 'text',
    pattern: 'text',
    rule_id: 'text',
    /** Orders a user's rules by the time when they were added. */
    position: 'integer',
    effect: 'text',
    created_at: 'text',
    expires_at: 'text?',
    last_used_at: 'text?',
    source: 'text',
  },
  /** One row per user with rules. */
  rule_owners: {
    tenant_id: 'text',
    user_id: 'text',
    version: 'integer',
    /** Orders all changes of rules. */
    change_number: 'integer',
  },
  /** One row per sensitive answer. */
  secrets: { tenant_id: 'text', session_id: 'text', secret_id: 'text', sealed: 'text' },
} as const satisfies Readonly<Record<string, TableColumns>>;

/** The name of a table. */
export type TableName = keyof typeof TABLES;

type ValueOf<Type> = Type extends `${infer Base}?`
  ? ValueOf<Base> | null
  : Type extends 'integer'
    ? Int8
    : string;

/** A row of a table. JSON is read as text. */
export type Row<Table extends TableName> = {
  readonly [Name in keyof (typeof TABLES)[Table]]: ValueOf<(typeof TABLES)[Table][Name]>;
};

/** A row with or without the column of the request. */
export type InteractionRow = Omit<Row<'interactions'>, 'request'> &
  Partial<Pick<Row<'interactions'>, 'request'>>;
