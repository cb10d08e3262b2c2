import * as z from 'zod';
import { IdSchema, JsonObjectSchema, TimestampSchema } from '../ids.ts';
import { OnDeniedSchema, type OnDenied } from '../run/event.ts';
import { RunSchema, type Run } from '../run/run.ts';

/** The body of `POST /runs`. */
export interface CreateRunInput {
  agent_id: string;
  /** The message. */
  input: string;
  /** Created when unknown. Left out: a new session. */
  session_id?: string | undefined;
  /** Only a reviewer may name another user than itself. */
  user_id?: string | undefined;
  /** Kept in `run_started`. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * What a person's denial of a call does, also of a call of a nested run: `continue` tells the model,
   * `fail_run` ends this run. Left out: what the agent, else the server, says.
   */
  on_denied?: OnDenied | undefined;
}

/** A page of runs, newest first. */
export interface RunPage {
  runs: Run[];
  next_cursor: string | null;
}

/** What `POST /runs/{id}/control` answers: the run that the signal named, as it is afterwards. */
export interface ControlResult extends Run {
  /**
   * The runs that are now as the signal says, that one included: of `pause_run` and `resume_run` every
   * unfinished run of its tree, of `abort_run` the runs that it ended, deepest first.
   */
  affected_run_ids: string[];
}

/** One entry of the audit trail. More members depend on `kind`. */
export interface AuditEntry {
  /** The place of its event. */
  seq: number;
  timestamp: string;
  /**
   * What happened: `run_started`, `approval_required`, `question_asked`, `approval_decision`,
   * `question_answered`, `expired`, `cancelled`, `superseded`, `auto_approved`, `auto_denied`,
   * `rules_saved`, `tool_paused`, `tool_resumed`, `tool_started`, `tool_completed`,
   * `tool_outcome_unknown`, `run_paused`, `run_resumed`, `run_aborted_by_human`, `run_completed`,
   * `run_failed`.
   */
  kind: string;
  tool_call_id?: string;
  interaction_id?: string;
  /** Who did it, as authenticated where a caller was. */
  actor?: string;
  /** Its data were erased with its session: nothing but its place and its hashes is left. */
  erased?: boolean;
  /**
   * Lower-case hex SHA-256 of the RFC 8785 form of the entry without its three hashes. The hashes
   * are made when the entry is appended; an entry of a run that ended before servers made any has
   * none.
   */
  data_hash?: string;
  /** The `hash` of the entry before; of the first one, the SHA-256 of the run id. */
  prev_hash?: string;
  /** Lower-case hex SHA-256 of the RFC 8785 array of `prev_hash`, `seq`, `timestamp`, `kind`, `data_hash`. */
  hash?: string;
  [detail: string]: unknown;
}

/** Something in a store that is not what the log of its session says. */
export interface AuditFinding {
  /**
   * `ends_early`: something beside the log knows more than the log. `row_changed`, `row_missing`: a
   * row is not what the log makes it, or gone. `chain_broken`: trails of the session, or parts of
   * them, were taken away.
   */
  kind: 'ends_early' | 'row_changed' | 'row_missing' | 'chain_broken';
  what: 'session' | 'state' | 'run' | 'interaction';
  /** Of the session, run or interaction; empty where that is not known. */
  id: string;
  /** For people. */
  detail: string;
}

/**
 * What `GET /runs/{id}/audit` answers. A root run's trail has the entries of the runs nested in it
 * too, each with its own `run_id`; a nested run's trail is a chain of its own, of its own entries.
 */
export interface AuditTrail {
  run_id: string;
  /** The newest hash, kept apart from the entries; `null` where none was made. */
  head: string | null;
  /** The log says that the trail has hashes from its first entry on. */
  sealed?: boolean;
  /**
   * The newest hash of a chain over the trails of all runs of the session. Noted elsewhere, it shows
   * later whether anything of the session was taken away.
   */
  session_head?: string;
  /** With `?verify=true`: every head that the session has had, oldest first, computed again. */
  session_heads?: string[];
  /** With `?verify=true`: what of the store is not what the log says; empty where all of it is. */
  findings?: AuditFinding[];
  /** In the order in which they were written. */
  entries: AuditEntry[];
}

export const CreateRunInputSchema: z.ZodType<CreateRunInput> = z.looseObject({
  agent_id: z.string().min(1),
  input: z.string(),
  session_id: z.exactOptional(IdSchema),
  user_id: z.string().min(1).exactOptional(),
  metadata: z.exactOptional(JsonObjectSchema),
  on_denied: OnDeniedSchema.exactOptional(),
});

export const RunPageSchema: z.ZodType<RunPage> = z.looseObject({
  runs: z.array(RunSchema),
  next_cursor: z.string().nullable(),
});

export const ControlResultSchema: z.ZodType<ControlResult> = z.intersection(
  RunSchema,
  z.looseObject({ affected_run_ids: z.array(IdSchema) }),
);

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

export const AuditEntrySchema: z.ZodType<AuditEntry> = z.looseObject({
  seq: z.int().min(1),
  timestamp: TimestampSchema,
  kind: z.string().min(1),
  tool_call_id: z.exactOptional(IdSchema),
  interaction_id: z.exactOptional(IdSchema),
  actor: z.string().exactOptional(),
  erased: z.boolean().exactOptional(),
  data_hash: hash.exactOptional(),
  prev_hash: hash.exactOptional(),
  hash: hash.exactOptional(),
});

const AuditFindingSchema: z.ZodType<AuditFinding> = z.looseObject({
  kind: z.enum(['ends_early', 'row_changed', 'row_missing', 'chain_broken']),
  what: z.enum(['session', 'state', 'run', 'interaction']),
  id: z.string(),
  detail: z.string(),
});

export const AuditTrailSchema: z.ZodType<AuditTrail> = z.looseObject({
  run_id: IdSchema,
  head: hash.nullable(),
  sealed: z.boolean().exactOptional(),
  session_head: hash.exactOptional(),
  session_heads: z.array(hash).exactOptional(),
  findings: z.array(AuditFindingSchema).exactOptional(),
  entries: z.array(AuditEntrySchema),
});
