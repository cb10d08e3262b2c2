import * as z from 'zod';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema } from './ids.ts';
import { ApprovalActionSchema, type ApprovalAction } from './interaction/request.ts';

/** A decision about one call, by its tool-call id. */
export interface ApprovalDecision {
  tool_call_id: string;
  /**
   * `approve`: it runs. `modify_args`: it runs with other arguments. `deny`: it does not run. `answer`:
   * it does not run, and `text` is its result. `pause`, `resume`: the clock of the request stands
   * still, or runs again. `abort_run`: the whole run ends.
   */
  action: ApprovalAction;
  /** With `modify_args`. */
  modified_args?: Record<string, unknown>;
  /** With `answer`: the result of the call. */
  text?: string;
  /** Told to the model with a denial, kept in the audit trail always. */
  note?: string;
  /** Who decided, as the sender says. */
  reviewer_id?: string;
  /** Needed when several runs have a call of this id (`ambiguous_tool_call`). */
  run_id?: string;
}

/** Stops, resumes or ends a run. */
export type ControlAction = 'pause_run' | 'resume_run' | 'abort_run';

/** A signal to a run. One that already holds changes nothing. */
export interface ControlSignal {
  run_id: string;
  /**
   * `pause_run`: nothing new starts. `resume_run`: it goes on. Both take the whole tree of the run.
   * `abort_run`: the run and what is below it end, and what waits there is `cancelled`; the call that
   * asked for a nested run gets `Run aborted` as an error, and its run goes on.
   */
  action: ControlAction;
  /**
   * Kept whole in the log and in the audit trail. A text `reason` is shown to people. With `abort_run`,
   * `code: agent_missing` from a reviewer to a server that lacks an agent of the run's tree: it ends as
   * `failed` with that code.
   */
  payload?: Record<string, unknown> | undefined;
}

/** Leave or refusal for one call, with the rules to remember. */
export interface ToolConsent {
  tool_call_id: string;
  decision: 'allow' | 'deny';
  /** Rules to allow from now on; empty: this call only. */
  patterns: string[];
  /** Rules to deny from now on. */
  deny_patterns?: string[];
  /** Of the rules. Absent: never. */
  expires_at?: string;
  /** Who answers. Another one than the caller is `forbidden`. */
  user_id?: string;
  /** Needed when several runs have a call of this id (`ambiguous_tool_call`). */
  run_id?: string;
}

export const ApprovalDecisionSchema: z.ZodType<ApprovalDecision> = z.looseObject({
  tool_call_id: IdSchema,
  action: ApprovalActionSchema,
  modified_args: z.exactOptional(JsonObjectSchema),
  text: z.string().exactOptional(),
  note: z.string().exactOptional(),
  reviewer_id: z.string().exactOptional(),
  run_id: z.exactOptional(IdSchema),
});

export const ControlSignalSchema: z.ZodType<ControlSignal> = z.looseObject({
  run_id: IdSchema,
  action: z.enum(['pause_run', 'resume_run', 'abort_run']),
  payload: z.exactOptional(JsonObjectSchema),
});

export const ToolConsentSchema: z.ZodType<ToolConsent> = z.looseObject({
  tool_call_id: IdSchema,
  decision: z.enum(['allow', 'deny']),
  patterns: z.array(z.string().min(1)).default([]),
  deny_patterns: z.array(z.string().min(1)).exactOptional(),
  expires_at: z.exactOptional(LenientTimestampSchema),
  user_id: z.string().exactOptional(),
  run_id: z.exactOptional(IdSchema),
});
