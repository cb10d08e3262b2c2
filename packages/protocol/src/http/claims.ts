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
  'Unique id of this attempt, chosen by the caller. Sending it again repeats the same claim.',
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
        'Maximum duration of the call, in milliseconds. After that, a later claim asks a person about the outcome. Absent: 60,000.',
      ),
  })
  .meta({
    description: 'The body of `POST /interactions/{id}/claim`.',
    additionalProperties: true,
  });

export const CompleteInputSchema: z.ZodType<CompleteInput> = z
  .looseObject({
    holder: IdSchema.describe('The `holder` of the claim.'),
    content: z.string().describe('Text for the model.'),
    is_success: z.boolean().exactOptional().describe('Absent: `true`.'),
    error: z.string().exactOptional().describe('Reason of a failure. Absent: `content`.'),
    output: z
      .unknown()
      .exactOptional()
      .describe('Return value of the tool, as JSON. Absent: `content`.'),
  })
  .meta({
    description: 'The body of `POST /interactions/{id}/complete`.',
    additionalProperties: true,
  });

export const ClaimResultSchema: z.ZodType<ClaimResult> = z
  .looseObject({
    claimed: z
      .boolean()
      .describe('Whether the claim succeeded: only this caller runs the call, with `args`.'),
    status: ExecutionStatusSchema,
    interaction_id: z.string(),
    run_id: IdSchema.describe('The run of the execution, with its events and its audit trail.'),
    tool_call_id: IdSchema,
    tool_name: z.string(),
    args: JsonObjectSchema.describe('The effective arguments.'),
    attempt: z.int().min(1).describe('Counts the executions of the call, from 1.'),
    idempotency_key: z.string().describe('The same for every attempt of this call.'),
    holder: z.string().exactOptional().describe('The `holder` of the last claim.'),
    claimed_at: TimestampSchema.exactOptional(),
    lease_until: TimestampSchema.exactOptional().describe('End of the lease of the last claim.'),
    lease_left_ms: z
      .int()
      .min(0)
      .exactOptional()
      .describe(
        'With `running`: how long the claim still lasted when the server read it. The holder may start the call only for so long after it sent the request.',
      ),
    result: ToolResultSchema.exactOptional().describe('Set once it is completed.'),
    recovery_id: IdSchema.exactOptional().describe(
      'With `unknown`: the interaction that asks a person about the outcome.',
    ),
  })
  .describe('The state of a claimed call, and its result.');
