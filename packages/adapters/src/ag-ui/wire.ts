/**
 * The part of AG-UI 1.0 that the adapter reads and writes, typed by its shape, so that it works with any
 * version of `@ag-ui/core`.
 *
 * @module
 */

/** Extra members that AG-UI passes on unread. */
export type AgUiMetadata = Readonly<Record<string, unknown>>;

/** An interrupt: a request that a run of AG-UI ended with. */
export interface AgUiInterrupt {
  readonly id: string;
  /** `tool_call`, `input_required`, `confirmation`, or `<framework>:<name>`. */
  readonly reason: string;
  /** For people. Untrusted: render as text. */
  readonly message?: string | undefined;
  readonly toolCallId?: string | undefined;
  /** JSON Schema of the `payload` of the answer. */
  readonly responseSchema?: Readonly<Record<string, unknown>> | undefined;
  /** ISO 8601. */
  readonly expiresAt?: string | undefined;
  readonly metadata?: AgUiMetadata | undefined;
  readonly subagentRunId?: string | undefined;
}

/** The answer to one interrupt. */
export interface AgUiResumeEntry {
  readonly interruptId: string;
  /** `cancelled`: no one decided. */
  readonly status: 'resolved' | 'cancelled';
  readonly payload?: unknown;
  readonly metadata?: AgUiMetadata;
}

/** A call in a message of an assistant. */
export interface AgUiToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message of a thread. */
export type AgUiMessage =
  | { readonly id: string; readonly role: 'user'; readonly content: string }
  | {
      readonly id: string;
      readonly role: 'assistant';
      readonly content?: string;
      readonly toolCalls?: readonly AgUiToolCall[];
      readonly subagentRunId?: string;
    }
  | {
      readonly id: string;
      readonly role: 'tool';
      readonly content: string;
      readonly toolCallId: string;
      readonly subagentRunId?: string;
    };

/** Outcome of a run of AG-UI that ended without an error. */
export type AgUiOutcome =
  | { readonly type: 'success' }
  | { readonly type: 'interrupt'; readonly interrupts: readonly AgUiInterrupt[] }
  | { readonly type: 'cancelled' };

/** An event of a run of AG-UI. */
export type AgUiEvent = { readonly timestamp?: number; readonly subagentRunId?: string } & (
  | {
      readonly type: 'RUN_STARTED';
      readonly threadId: string;
      readonly runId: string;
      readonly protocolVersion: string;
    }
  | {
      readonly type: 'RUN_FINISHED';
      readonly threadId: string;
      readonly runId: string;
      readonly outcome: AgUiOutcome;
      readonly result?: unknown;
    }
  | { readonly type: 'RUN_ERROR'; readonly message: string; readonly code: string }
  | { readonly type: 'MESSAGES_SNAPSHOT'; readonly messages: readonly AgUiMessage[] }
  | { readonly type: 'TEXT_MESSAGE_START'; readonly messageId: string; readonly role: 'assistant' }
  | { readonly type: 'TEXT_MESSAGE_CONTENT'; readonly messageId: string; readonly delta: string }
  | { readonly type: 'TEXT_MESSAGE_END'; readonly messageId: string }
  | {
      readonly type: 'TOOL_CALL_START';
      readonly toolCallId: string;
      readonly toolCallName: string;
      readonly parentMessageId: string;
    }
  | { readonly type: 'TOOL_CALL_ARGS'; readonly toolCallId: string; readonly delta: string }
  | { readonly type: 'TOOL_CALL_END'; readonly toolCallId: string }
  | {
      readonly type: 'TOOL_CALL_RESULT';
      readonly messageId: string;
      readonly toolCallId: string;
      readonly content: string;
      readonly role: 'tool';
    }
  | {
      readonly type: 'SUBAGENT_STARTED';
      readonly subagentRunId: string;
      readonly name: string;
      readonly parentSubagentRunId?: string;
      readonly parentToolCallId?: string;
    }
  | {
      readonly type: 'SUBAGENT_FINISHED';
      readonly subagentRunId: string;
      readonly result?: unknown;
      readonly outcome?: { readonly type: 'suspended'; readonly interruptIds: readonly string[] };
    }
  | {
      readonly type: 'SUBAGENT_ERROR';
      readonly subagentRunId: string;
      readonly message: string;
      readonly code?: string;
    }
  | { readonly type: 'CUSTOM'; readonly name: string; readonly value: unknown }
);
