import * as z from 'zod';
import { IdSchema, TimestampSchema, JsonObjectSchema } from '../ids.ts';

/**
 * `suspended`: waits for a person. `paused`: stopped by a control signal. The last three are final.
 */
export type RunStatus = 'running' | 'suspended' | 'paused' | 'completed' | 'failed' | 'aborted';

/** One execution of an agent. */
export interface Run {
  id: string;
  session_id: string;
  agent_id: string;
  /** `null`: nobody’s. */
  user_id: string | null;
  status: RunStatus;
  /** What it waits for, in call order. */
  pending_interaction_ids: string[];
  /** `null`: a root run. */
  parent_run_id: string | null;
  /** Its own id for a root run. */
  root_run_id: string;
  /** The last text of the agent, once completed. */
  response: string | null;
  /** Why it failed, or was aborted. */
  error: string | null;
  /** `seq` of the newest event of its root run. */
  last_seq: number;
  created_at: string;
  updated_at: string;
}

/** The outcome of one tool call, also of one that was denied, unknown or cancelled. */
export interface ToolResult {
  tool_call_id: string;
  tool_name: string;
  /** The effective arguments; `{}` when denied. */
  input_args: Record<string, unknown>;
  /** What the model reads. */
  content: string;
  /** What the tool returned, as JSON; `null` when it did not run. */
  output: unknown;
  /** `null`: it went well. */
  error: string | null;
  is_success: boolean;
  /** When it began to run; of one that did not run, when that was decided. */
  start_time: string;
  end_time: string;
  /** In seconds. Waiting for a person does not count. */
  duration: number;
  /** The tool did not run: this is what it said to the same user for the same arguments before. */
  cached?: boolean;
}

/** A call that a model proposes. */
export interface ToolCall {
  /** Unique in its run. */
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** What the model called it, where that was empty or used already. */
  model_call_id?: string;
  /** The text that the model sent in place of arguments, where it is not a JSON object. */
  invalid_args?: string;
}

/** One step of a run: a message of the transcript. An assistant step's id is its message's id. */
export interface Step {
  id: string;
  /** Counts the steps of the session, from 1. */
  sequence: number;
  role: 'user' | 'assistant' | 'tool';
  /** A user’s message, the model’s text, or what the model reads of a result. */
  content: string;
  /** Of an assistant step. */
  tool_calls?: ToolCall[];
  /** Of a tool step: the call whose result it is. */
  tool_call_id?: string;
  /** Of a tool step: the tool. */
  name?: string;
  /** Of a tool step. */
  is_success?: boolean;
  /** Of a tool step that failed. */
  error?: string;
  /** How long the model or the tool took. */
  duration_ms?: number;
}

/** Whether the person has decided about one gated call of an assistant message. */
export interface PermissionBlock {
  action_type: 'tool_call_permission';
  tool_call_id: string;
  interaction_id: string;
  status: 'pending' | 'granted' | 'denied';
}

/** One message of a session's transcript. */
export interface Message {
  id: string;
  run_id: string;
  /** Set for the messages of a nested run. */
  root_run_id?: string;
  role: 'user' | 'assistant' | 'tool';
  /** As in its [Step](#step). */
  content: string;
  created_at: string;
  /** Of an assistant message. */
  tool_calls?: ToolCall[];
  /** Of a tool message: the call whose result it is. */
  tool_call_id?: string;
  /** Of a tool message: the tool. */
  name?: string;
  /** Of a tool message. */
  is_success?: boolean;
  /** One for each gated call; only in assistant messages. */
  blocks: PermissionBlock[];
}

export const RunStatusSchema: z.ZodType<RunStatus> = z.enum([
  'running',
  'suspended',
  'paused',
  'completed',
  'failed',
  'aborted',
]);

const text = z.string();
const role = z.enum(['user', 'assistant', 'tool']);

export const RunSchema: z.ZodType<Run> = z.looseObject({
  id: IdSchema,
  session_id: IdSchema,
  agent_id: text,
  user_id: text.nullable(),
  status: RunStatusSchema,
  pending_interaction_ids: z.array(IdSchema),
  parent_run_id: IdSchema.nullable(),
  root_run_id: IdSchema,
  response: text.nullable(),
  error: text.nullable(),
  last_seq: z.int().min(0),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
});

export const ToolResultSchema: z.ZodType<ToolResult> = z.looseObject({
  tool_call_id: IdSchema,
  tool_name: text,
  input_args: JsonObjectSchema,
  content: text,
  output: z.unknown(),
  error: text.nullable(),
  is_success: z.boolean(),
  start_time: TimestampSchema,
  end_time: TimestampSchema,
  duration: z.number().min(0),
  cached: z.boolean().exactOptional(),
});

export const ToolCallSchema: z.ZodType<ToolCall> = z.looseObject({
  id: IdSchema,
  name: text,
  args: JsonObjectSchema,
  model_call_id: text.exactOptional(),
  invalid_args: text.exactOptional(),
});

export const StepSchema: z.ZodType<Step> = z.looseObject({
  id: IdSchema,
  sequence: z.int().min(1),
  role,
  content: text,
  tool_calls: z.array(ToolCallSchema).exactOptional(),
  tool_call_id: z.exactOptional(IdSchema),
  name: text.exactOptional(),
  is_success: z.boolean().exactOptional(),
  error: text.exactOptional(),
  duration_ms: z.number().min(0).exactOptional(),
});

export const PermissionBlockSchema: z.ZodType<PermissionBlock> = z.looseObject({
  action_type: z.literal('tool_call_permission'),
  tool_call_id: IdSchema,
  interaction_id: IdSchema,
  status: z.enum(['pending', 'granted', 'denied']),
});

export const MessageSchema: z.ZodType<Message> = z.looseObject({
  id: IdSchema,
  run_id: IdSchema,
  root_run_id: z.exactOptional(IdSchema),
  role,
  content: text,
  created_at: TimestampSchema,
  tool_calls: z.array(ToolCallSchema).exactOptional(),
  tool_call_id: z.exactOptional(IdSchema),
  name: text.exactOptional(),
  is_success: z.boolean().exactOptional(),
  blocks: z.array(PermissionBlockSchema),
});
