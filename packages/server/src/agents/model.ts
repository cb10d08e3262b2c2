import type { JsonSchema } from './tool.ts';

/** A call as the model knows it. */
export interface ModelToolCall {
  /** The model's own id, never one of ours in its place. */
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One message of what the model reads, oldest first; the system prompt is apart. */
export type ModelMessage =
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls: readonly ModelToolCall[];
    }
  | {
      readonly role: 'tool';
      /** The model's own id of the call. */
      readonly toolCallId: string;
      readonly name: string;
      readonly content: string;
      readonly isSuccess: boolean;
    };

/** A tool as the model sees it. */
export interface ToolDescription {
  readonly name: string;
  readonly description?: string;
  readonly parameters: JsonSchema;
}

/** One turn to generate. */
export interface ModelRequest {
  readonly systemPrompt: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  /** How many turns this agent has had in this session, counted from the log; from 0. */
  readonly turn: number;
  readonly signal: AbortSignal;
}

/** A piece of the answer. Text comes as it is written; a call comes whole. */
export type ModelChunk =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_call';
      /** As the model gave it; may be empty or repeat one. */
      readonly id: string;
      readonly name: string;
      /** The arguments as JSON text, as the model wrote them. */
      readonly arguments: string;
    }
  | { readonly type: 'usage'; readonly usage: Readonly<Record<string, number>> };

/**
 * A language model. One turn is one iteration; an error ends the run with code `model_error`,
 * so an implementation retries what is worth a retry before its first chunk.
 */
export interface Model {
  readonly name: string;
  generate(request: ModelRequest): AsyncIterable<ModelChunk>;
}
