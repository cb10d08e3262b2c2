import * as z from 'zod';
import type {
  ConsentResult,
  DecisionResult,
  RespondBatchInput,
  RespondBatchResult,
  RespondResult,
} from '../generated/types.ts';
import { IdSchema } from '../ids.ts';
import { InteractionResponseSchema } from '../interaction/response.ts';
import { RunSchema, RunStatusSchema } from '../run/run.ts';
import { ProblemSchema } from './problem.ts';

export const RespondBatchInputSchema: z.ZodType<RespondBatchInput> = z
  .looseObject({
    responses: z.array(InteractionResponseSchema).min(1),
  })
  .describe('The body of `POST /interactions/respond`: each response is settled on its own.');

export const RespondResultSchema: z.ZodType<RespondResult> = z
  .looseObject({
    status: RunStatusSchema.describe('The status of the run.'),
    run: RunSchema.describe('The root run after the answer.'),
    rules_pending: z
      .literal(true)
      .exactOptional()
      .describe(
        'The answer was accepted, but saving its rules failed; they are saved before anything runs.',
      ),
  })
  .describe('Response of `POST /interactions/{id}/respond` with `Accept: application/json`.');

export const RespondBatchResultSchema: z.ZodType<RespondBatchResult> = z
  .looseObject({
    results: z.array(
      z.looseObject({
        request_id: IdSchema,
        ok: z.boolean(),
        problem: ProblemSchema.exactOptional(),
      }),
    ),
  })
  .describe('Response of `POST /interactions/respond`: one result per answer, in order.');

export const DecisionResultSchema: z.ZodType<DecisionResult> = z
  .looseObject({
    tool_call_id: IdSchema,
    status: z
      .enum(['granted', 'denied', 'pending', 'cancelled'])
      .describe('`pending`: its clock was stopped or restarted. `cancelled`: the run was ended.'),
  })
  .describe('Response of `POST /approvals/{tool_call_id}/decision`.');

export const ConsentResultSchema: z.ZodType<ConsentResult> = z
  .looseObject({
    success: z.literal(true),
    tool_call_id: IdSchema,
    message: z.string().describe('For people.'),
  })
  .describe('Response of `POST /tool-consent`.');
