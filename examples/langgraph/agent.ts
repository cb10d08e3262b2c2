import { gateTools } from '@hitl/adapters/langgraph';
import { createGate } from '@hitl/client/gate';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { MemorySaver } from '@langchain/langgraph';
import { createAgent, tool } from 'langchain';
import * as z from 'zod';

const gate = createGate({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  token: process.env.HITL_TOKEN,
});

const mail = tool(async ({ to }) => `Sent to ${to}`, {
  name: 'mail',
  description: 'Sends a mail',
  schema: z.object({ to: z.string() }),
});

/** In your application: a saver that survives a restart, such as the one for PostgreSQL. */
const saver = new MemorySaver();

/** Answers in a thread. Called again after a crash, it goes on where the thread stopped. */
export async function answer(model: BaseChatModel, threadId: string, text?: string) {
  const agent = createAgent({
    model,
    tools: gateTools([mail], gate),
    checkpointer: saver,
  });
  const config = { configurable: { thread_id: threadId } };
  const input = text === undefined ? null : { messages: [{ role: 'user', content: text }] };
  const { messages } = await agent.graph.invoke(input, config);
  return messages.at(-1)?.text;
}
