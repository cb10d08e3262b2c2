import type * as ai7 from 'ai7';
import type { MockLanguageModelV4 } from 'ai7/test';
import type { ChatLike } from './chat.ts';

/** A turn of the model. */
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

/** The route of a server: takes the messages of the page and streams those of the agent. */
export interface SdkHost {
  /** The prompts of the model, call by call. */
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
    /** Returns the next turn for the prompt as JSON. */
    readonly script: (prompt: string) => ScriptedTurn;
    readonly tools: Readonly<Record<string, object>>;
    /** Only version 7 has it. */
    readonly toolApproval?: unknown;
  }) => SdkHost;
  readonly createChat: (host: SdkHost, messages: readonly unknown[]) => SdkChat;
}

type Part =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P>
    ? P
    : never;

type Result = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** The result of a turn that is not streamed. */
export function resultOf({ calls = [], text }: ScriptedTurn): Result {
  return {
    content: [
      ...(text === undefined ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ id, name, args }) => ({
        type: 'tool-call' as const,
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(args),
      })),
    ],
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  };
}

/** The stream of a turn. */
export function partsOf(turn: ScriptedTurn): Part[] {
  const { text } = turn;
  const { content, finishReason, usage } = resultOf(turn);
  return [
    { type: 'stream-start', warnings: [] },
    ...(text === undefined
      ? []
      : ([
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: text },
          { type: 'text-end', id: 't' },
        ] as const)),
    ...content.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
    { type: 'finish', finishReason, usage },
  ];
}

type DoStream = Extract<
  NonNullable<ConstructorParameters<typeof MockLanguageModelV4>[0]>['doStream'],
  (...args: never[]) => unknown
>;

/**
 * One version of the SDK, driven by a script. Version 6 has the same functions, under other types.
 * `createModel`: a model of that version.
 */
export function createSdk(
  version: Sdk['version'],
  ai: typeof ai7,
  createModel: (doStream: DoStream) => ai7.LanguageModel,
): Sdk {
  class PlainChat extends ai.AbstractChat<ai7.UIMessage> {}

  return {
    version,
    tool: ({ parameters, ...definition }) =>
      ai.tool({ ...definition, inputSchema: ai.jsonSchema(parameters) } as never),
    createHost({ script, tools, toolApproval }): SdkHost {
      const prompts: unknown[] = [];
      const model = createModel((options) => {
        prompts.push(options.prompt);
        const chunks = partsOf(script(JSON.stringify(options.prompt)));
        return Promise.resolve({ stream: ai.simulateReadableStream({ chunks }) });
      });
      return {
        prompts,
        async answer(messages) {
          const result = ai.streamText({
            model,
            tools: tools as ai7.ToolSet,
            messages: await ai.convertToModelMessages(messages as ai7.UIMessage[]),
            stopWhen: ai.stepCountIs(5),
            ...(toolApproval !== undefined && { toolApproval: toolApproval as never }),
            onError() {},
          });
          return result.toUIMessageStream({
            originalMessages: messages as ai7.UIMessage[],
            onError: (error) => (error instanceof Error ? error.message : String(error)),
          });
        },
      };
    },
    createChat(host, messages): SdkChat {
      const state: ai7.ChatState<ai7.UIMessage> = {
        status: 'ready',
        error: undefined,
        messages: messages as ai7.UIMessage[],
        pushMessage: (message) => {
          state.messages = [...state.messages, message];
        },
        popMessage: () => {
          state.messages = state.messages.slice(0, -1);
        },
        replaceMessage: (index, message) => {
          state.messages = state.messages.with(index, message);
        },
        snapshot: (thing) => structuredClone(thing),
      };
      return new PlainChat({
        state,
        transport: {
          sendMessages: ({ messages: sent }) =>
            host.answer(structuredClone(sent)) as Promise<ReadableStream<ai7.UIMessageChunk>>,
          reconnectToStream: () => Promise.resolve(null),
        },
        sendAutomaticallyWhen: ({ messages: all }) =>
          ai.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: all }) ||
          ai.lastAssistantMessageIsCompleteWithToolCalls({ messages: all }),
      });
    },
  };
}
