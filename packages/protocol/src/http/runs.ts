import * as z from 'zod';
import type {
  AuditEntry,
  AuditFinding,
  AuditTrail,
  ControlResult,
  CreateRunInput,
  RunPage,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, TimestampSchema } from '../ids.ts';
import { OnDeniedSchema } from '../run/event.ts';
import { RunSchema } from '../run/run.ts';

export const CreateRunInputSchema: z.ZodType<CreateRunInput> = z
  .looseObject({
    agent_id: z.string().min(1),
    input: z.string().describe('The message.'),
    session_id: IdSchema.exactOptional().describe('Created when unknown. Left out: a new session.'),
    user_id: IdSchema.exactOptional().describe('Only a reviewer may name another user.'),
    metadata: JsonObjectSchema.exactOptional().describe('Kept in `run_started`.'),
    on_denied: OnDeniedSchema.exactOptional().describe(
      'Effect of a person’s denial of a call, in nested runs too: `continue` passes the reason to the model, `fail_run` ends this run. Default: the setting of the agent, else of the server.',
    ),
  })
  .describe('The body of `POST /runs`.');

export const RunPageSchema: z.ZodType<RunPage> = z
  .looseObject({
    runs: z.array(RunSchema),
    next_cursor: z.string().nullable(),
  })
  .describe('A page of runs, newest first.');

export const ControlResultSchema: z.ZodType<ControlResult> = z
  .intersection(
    RunSchema,
    z.looseObject({
      affected_run_ids: z
        .array(IdSchema)
        .describe(
          'The runs affected, including the named one: for `pause_run` and `resume_run` every unfinished run of its tree, for `abort_run` the runs that it ended, deepest first.',
        ),
    }),
  )
  .describe('Response of `POST /runs/{id}/control`: the named run after the signal.');

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex');

export const AuditEntrySchema: z.ZodType<AuditEntry> = z
  .looseObject({
    seq: z.int().min(1).describe('The `seq` of its event.'),
    timestamp: TimestampSchema,
    kind: z
      .string()
      .min(1)
      .describe(
        'The kind of entry: `run_started`, `approval_required`, `question_asked`, `approval_decision`, `question_answered`, `expired`, `cancelled`, `superseded`, `auto_approved`, `auto_denied`, `rules_saved`, `tool_paused`, `tool_resumed`, `tool_started`, `tool_completed`, `tool_outcome_unknown`, `run_paused`, `run_resumed`, `run_aborted_by_human`, `run_completed`, `run_failed`.',
      ),
    tool_call_id: IdSchema.exactOptional(),
    interaction_id: IdSchema.exactOptional(),
    actor: z
      .string()
      .exactOptional()
      .describe('The acting user, authenticated if there was a caller.'),
    erased: z
      .boolean()
      .exactOptional()
      .describe('Its data were erased with its session: only its position and hashes are left.'),
    data_hash: hash
      .exactOptional()
      .describe(
        'Lower-case hex SHA-256 of the RFC 8785 form of the entry without its three hashes. The hashes are made when the entry is appended; an entry of a run that ended before servers made any has none.',
      ),
    prev_hash: hash
      .exactOptional()
      .describe('The `hash` of the entry before; of the first one, the SHA-256 of the run id.'),
    hash: hash
      .exactOptional()
      .describe(
        'Lower-case hex SHA-256 of the RFC 8785 array of `prev_hash`, `seq`, `timestamp`, `kind`, `data_hash`.',
      ),
  })
  .meta({
    description: 'One entry of the audit trail. More members depend on `kind`.',
    additionalProperties: true,
  });

export const AuditFindingSchema: z.ZodType<AuditFinding> = z
  .looseObject({
    kind: z
      .enum(['ends_early', 'row_changed', 'row_missing', 'chain_broken'])
      .describe(
        '`ends_early`: other data in the store is ahead of the log. `row_changed`, `row_missing`: a row differs from the log, or is missing. `chain_broken`: trails of the session, or parts of them, were removed.',
      ),
    what: z.enum(['session', 'state', 'run', 'interaction']),
    id: z.string().describe('Of the session, run or interaction; empty if unknown.'),
    detail: z.string().describe('For people.'),
  })
  .describe('A difference between a store and the log of a session.');

export const AuditTrailSchema: z.ZodType<AuditTrail> = z
  .looseObject({
    run_id: IdSchema,
    head: hash
      .nullable()
      .describe('The newest hash, stored apart from the entries; `null` if there is none.'),
    sealed: z
      .boolean()
      .exactOptional()
      .describe('Recorded in the log: the trail has hashes from its first entry on.'),
    session_head: hash
      .exactOptional()
      .describe(
        'The newest hash of a chain over the trails of all runs of the session. Keep it elsewhere to detect later whether anything of the session was removed.',
      ),
    session_heads: z
      .array(hash)
      .exactOptional()
      .describe(
        'With `?verify=true`: every head that the session has had, oldest first, recomputed.',
      ),
    findings: z
      .array(AuditFindingSchema)
      .exactOptional()
      .describe(
        'With `?verify=true`: differences between the store and the log; empty if there are none.',
      ),
    entries: z.array(AuditEntrySchema).describe('In the order in which they were written.'),
  })
  .describe(
    'Response of `GET /runs/{id}/audit`. The trail of a root run includes the entries of its nested runs, each with its own `run_id`; the trail of a nested run is a separate chain of its own entries.',
  );
