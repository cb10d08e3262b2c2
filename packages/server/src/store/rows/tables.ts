/** A 64-bit integer as drivers return it: PostgreSQL's as text. Read it with `Number`. */
export type Int8 = number | string;

/** One row per session: the checkpoint of its log and its summary. */
export interface SessionTable {
  tenant_id: string;
  session_id: string;
  /** Number of commits in the log. */
  commits: Int8;
  /** JSON: the control fold; where it is large, without what the log has of waiting requests. */
  state: string;
  /** JSON: the newest audit hash of runs that may get more; `null` where the log has none. */
  chain: string | null;
  /** Milliseconds since the epoch, as all times that the store compares. */
  next_deadline: Int8 | null;
  owner: string | null;
  /** Until when the claim holds; 0 where no one owns the run, so that one index finds both. */
  claimed_until: Int8;
  /** 0 or 1. */
  runnable: Int8;
  user_id: string | null;
  updated_at: string;
  /** JSON: what else the summary says. */
  summary: string;
  /** How many bytes the events of the log take. */
  bytes: Int8;
}

/** One row per commit. */
export interface CommitTable {
  tenant_id: string;
  session_id: string;
  commit_number: Int8;
  /** Whose events these are; `null` where they are of several root runs. */
  root_run_id: string | null;
  first_seq: Int8 | null;
  last_seq: Int8 | null;
  /** JSON: the hashes that it adds to audit trails, run by run; `null` where it adds none. */
  trails: string | null;
  /** JSON: the events, oldest first. */
  events: string;
  /** JSON: where `events` shows `…` for a long text that it has elsewhere; `null`: nowhere. */
  repeats: string | null;
}

/** One row per run. */
export interface RunTable {
  tenant_id: string;
  session_id: string;
  run_id: string;
  root_run_id: string;
  user_id: string | null;
  status: string;
  created_at: string;
  /** JSON: what else the run says. */
  rest: string;
  /** The newest hash of its audit trail; `null` where it has none. */
  audit_head: string | null;
  /** The commit that it begins in, or one before it. */
  first_commit: Int8;
}

/** One row per interaction; its request is read from the commit that asked. */
export interface InteractionTable {
  tenant_id: string;
  session_id: string;
  interaction_id: string;
  run_id: string;
  root_run_id: string;
  tool_call_id: string;
  user_id: string | null;
  status: string;
  created_at: string;
  /** Of the event that asked. */
  seq: Int8;
  /** The commit that asked; `null` where the log has no such event, or it is not known yet. */
  asked_in: Int8 | null;
  /** JSON: the request, only where `asked_in` is `null`. */
  request?: string | null;
  /** JSON: what else the record says, and what changes in the request while it waits. */
  rest: string;
}

/** One row per rule. */
export interface RuleTable {
  tenant_id: string;
  user_id: string;
  /** Empty: the rule holds everywhere. */
  session_id: string;
  pattern: string;
  rule_id: string;
  /** Orders a user's rules by when they were added. */
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
