import { resolveInterruptions } from '@hitl/adapters/openai-agents';
import { createGate } from '@hitl/client/gate';
import { Agent, run, tool, type Model } from '@openai/agents';
import * as z from 'zod';

const gate = createGate({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  token: process.env.HITL_TOKEN,
});

const mail = tool({
  name: 'mail',
  description: 'Sends a mail',
  parameters: z.object({ to: z.string() }),
  needsApproval: true,
  execute: async ({ to }) => `Sent to ${to}`,
});

/** Runs the agent to its end, however often it has to wait for a person. */
export async function answer(model: Model, sessionId: string, text: string) {
  const agent = new Agent({ name: 'clerk', model, tools: [mail] });
  const stopped = await run(agent, text);
  const done = await resolveInterruptions(stopped, gate, {
    sessionId,
    resume: (state) => run(agent, state),
  });
  return done.finalOutput;
}
