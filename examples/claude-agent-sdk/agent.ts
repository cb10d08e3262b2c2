import { query, type Options } from '@anthropic-ai/claude-agent-sdk';
import { gateQuery } from '@hitl/adapters/claude';
import { createGate } from '@hitl/client/gate';

const gate = createGate({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  token: process.env.HITL_TOKEN,
});

/** Has Claude work on something. Each call of a tool is decided by your rules, or by a person. */
export async function answer(sessionId: string, text: string, options?: Options) {
  const messages = query({
    prompt: text,
    options: { ...options, sessionId, ...gateQuery(gate, { sessionId }) },
  });
  for await (const message of messages) {
    if (message.type === 'result' && message.subtype === 'success') return message.result;
  }
  return undefined;
}
