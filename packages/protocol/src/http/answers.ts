import * as z from 'zod';
import { IdSchema } from '../ids.ts';
import { InteractionResponseSchema, type InteractionResponse } from '../interaction/response.ts';
import type { Problem } from '../problem.ts';
import { RunSchema, RunStatusSchema, type Run, type RunStatus } from '../run/run.ts';
import { ProblemSchema } from './problem.ts';

/** The body of `POST /interactions/respond`: each response is settled on its own. */
export interface RespondBatchInput {
  responses: InteractionResponse[];
}

/** What `POST /interactions/{id}/respond` answers with `Accept: application/json`. */
export interface RespondResult {
  /** The status of the run. */
  status: RunStatus;
  /** The root run after the answer. */
  run: Run;
  /** The answer counts, but the store of rules failed: its rules are saved before anything runs. */
  rules_pending?: true;
}

/** What `POST /interactions/respond` answers: each response settled on its own, in order. */
export interface RespondBatchResult {
  results: { request_id: string; ok: boolean; problem?: Problem }[];
}

/** What `POST /approvals/{tool_call_id}/decision` answers. */
export interface DecisionResult {
  tool_call_id: string;
  /** `pending`: its clock was stopped or runs again. `cancelled`: the run was ended. */
  status: 'granted' | 'denied' | 'pending' | 'cancelled';
}

/** What `POST /tool-consent` answers. */
export interface ConsentResult {
  success: true;
  tool_call_id: string;
  /** For people. */
  message: string;
}

export const RespondBatchInputSchema: z.ZodType<RespondBatchInput> = z.looseObject({
  responses: z.array(InteractionResponseSchema).min(1),
});

export const RespondResultSchema: z.ZodType<RespondResult> = z.looseObject({
  status: RunStatusSchema,
  run: RunSchema,
  rules_pending: z.literal(true).exactOptional(),
});

export const RespondBatchResultSchema: z.ZodType<RespondBatchResult> = z.looseObject({
  results: z.array(
    z.looseObject({
      request_id: IdSchema,
      ok: z.boolean(),
      problem: z.exactOptional(ProblemSchema),
    }),
  ),
});

export const DecisionResultSchema: z.ZodType<DecisionResult> = z.looseObject({
  tool_call_id: IdSchema,
  status: z.enum(['granted', 'denied', 'pending', 'cancelled']),
});

export const ConsentResultSchema: z.ZodType<ConsentResult> = z.looseObject({
  success: z.literal(true),
  tool_call_id: IdSchema,
  message: z.string(),
});
