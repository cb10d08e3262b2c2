import type { Tool } from './tool.ts';

/** A call as the model knows it. */
export interface ModelToolCall {
  /** The model's own id, never a replacement. */
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** One message of the model's input, oldest first; the system prompt is separate. */
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
export interface ToolDescription extends Pick<Tool, 'name' | 'description' | 'parameters'> {}

/** One turn to generate. */
export interface ModelRequest {
  readonly systemPrompt: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDescription[];
  /** Number of turns of this agent in this session so far, counted from the log. */
  readonly turn: number;
  readonly signal: AbortSignal;
}

/** A chunk of the response. Text is streamed; a call comes complete. */
export type ModelChunk =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_call';
      /** As given by the model; may be empty or repeated. */
      readonly id: string;
      readonly name: string;
      /** The arguments as JSON text, as the model wrote them. */
      readonly arguments: string;
    }
  | { readonly type: 'usage'; readonly usage: Readonly<Record<string, number>> };

/**
 * A language model. One turn is one iteration; an error ends the run with code `model_error`, so an
 * implementation should retry transient errors before its first chunk.
 */
export interface Model {
  readonly name: string;
  generate(request: ModelRequest): AsyncIterable<ModelChunk>;
}
