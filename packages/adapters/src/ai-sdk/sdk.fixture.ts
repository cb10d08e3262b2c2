import type { ChatLike } from './chat.ts';

/** What the model says next. */
export interface ScriptedTurn {
  readonly calls?: readonly {
    id: string;
    name: string;
    args: Record<string, unknown> | unknown[];
  }[];
  readonly text?: string;
}

/** A tool, without the types of either version. */
export interface ToolDefinition {
  readonly description?: string;
  readonly parameters: Record<string, unknown>;
  readonly needsApproval?: boolean;
  readonly execute?: (input: never, options: never) => unknown;
}

/** A server's route: takes the messages of the page, streams the agent's. */
export interface SdkHost {
  /** What the model was given, call by call. */
  readonly prompts: readonly unknown[];
  readonly answer: (messages: readonly unknown[]) => Promise<ReadableStream<unknown>>;
}

/** A chat of the SDK, as a page has it. */
export interface SdkChat extends ChatLike {
  readonly status: string;
  readonly error: Error | undefined;
  sendMessage(message: { text: string }): Promise<void>;
}

/** One version of the SDK, so that a test runs with each. */
export interface Sdk {
  readonly version: 6 | 7;
  readonly tool: (definition: ToolDefinition) => object;
  readonly createHost: (options: {
    /** Says the next turn, from what it was told so far, as JSON. */
    readonly script: (prompt: string) => ScriptedTurn;
    readonly tools: Readonly<Record<string, object>>;
    /** Only version 7 has it. */
    readonly toolApproval?: unknown;
  }) => SdkHost;
  readonly createChat: (host: SdkHost, messages: readonly unknown[]) => SdkChat;
}
