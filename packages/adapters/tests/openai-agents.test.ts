import { createHitlClient } from '@hitl/client';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ScriptedModel } from '../src/openai-agents/model.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close(0);
    await hitl.close(0);
  });
  vi.stubEnv('HITL_URL', server.url);
  const { answer } = await import('../../../examples/openai-agents/agent.ts');
  const model = new ScriptedModel(['ann']);
  const done = answer(model, 'session-1', 'Write to Ann');

  const client = createHitlClient({ baseUrl: server.url });
  const waiting = async () => (await client.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(waiting).toHaveLength(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ session_id: 'session-1', tool_name: 'mail' });
  await client.decide({ tool_call_id: 'call_ann', action: 'approve' });
  expect(await done).toBe('Done.');
  expect(model.told).toContain('Sent to ann');
});
