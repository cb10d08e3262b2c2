import { gateTools } from '@hitl/adapters/mastra';
import { createGate } from '@hitl/client/gate';
import { Agent, type AgentConfig } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import * as z from 'zod';

const gate = createGate({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  token: process.env.HITL_TOKEN,
});

const mail = createTool({
  id: 'mail',
  description: 'Sends a mail',
  inputSchema: z.object({ to: z.string() }),
  execute: async ({ to }) => `Sent to ${to}`,
});

/** Answers a message; before a mail is sent, a person decides. */
export async function answer(model: AgentConfig['model'], sessionId: string, message: string) {
  const agent = new Agent({
    id: 'clerk',
    name: 'clerk',
    instructions: 'Write mails.',
    model,
    tools: gateTools({ mail }, gate, { sessionId }),
  });
  const { text } = await agent.generate(message);
  return text;
}
