import { client, methods, type PromptResponse, type Stream } from '@agentclientprotocol/sdk';
import { gateClient } from '@hitl/adapters/acp';
import { createGate } from '@hitl/client/gate';

const gate = createGate({
  baseUrl: process.env.HITL_URL ?? 'http://127.0.0.1:8787',
  token: process.env.HITL_TOKEN,
});
const gated = gateClient(gate, { agentName: 'coder' });

const app = client({ name: 'host' })
  .onRequest(methods.client.session.requestPermission, ({ params, signal }) =>
    gated.requestPermission(params, { signal }),
  )
  .onRequest(methods.client.elicitation.create, ({ params, signal }) =>
    gated.createElicitation(params, { signal }),
  )
  .onNotification(methods.client.session.update, ({ params }) => gated.sessionUpdate(params));

/** Has the agent at the other end work on something. Returns why it stopped. */
export function prompt(stream: Stream, text: string): Promise<string> {
  return app.connectWith(stream, async (agent) => {
    const clientCapabilities = { elicitation: { form: {} } };
    await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
    const cwd = process.cwd();
    const { sessionId } = await agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
    const { stopReason } = await agent.request<PromptResponse>(methods.agent.session.prompt, {
      sessionId,
      prompt: [{ type: 'text', text }],
    });
    return stopReason;
  });
}
