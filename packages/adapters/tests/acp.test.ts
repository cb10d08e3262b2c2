import { createHitlClient } from '@hitl/client';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commands, connection, scriptedAgent, type Outcomes } from '../src/acp/agent.fixture.ts';

test('the client of the guide waits for the inbox, and the agent continues', async () => {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close(0);
    await hitl.close(0);
  });
  vi.stubEnv('HITL_URL', server.url);
  const { prompt } = await import('../../../examples/acp/client.ts');
  const outcomes: Outcomes = {};
  const ran: string[] = [];
  const ends = connection();
  scriptedAgent(commands({ c1: 'make release' }, { ran, outcomes })).connect(ends.agent);
  const done = prompt(ends.client, 'Release it');

  const client = createHitlClient({ baseUrl: server.url });
  const waiting = async () => (await client.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(waiting).toHaveLength(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ session_id: 'coder-acp-1', tool_name: 'bash' });
  await client.decide({ tool_call_id: 'c1', action: 'approve' });
  expect(await done).toBe('end_turn');
  expect(ran).toEqual(['make release']);
});
