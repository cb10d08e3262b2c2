import type { AuditTrail, RunEvent } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { defineTool } from '../agents/define-tool.ts';
import { callsOnce, runOf, serve } from './calling-agent.fixture.ts';

/** A tool that counts its executions. */
function counting(more: { requiresConsent?: boolean } = {}) {
  let count = 0;
  const tool = defineTool({
    name: 'lookup',
    parameters: { type: 'object', properties: { of: { type: 'string' } } },
    effects: 'pure',
    cacheable: true,
    requiresConsent: false,
    execute: () => {
      count += 1;
      return { count };
    },
    ...more,
  });
  return { tool, ran: () => count };
}

const resultOf = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_completed' ? [event.data.result] : []))[0];

const clerk = { agent_id: 'clerk', input: 'go', user_id: 'ada' };

test('the same call of the same user runs once; the second result and its audit are marked', async () => {
  const { tool, ran } = counting();
  const { start, get } = serve({ agents: [callsOnce('clerk', tool, { of: 'x' })] });
  const first = await start(clerk);
  const second = await start(clerk);
  expect(ran()).toBe(1);
  expect(resultOf(first)).toMatchObject({ output: { count: 1 } });
  expect(resultOf(first)).not.toHaveProperty('cached');
  expect(resultOf(second)).toMatchObject({ output: { count: 1 }, cached: true, duration: 0 });
  expect(second.map(({ type }) => type)).not.toContain('tool_started');
  const { entries } = await get<AuditTrail>(`/runs/${runOf(second)}/audit`);
  expect(entries.filter(({ kind }) => kind.startsWith('tool_'))).toMatchObject([
    { kind: 'tool_completed', is_success: true, cached: true },
  ]);
});

test('another user, and a run without one, do not get it', async () => {
  const { tool, ran } = counting();
  const { start } = serve({ agents: [callsOnce('clerk', tool, { of: 'x' })] });
  await start(clerk);
  await start({ ...clerk, user_id: 'ben' });
  await start({ agent_id: 'clerk', input: 'go' });
  await start({ agent_id: 'clerk', input: 'go' });
  expect(ran()).toBe(4);
});

test('approval is still needed, and a denial does not reveal it', async () => {
  const { tool, ran } = counting({ requiresConsent: true });
  const { start, waiting, answer, send } = serve({
    agents: [callsOnce('clerk', tool, { of: 'x' })],
  });
  for (const action of ['approve', 'approve', 'deny']) {
    await start({ ...clerk, user_id: 'ada' });
    const [request] = await waiting();
    const result = resultOf(await answer(request!, action));
    expect(result?.is_success).toBe(action === 'approve');
  }
  await send('/permissions/ada/deny', { resource: 'lookup(*)' });
  expect(resultOf(await start(clerk))).toMatchObject({ is_success: false });
  expect(ran()).toBe(1);
});

test('a tool that does something cannot be cacheable', () => {
  const definition = { name: 't', parameters: { type: 'object' }, execute: () => '' } as const;
  expect(() => defineTool({ ...definition, cacheable: true })).toThrow(
    'The tool "t" is not valid: cacheable needs effects: pure, because a cached result skips the tool; its effects are at_most_once',
  );
  const pure = { ...definition, effects: 'pure' } as const;
  expect(() => defineTool({ ...pure, cacheTtl: 3 })).toThrow('cacheTtl needs cacheable: true');
  expect(() => defineTool({ ...pure, cacheable: true, cacheTtl: 0 })).toThrow(
    'cacheTtl must be a positive number of seconds',
  );
});
