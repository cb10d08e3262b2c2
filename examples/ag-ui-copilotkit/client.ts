import { HttpAgent, type Interrupt } from '@ag-ui/client';
import { CopilotKitCore } from '@copilotkit/core';

/** Sends a message and lets a person decide about each call, until the agent has answered. */
export async function chat(
  url: string,
  text: string,
  decide: (interrupt: Interrupt) => Promise<{ approved: boolean; reason?: string }>,
): Promise<string> {
  const agent = new HttpAgent({ url: `${url}/ag-ui`, agentId: 'clerk' });
  const core = new CopilotKitCore({ agents__unsafe_dev_only: { clerk: agent } });

  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content: text });
  await core.runAgent({ agent });
  while (agent.pendingInterrupts.length > 0) {
    const resume = [];
    for (const interrupt of agent.pendingInterrupts) {
      const payload = await decide(interrupt);
      resume.push({ interruptId: interrupt.id, status: 'resolved' as const, payload });
    }
    await core.runAgent({ agent, resume });
  }
  const last = agent.messages.at(-1);
  return last?.role === 'assistant' ? (last.content ?? '') : '';
}
