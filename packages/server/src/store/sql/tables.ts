import type { RunEvent } from '@hitl/protocol';
import type { ControlState } from '@hitl/protocol/fold';
import type { Packed } from './packed-json.ts';

/** A 64-bit integer as drivers return it: PostgreSQL's as text. Read it with `Number`. */
export type Int8 = number | string;

/** One row per session: the checkpoint of its log and its summary. */
export interface SessionTable {
  tenant_id: string;
  session_id: string;
  /** Number of commits in the log. */
  commits: Int8;
  /** The control fold, packed. */
  state: Packed<ControlState>;
  /** JSON: the newest audit hash of runs that may get more; `null` where the log has none. */
  chain: string | null;
  /** Milliseconds since the epoch, as all times that the store compares. */
  next_deadline: Int8 | null;
  owner: string | null;
  /** Until when the claim holds; 0 where nobody owns the run, so that one index finds both. */
  claimed_until: Int8;
  /** 0 or 1. */
  runnable: Int8;
  user_id: string | null;
  updated_at: string;
  /** JSON: what else the summary says. */
  summary: string;
}

/** One row per commit. */
export interface CommitTable {
  tenant_id: string;
  session_id: string;
  commit_number: Int8;
  /** The events, packed. */
  events: Packed<readonly RunEvent[]>;
}

/** Which part of a root run's numbering lies in which commit: `readRun` finds its commits here. */
interface SpanTable {
  tenant_id: string;
  session_id: string;
  root_run_id: string;
  first_seq: Int8;
  last_seq: Int8;
  commit_number: Int8;
}

/** One row per commit and run: what the commit adds to the run's audit trail. */
interface AuditTable {
  tenant_id: string;
  session_id: string;
  run_id: string;
  commit_number: Int8;
  /** JSON. */
  links: string;
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
  /** The commit that asked; `null` where the log has no such event. */
  asked_in: Int8 | null;
  /** JSON: the request, only where the log does not have it. */
  request: string | null;
  /** JSON: what else the record says, and what changes in the request while it waits. */
  rest: string;
}

/** What is left of a deleted session. */
interface TombstoneTable {
  tenant_id: string;
  session_id: string;
  /** JSON. */
  tombstone: string;
}

/** One row per run of a deleted session: which tombstone it lies in. */
interface ErasedRunTable {
  tenant_id: string;
  run_id: string;
  session_id: string;
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

/** One row per user who ever had a rule. Whoever changes the rules holds it, so changes queue. */
interface RuleOwnerTable {
  tenant_id: string;
  user_id: string;
  version: Int8;
  /** Rises with each change of anybody's rules, so that a SQLite bus finds whose have changed. */
  change_number: Int8;
}

/** One row per sensitive answer. */
export interface SecretTable {
  tenant_id: string;
  session_id: string;
  secret_id: string;
  sealed: string;
}

/** The tables of a database. They begin with `hitl_`, so they can live beside a host's own. */
export interface Tables {
  hitl_sessions: SessionTable;
  hitl_commits: CommitTable;
  hitl_spans: SpanTable;
  hitl_runs: RunTable;
  hitl_interactions: InteractionTable;
  hitl_audit: AuditTable;
  hitl_tombstones: TombstoneTable;
  hitl_erased_runs: ErasedRunTable;
  hitl_rules: RuleTable;
  hitl_rule_owners: RuleOwnerTable;
  hitl_secrets: SecretTable;
}
