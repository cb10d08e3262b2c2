import * as z from 'zod';
import type {
  ClaimInput,
  ClaimResult,
  CompleteInput,
  ExecutionStatus,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, TimestampSchema } from '../ids.ts';
import { ToolResultSchema } from '../run/run.ts';

const HolderSchema = IdSchema.describe(
  'Unique id of this attempt, chosen by the caller. Sent again, it is the same claim.',
);

export const ExecutionStatusSchema: z.ZodType<ExecutionStatus> = z
  .enum(['running', 'completed', 'unknown'])
  .describe(
    'State of the execution of a call. `unknown`: its outcome was not reported in time, and a person is asked.',
  );

export const ClaimInputSchema: z.ZodType<ClaimInput> = z
  .looseObject({
    holder: HolderSchema,
    lease_ms: z
      .int()
      .min(1000)
      .max(86_400_000)
      .exactOptional()
      .describe(
        'How long the call may take, in milliseconds. Only after that does a later claim ask a person what became of it. Absent: 60,000.',
      ),
  })
  .meta({
    description: 'The body of `POST /interactions/{id}/claim`.',
    additionalProperties: true,
  });

export const CompleteInputSchema: z.ZodType<CompleteInput> = z
  .looseObject({
    holder: IdSchema.describe('The one of the claim.'),
    content: z.string().describe('What the model reads.'),
    is_success: z.boolean().exactOptional().describe('Absent: `true`.'),
    error: z.string().exactOptional().describe('Of a failure. Absent: `content`.'),
    output: z
      .unknown()
      .exactOptional()
      .describe('What the tool returned, as JSON. Absent: `content`.'),
  })
  .meta({
    description: 'The body of `POST /interactions/{id}/complete`.',
    additionalProperties: true,
  });

export const ClaimResultSchema: z.ZodType<ClaimResult> = z
  .looseObject({
    claimed: z.boolean().describe('Only this caller runs the call now, with `args`.'),
    status: ExecutionStatusSchema,
    interaction_id: z.string(),
    run_id: IdSchema.describe('The run of the execution, with its events and its audit trail.'),
    tool_call_id: IdSchema,
    tool_name: z.string(),
    args: JsonObjectSchema.describe('The effective arguments.'),
    attempt: z.int().min(1).describe('Counts the executions of the call, from 1.'),
    idempotency_key: z.string().describe('The same for every attempt of this call.'),
    holder: z.string().exactOptional().describe('Who claimed it last.'),
    claimed_at: TimestampSchema.exactOptional(),
    lease_until: TimestampSchema.exactOptional().describe('How long it may take.'),
    result: ToolResultSchema.exactOptional().describe('Once it is completed.'),
    recovery_id: IdSchema.exactOptional().describe(
      'With `unknown`: the interaction in which a person is asked what became of it.',
    ),
  })
  .describe('Who runs a call, and what became of it.');
