import * as z from 'zod';
import type {
  Message,
  PermissionBlock,
  Run,
  RunStatus,
  Step,
  ToolCall,
  ToolResult,
} from '../generated/types.ts';
import { IdSchema, TimestampSchema, JsonObjectSchema } from '../ids.ts';

export const RunStatusSchema: z.ZodType<RunStatus> = z
  .enum(['running', 'suspended', 'paused', 'completed', 'failed', 'aborted'])
  .describe(
    '`suspended`: waits for a person. `paused`: stopped by a control signal. The last three are final.',
  );

const text = z.string();
const role = z.enum(['user', 'assistant', 'tool']);

export const RunSchema: z.ZodType<Run> = z
  .looseObject({
    id: IdSchema,
    session_id: IdSchema,
    agent_id: text,
    user_id: text.nullable().describe('`null`: it has no user.'),
    status: RunStatusSchema,
    pending_interaction_ids: z.array(IdSchema).describe('Pending requests, in call order.'),
    parent_run_id: IdSchema.nullable().describe('`null`: a root run.'),
    root_run_id: IdSchema.describe('Its own id for a root run.'),
    response: text.nullable().describe('The last text of the agent, once completed.'),
    error: text.nullable().describe('Reason of the failure or abort.'),
    last_seq: z.int().min(0).describe('`seq` of the newest event of its root run.'),
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
  })
  .describe('One execution of an agent.');

export const ToolResultSchema: z.ZodType<ToolResult> = z
  .looseObject({
    tool_call_id: IdSchema,
    tool_name: text,
    input_args: JsonObjectSchema.describe('The effective arguments; `{}` when denied.'),
    content: text.describe('Text for the model.'),
    output: z.unknown().describe('The tool’s return value as JSON; `null` if it did not run.'),
    error: text.nullable().describe('`null`: it succeeded.'),
    is_success: z.boolean(),
    start_time: TimestampSchema.describe(
      'Time at which it started; if it did not run, time of that decision.',
    ),
    end_time: TimestampSchema,
    duration: z.number().min(0).describe('In seconds. Waiting for a person does not count.'),
    cached: z
      .boolean()
      .exactOptional()
      .describe(
        'The tool did not run: this is its earlier result for the same user and arguments.',
      ),
  })
  .describe('The outcome of one tool call, including denied, unknown and cancelled ones.');

export const ToolCallSchema: z.ZodType<ToolCall> = z
  .looseObject({
    id: IdSchema.describe('Unique in its run.'),
    name: text,
    args: JsonObjectSchema,
    model_call_id: text
      .exactOptional()
      .describe('The id given by the model, if it was empty or already used.'),
    invalid_args: text
      .exactOptional()
      .describe('The text that the model sent as arguments, if it is not a JSON object.'),
  })
  .describe('A call that a model proposes.');

export const StepSchema: z.ZodType<Step> = z
  .looseObject({
    id: IdSchema,
    sequence: z.int().min(1).describe('Counts the steps of the session, from 1.'),
    role,
    content: text.describe(
      'The user’s message, the model’s text, or a result as passed to the model.',
    ),
    tool_calls: z.array(ToolCallSchema).exactOptional().describe('Of an assistant step.'),
    tool_call_id: IdSchema.exactOptional().describe('Of a tool step: the call whose result it is.'),
    name: text.exactOptional().describe('Of a tool step: the tool.'),
    is_success: z.boolean().exactOptional().describe('Of a tool step.'),
    error: text.exactOptional().describe('Of a tool step that failed.'),
    duration_ms: z.number().min(0).exactOptional().describe('How long the model or the tool took.'),
  })
  .describe(
    "One step of a run: a message of the transcript. An assistant step's id is its message's id.",
  );

export const PermissionBlockSchema: z.ZodType<PermissionBlock> = z
  .looseObject({
    action_type: z.literal('tool_call_permission'),
    tool_call_id: IdSchema,
    interaction_id: IdSchema,
    status: z.enum(['pending', 'granted', 'denied']),
  })
  .describe('State of one gated call of an assistant message.');

export const MessageSchema: z.ZodType<Message> = z
  .looseObject({
    id: IdSchema,
    run_id: IdSchema,
    root_run_id: IdSchema.exactOptional().describe('Set for the messages of a nested run.'),
    role,
    content: text.describe('As in its [Step](#step).'),
    created_at: TimestampSchema,
    tool_calls: z.array(ToolCallSchema).exactOptional().describe('Of an assistant message.'),
    tool_call_id: IdSchema.exactOptional().describe(
      'Of a tool message: the call whose result it is.',
    ),
    name: text.exactOptional().describe('Of a tool message: the tool.'),
    is_success: z.boolean().exactOptional().describe('Of a tool message.'),
    blocks: z
      .array(PermissionBlockSchema)
      .describe('One for each gated call; only in assistant messages.'),
  })
  .describe("One message of a session's transcript.");
