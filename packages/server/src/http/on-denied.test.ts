import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OnDenied, Problem, RunEvent } from '@hitl/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createHitl } from '../create-hitl.ts';
import type { Tool } from '../agents/tool.ts';
import { createSqliteStore } from '../store/sqlite.ts';
import { asked, callsOnce, runOf, serve } from './calling-agent.fixture.ts';

const send: Tool = {
  name: 'send',
  parameters: { type: 'object' },
  requiresConsent: true,
  execute: () => Promise.resolve('sent'),
};

const FAILED = { error: 'Permission denied by user', code: 'denied' };

const endingOf = (events: readonly RunEvent[]) => events.at(-1)?.type;

type Said = OnDenied | undefined;

const level = (onDenied: Said) => (onDenied === undefined ? {} : { onDenied });

test.each<[server: Said, agent: Said, run: Said, ending: string]>([
  [undefined, undefined, undefined, 'run_completed'],
  ['fail_run', undefined, undefined, 'run_failed'],
  ['fail_run', 'continue', undefined, 'run_completed'],
  [undefined, 'fail_run', undefined, 'run_failed'],
  ['fail_run', 'fail_run', 'continue', 'run_completed'],
  [undefined, 'continue', 'fail_run', 'run_failed'],
])(
  'a denial under server %s, agent %s and run %s ends in %s',
  async (server, agent, run, ending) => {
    const { start, waiting, answer } = serve({
      agents: [callsOnce('clerk', send, {}, level(agent))],
      ...level(server),
    });
    await start({ agent_id: 'clerk', input: 'go', ...(run !== undefined && { on_denied: run }) });
    const [request] = await waiting();
    const events = await answer(request!, 'deny');
    expect(endingOf(events)).toBe(ending);
    if (ending === 'run_failed') expect(events.at(-1)?.data).toEqual(FAILED);
  },
);

test('a run with fail_run also ends on a denial in a nested run, with the reason in the audit', async () => {
  const { start, waiting, answer, get } = serve({
    agents: [
      callsOnce('boss', { agent: 'clerk' }, { input: 'send it' }),
      callsOnce('clerk', send, {}),
    ],
  });
  const begun = await start({ agent_id: 'boss', input: 'go', on_denied: 'fail_run' });
  const [request] = await waiting();
  const events = await answer(request!, 'deny');
  const last = events.at(-1);
  expect(last).toMatchObject({ type: 'run_failed', run_id: runOf(begun), data: FAILED });
  const trail = await get<{ entries: { kind: string }[] }>(`/runs/${runOf(begun)}/audit`);
  expect(trail.entries[0]).toMatchObject({ kind: 'run_started', on_denied: 'fail_run' });
});

test('a denial by a rule does not fail the run, only one by a person', async () => {
  const { send: post, start } = serve({ agents: [callsOnce('clerk', send, {})] });
  await post('/permissions/ada/deny', { resource: 'send(*)' });
  const body = { agent_id: 'clerk', input: 'go', user_id: 'ada', on_denied: 'fail_run' };
  expect(endingOf(await start(body))).toBe('run_completed');
});

test('the setting of the run survives a restart and applies on another instance', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'on-denied-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const open = () =>
    createHitl({
      agents: [callsOnce('clerk', send, {})],
      sessionStore: createSqliteStore({ path: join(folder, 'hitl.db') }),
    });
  const first = open();
  await asked(first).start({ agent_id: 'clerk', input: 'go', on_denied: 'fail_run' });
  await first.close(0);
  const second = open();
  onTestFinished(() => second.close(0));
  const { waiting, answer } = asked(second);
  const [request] = await waiting();
  expect(endingOf(await answer(request!, 'deny'))).toBe('run_failed');
});

test('an unknown value of onDenied is refused, with its location', async () => {
  const agents = [callsOnce('clerk', send, {})];
  expect(() => serve({ agents, onDenied: 'fail' as 'fail_run' })).toThrow(
    'onDenied of createHitl is "fail".',
  );
  const odd = { agents: [{ ...agents[0]!, onDenied: 'stop' as 'fail_run' }] };
  expect(() => serve(odd)).toThrow('onDenied of the agent "clerk" is "stop".');
  const body = { agent_id: 'clerk', input: 'go', on_denied: 'stop' };
  expect(await serve({ agents }).send<Problem>('/runs', body)).toMatchObject({
    status: 400,
    errors: [{ path: 'on_denied' }],
  });
});
