import { createHitlClient } from '@hitl/client';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bash, scripted } from '../src/claude/claude-code.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close(0);
    await hitl.close(0);
  });
  vi.stubEnv('HITL_URL', server.url);
  const { answer } = await import('../../../examples/claude-agent-sdk/agent.ts');
  const ran: unknown[] = [];
  const program = scripted([{ request: bash('toolu_1', 'make release') }], ({ command }) =>
    ran.push(command),
  );
  const sessionId = crypto.randomUUID();
  const done = answer(sessionId, 'Release it', program.options);

  const client = createHitlClient({ baseUrl: server.url });
  const waiting = async () => (await client.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(waiting).toHaveLength(1);
  const [request] = await waiting();
  expect(request).toMatchObject({ session_id: sessionId, tool_name: 'bash' });
  await client.decide({ tool_call_id: 'toolu_1', action: 'approve' });
  expect(await done).toBe('Done.');
  expect(ran).toEqual(['make release']);
});
