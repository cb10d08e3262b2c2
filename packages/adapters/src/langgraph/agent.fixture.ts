import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, humanInTheLoopMiddleware, type AgentMiddleware } from 'langchain';
import * as z from 'zod';

/** A chat model of LangChain that calls `mail` for these people, and then answers “Done.” */
export class ScriptedModel extends BaseChatModel {
  readonly to: readonly string[];
  /** The last prompt. */
  prompt: readonly BaseMessage[] = [];

  constructor(to: readonly string[]) {
    super({});
    this.to = to;
  }

  _llmType(): string {
    return 'scripted';
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    this.prompt = messages;
    const answered = messages.some((message) => message.type === 'tool');
    const message = answered
      ? new AIMessage('Done.')
      : new AIMessage({
          content: '',
          tool_calls: this.to.map((to) => ({
            id: `call_${to}`,
            name: 'mail',
            args: { to, copies: 1 },
            type: 'tool_call',
          })),
        });
    return { generations: [{ text: '', message }] };
  }
}

/** A tool that returns and records its effects. */
export function mailTool(sent: unknown[]): StructuredToolInterface {
  return tool(
    (args) => {
      sent.push(args);
      return `sent to ${args.to}`;
    },
    {
      name: 'mail',
      description: 'Sends a mail',
      schema: z.object({ to: z.string(), copies: z.number() }),
    },
  );
}

/** Its own types do not hold with `exactOptionalPropertyTypes`. */
const approvalMiddleware: (options: object) => AgentMiddleware = humanInTheLoopMiddleware as never;

/** The graph of an agent whose mails LangChain's middleware interrupts, and the mails that it sent. */
export function createMailer(to: readonly string[]) {
  const sent: unknown[] = [];
  const { graph } = createAgent({
    model: new ScriptedModel(to),
    tools: [mailTool(sent)],
    checkpointer: new MemorySaver(),
    middleware: [approvalMiddleware({ interruptOn: { mail: true } })],
  });
  return { sent, graph };
}
