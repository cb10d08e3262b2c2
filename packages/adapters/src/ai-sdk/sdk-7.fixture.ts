import * as ai from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import type { ScriptedTurn, Sdk, SdkChat, SdkHost } from './sdk.fixture.ts';

type Part =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer P>
    ? P
    : never;

type Result = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

/** What the model returns in a turn, where it does not stream. */
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

/** What the model streams in a turn. */
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

class PlainChat extends ai.AbstractChat<ai.UIMessage> {}

/** AI SDK 7, driven by a script. */
export const sdk7: Sdk = {
  version: 7,
  tool: ({ parameters, ...definition }) =>
    ai.tool({ ...definition, inputSchema: ai.jsonSchema(parameters) } as never),
  createHost({ script, tools, toolApproval }): SdkHost {
    const prompts: unknown[] = [];
    const model = new MockLanguageModelV4({
      doStream: (options) => {
        prompts.push(options.prompt);
        const told = JSON.stringify(options.prompt);
        return Promise.resolve({
          stream: ai.simulateReadableStream({ chunks: partsOf(script(told)) }),
        });
      },
    });
    return {
      prompts,
      async answer(messages) {
        const result = ai.streamText({
          model,
          tools: tools as ai.ToolSet,
          messages: await ai.convertToModelMessages(messages as ai.UIMessage[]),
          stopWhen: ai.stepCountIs(5),
          ...(toolApproval !== undefined && { toolApproval: toolApproval as never }),
          onError() {},
        });
        return result.toUIMessageStream({
          originalMessages: messages as ai.UIMessage[],
          onError: (error) => (error instanceof Error ? error.message : String(error)),
        });
      },
    };
  },
  createChat(host, messages): SdkChat {
    const state: ai.ChatState<ai.UIMessage> = {
      status: 'ready',
      error: undefined,
      messages: messages as ai.UIMessage[],
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
          host.answer(structuredClone(sent)) as Promise<ReadableStream<ai.UIMessageChunk>>,
        reconnectToStream: () => Promise.resolve(null),
      },
      sendAutomaticallyWhen: ({ messages: all }) =>
        ai.lastAssistantMessageIsCompleteWithApprovalResponses({ messages: all }) ||
        ai.lastAssistantMessageIsCompleteWithToolCalls({ messages: all }),
    });
  },
};
