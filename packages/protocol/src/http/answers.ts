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
        'The answer counts, but the store of rules failed: its rules are saved before anything runs.',
      ),
  })
  .describe('What `POST /interactions/{id}/respond` answers with `Accept: application/json`.');

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
  .describe(
    'What `POST /interactions/respond` answers: each response settled on its own, in order.',
  );

export const DecisionResultSchema: z.ZodType<DecisionResult> = z
  .looseObject({
    tool_call_id: IdSchema,
    status: z
      .enum(['granted', 'denied', 'pending', 'cancelled'])
      .describe('`pending`: its clock was stopped or runs again. `cancelled`: the run was ended.'),
  })
  .describe('What `POST /approvals/{tool_call_id}/decision` answers.');

export const ConsentResultSchema: z.ZodType<ConsentResult> = z
  .looseObject({
    success: z.literal(true),
    tool_call_id: IdSchema,
    message: z.string().describe('For people.'),
  })
  .describe('What `POST /tool-consent` answers.');
