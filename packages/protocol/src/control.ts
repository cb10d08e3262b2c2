import * as z from 'zod';
import type {
  ApprovalDecision,
  ControlAction,
  ControlSignal,
  ToolConsent,
} from './generated/types.ts';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema } from './ids.ts';
import { ApprovalActionSchema } from './interaction/request.ts';

export const ApprovalDecisionSchema: z.ZodType<ApprovalDecision> = z
  .looseObject({
    tool_call_id: IdSchema,
    action: ApprovalActionSchema.describe(
      '`approve`: it runs. `modify_args`: it runs with other arguments. `deny`: it does not run. `answer`: it does not run, and `text` is its result. `pause`, `resume`: the clock of the request is stopped or runs again. `abort_run`: the whole run ends.',
    ),
    modified_args: JsonObjectSchema.exactOptional().describe('With `modify_args`.'),
    text: z.string().exactOptional().describe('With `answer`: the result of the call.'),
    note: z
      .string()
      .exactOptional()
      .describe('Passed to the model with a denial, and always kept in the audit trail.'),
    reviewer_id: z.string().exactOptional().describe('The reviewer according to the sender.'),
    run_id: IdSchema.exactOptional().describe(
      'Needed when several runs have a pending call of this id (`ambiguous_tool_call`).',
    ),
  })
  .describe('A decision about one call, by its tool-call id.');

export const ControlActionSchema: z.ZodType<ControlAction> = z
  .enum(['pause_run', 'resume_run', 'abort_run'])
  .describe('Stops, resumes or ends a run.');

export const ControlSignalSchema: z.ZodType<ControlSignal> = z
  .looseObject({
    run_id: IdSchema,
    action: ControlActionSchema.describe(
      '`pause_run`: nothing new starts. `resume_run`: the run continues. Both affect the whole tree of the run. `abort_run`: the run and its nested runs end, and their pending requests are `cancelled`; the call that started a nested run gets the error `Run aborted`, and its own run continues.',
    ),
    payload: JsonObjectSchema.exactOptional().describe(
      "Stored unchanged in the log and in the audit trail. A text `reason` is shown to people. With `abort_run`, `code: agent_missing` from a reviewer to a server that lacks an agent of the run's tree: it ends as `failed` with that code.",
    ),
  })
  .describe('A control signal to a run. A signal that already applies changes nothing.');

export const ToolConsentSchema: z.ZodType<ToolConsent> = z
  .looseObject({
    tool_call_id: IdSchema,
    decision: z.enum(['allow', 'deny']),
    patterns: z
      .array(z.string().min(1))
      .default([])
      .describe('Rules to allow from now on; empty: this call only.'),
    deny_patterns: z
      .array(z.string().min(1))
      .exactOptional()
      .describe('Rules to deny from now on.'),
    expires_at: LenientTimestampSchema.exactOptional().describe(
      'Expiry of the rules. Absent: never.',
    ),
    user_id: IdSchema.exactOptional().describe(
      'The user who answers. Naming anyone but the caller is `forbidden`.',
    ),
    run_id: IdSchema.exactOptional().describe(
      'Needed when several runs have a pending call of this id (`ambiguous_tool_call`).',
    ),
  })
  .describe('Approval or denial of one call, with the rules to remember.');
