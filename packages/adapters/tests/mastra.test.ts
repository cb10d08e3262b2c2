import { createHitlClient } from '@hitl/client';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { gateTools } from '@hitl/adapters/mastra';
import { resume } from '../../../examples/mastra/resume.ts';
import { openGate } from '../src/base/gate-world.fixture.ts';
import {
  createClerk,
  createDatabase,
  createScriptedModel,
  mailTo,
  mailTool,
} from '../src/mastra/agent.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close(0);
    await hitl.close(0);
  });
  vi.stubEnv('HITL_URL', server.url);
  const { answer } = await import('../../../examples/mastra/agent.ts');
  const { model, told } = createScriptedModel([mailTo('ann')]);
  const done = answer(model, 'thread-1', 'Write to Ann');

  const client = createHitlClient({ baseUrl: server.url });
  const waiting = async () => (await client.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(waiting).toHaveLength(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ session_id: 'thread-1', tool_name: 'mail' });
  await client.decide({ tool_call_id: 'call_ann', action: 'approve' });
  expect(await done).toBe('Done.');
  expect(told.at(-1)).toContain('Sent to ann');
});

test('the runs that another process suspended are continued, and each call is what was decided', async () => {
  const { gates, answer } = openGate();
  const database = createDatabase();
  const sent: string[] = [];
  const hosts = gates.map((gate) => {
    const { model, told } = createScriptedModel([mailTo('ann'), mailTo('bob')]);
    const tools = gateTools({ mail: mailTool(sent) }, gate, { sessionId: 's1' });
    return { told, agent: createClerk({ model, tools, storage: database() }) };
  });
  const [first, second] = hosts;
  expect((await first!.agent.generate('Write')).finishReason).toBe('suspended');

  const done = resume(second!.agent);
  await answer('call_ann', { action: 'approve', remember: { scope: 'once' } });
  await answer('call_bob', { action: 'deny', note: 'he left' });
  await done;
  expect(sent).toEqual(['ann']);
  expect(second!.told.at(-1)).toContain('sent to ann');
  expect(second!.told.at(-1)).toContain('he left');
});
