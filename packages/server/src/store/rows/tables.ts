/** A 64-bit integer as returned by drivers; PostgreSQL's returns a string. Convert it with `Number`. */
export type Int8 = number | string;

/** One row per session: the checkpoint of its log and its summary. */
export interface SessionTable {
  tenant_id: string;
  session_id: string;
  /** Number of commits in the log. */
  commits: Int8;
  /** JSON of the control fold; if large, without the parts of pending requests that are in the log. */
  state: string;
  /** JSON of the newest audit hash of each run that may get more entries; `null` if the log has none. */
  chain: string | null;
  /** Milliseconds since the epoch, like all times that the store compares. */
  next_deadline: Int8 | null;
  owner: string | null;
  /** End of the claim; 0 if no instance owns the run, so that one index finds both. */
  claimed_until: Int8;
  /** 0 or 1. */
  runnable: Int8;
  user_id: string | null;
  updated_at: string;
  /** JSON of the other members of the summary. */
  summary: string;
  /** Total bytes of the events of the log. */
  bytes: Int8;
}

/** One row per commit. */
export interface CommitTable {
  tenant_id: string;
  session_id: string;
  commit_number: Int8;
  /** The root run of these events; `null` if they are from several root runs. */
  root_run_id: string | null;
  first_seq: Int8 | null;
  last_seq: Int8 | null;
  /** JSON of the hashes that it adds to audit trails, run by run; `null` if there are none. */
  trails: string | null;
  /** JSON of the events, oldest first. */
  events: string;
  /** JSON of the places where `events` has `…` for a repeated long string; `null` if there are none. */
  repeats: string | null;
  /** JSON of messages since an earlier chapter, to read the conversation faster; else `null`. */
  chapter: string | null;
}

/** What the rows of runs and interactions have in common. */
interface OfRun {
  tenant_id: string;
  session_id: string;
  run_id: string;
  root_run_id: string;
  user_id: string | null;
  status: string;
  created_at: string;
}

/** One row per run. */
export interface RunTable extends OfRun {
  /** JSON of the other members of the run. */
  rest: string;
  /** The newest hash of its audit trail; `null` if it has none. */
  audit_head: string | null;
  /** The commit in which it starts, or an earlier one. */
  first_commit: Int8;
}

/** One row per interaction; its request is read from the commit that contains it. */
export interface InteractionTable extends OfRun {
  interaction_id: string;
  tool_call_id: string;
  /** `seq` of the event with the request. */
  seq: Int8;
  /** The commit with the request; `null` if the log has no such event, or it is not known yet. */
  asked_in: Int8 | null;
  /** JSON of the request, only if `asked_in` is `null`. */
  request?: string | null;
  /**
   * JSON of the other members of the record, and of the members of the request that change while it
   * is pending.
   */
  rest: string;
}

/** One row per rule. */
export interface RuleTable {
  tenant_id: string;
  user_id: string;
  /** Empty: the rule applies in all sessions. */
  session_id: string;
  pattern: string;
  rule_id: string;
  /** Orders a user's rules by the time when they were added. */
  position: Int8;
  effect: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  source: string;
  interaction_id: string | null;
}

/** One row per sensitive answer. */
export interface SecretTable {
  tenant_id: string;
  session_id: string;
  secret_id: string;
  sealed: string;
}
