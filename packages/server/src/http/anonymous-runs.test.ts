import type { CheckResult, GateOutcome } from '@hitl/protocol';
import { expect, test } from 'vitest';
import type { Tool } from '../agents/tool.ts';
import { callsOnce, serve, type AgentServer } from './calling-agent.fixture.ts';

const ran: string[] = [];
const lookup: Tool = {
  name: 'lookup',
  parameters: { type: 'object' },
  requiresConsent: false,
  execute: (_args, { runId }) => {
    ran.push(runId);
    return Promise.resolve('found');
  },
};

const verdicts = (events: Awaited<ReturnType<AgentServer['start']>>) =>
  events.flatMap((event) => (event.type === 'batch_judged' ? event.data.verdicts : []));

test('a run without a user asks about a call that its tool allows, and one with a user does not', async () => {
  const { start, answer, waiting } = serve({
    agents: [callsOnce('clerk', lookup, {})],
    anonymousRuns: 'ask',
  });
  ran.length = 0;
  const anonymous = await start({ agent_id: 'clerk', input: 'go' });
  expect(verdicts(anonymous)).toMatchObject([{ decision: 'needs_auth', step: 'anonymous_run' }]);
  expect(anonymous.at(-1)?.type).toBe('execution_suspended');
  expect(ran).toEqual([]);
  const [request] = await waiting();
  expect(request?.reason).toBe('The run has no user, and no approval policy allows it');
  expect((await answer(request!, 'approve')).at(-1)?.type).toBe('run_completed');
  expect(ran).toHaveLength(1);
  const known = await start({ agent_id: 'clerk', input: 'go', user_id: 'ada' });
  expect(verdicts(known)).toMatchObject([{ decision: 'allowed', step: 'tool_policy' }]);
  expect(known.at(-1)?.type).toBe('run_completed');
});

test('the check of a user applies to that user, and a policy allows a call of an anonymous run', async () => {
  const agent = callsOnce('clerk', lookup, {});
  const { send, start } = serve({
    agents: [{ ...agent, approvalPolicy: [{ when: 'lookup(*)', decision: 'auto_approve' }] }],
    anonymousRuns: 'ask',
  });
  const body = { tool_name: 'lookup', tool_args: {} };
  expect(await send<CheckResult>('/permissions/ada/check', body)).toMatchObject({
    decision: 'allowed',
    step: 'tool_policy',
  });
  expect((await start({ agent_id: 'clerk', input: 'go' })).at(-1)?.type).toBe('run_completed');
});

test('a call of an external loop that names no user asks too', async () => {
  const { send } = serve({
    agents: [callsOnce('clerk', lookup, {})],
    anonymousRuns: 'ask',
    defaultPolicy: 'allow',
  });
  const call = { session_id: 's', tool_call_id: 'c1', tool_name: 'lookup', tool_args: {} };
  expect(await send<GateOutcome>('/interactions', call)).toMatchObject({
    decision: 'pending',
    interaction_request: { purpose: 'authorization' },
  });
  const known = { ...call, session_id: 's2', tool_call_id: 'c2', user_id: 'ada' };
  expect(await send<GateOutcome>('/interactions', known)).toMatchObject({ decision: 'allowed' });
});

test('if no one may be asked, it is denied with the reason', async () => {
  const { start } = serve({
    agents: [callsOnce('clerk', lookup, {}, { enableHitl: false })],
    anonymousRuns: 'ask',
  });
  const events = await start({ agent_id: 'clerk', input: 'go' });
  expect(verdicts(events)).toMatchObject([
    {
      decision: 'denied',
      step: 'hitl_off',
      reason:
        'A person would have to decide, but no one can be asked: The run has no user, and no approval policy allows it',
    },
  ]);
});

test('each call of a nested run has a request of its own', async () => {
  const { start, waiting } = serve({
    agents: [
      callsOnce('boss', { agent: 'clerk' }, { input: 'look' }),
      callsOnce('clerk', lookup, {}),
    ],
    anonymousRuns: 'ask',
  });
  const events = await start({ agent_id: 'boss', input: 'go' });
  expect(verdicts(events).map(({ step }) => step)).toEqual(['tool_policy', 'anonymous_run']);
  expect((await waiting()).map(({ tool_name }) => tool_name)).toEqual(['lookup']);
});

test('an unknown value of anonymousRuns is refused', () => {
  expect(() => serve({ agents: [], anonymousRuns: 'aks' as 'ask' })).toThrow(
    'anonymousRuns of createHitl is "aks". Did you mean "ask"? It takes: settings, ask.',
  );
});
