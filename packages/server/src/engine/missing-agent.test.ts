import { afterEach, expect, onTestFinished, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { agentTool } from '../agents/agent-tool.ts';
import type { Agent } from '../agents/agent.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  valueOf,
  world,
  type World,
} from './engine.fixture.ts';

const worlds: World[] = [];
afterEach(async () => {
  for (const { engine } of worlds.splice(0)) await engine.close(0);
});

/** An instance with these agents on a shared store. */
function instance(store: SessionStore, agents: readonly Agent[], owner: string): World {
  const permissions = createMemoryPermissionStore();
  const one = world(agents, newLedger(), { store, permissions, owner });
  worlds.push(one);
  return one;
}

/** Resolves when an instance has looked for due sessions twice. */
function looks(store: SessionStore): { store: SessionStore; twice: () => Promise<void> } {
  const waiting: { left: number; resolve: () => void }[] = [];
  return {
    store: {
      ...store,
      async due(...query) {
        const due = await store.due(...query);
        for (const one of waiting) {
          one.left -= 1;
          if (one.left <= 0) one.resolve();
        }
        return due;
      },
    },
    twice: () => new Promise((resolve) => waiting.push({ left: 3, resolve })),
  };
}

/** Resolves when the run has ended. */
async function ended({ engine }: World, runId: string): Promise<void> {
  const { key, run } = valueOf(await engine.getRun(ALICE, runId));
  const { signal } = new AbortController();
  for await (const _ of engine.feed.run(key, run.root_run_id, { until: 'end', signal }));
}

const OTHER = scripted([], [], { name: 'other' }).agent;

test('an orphaned run is left to an instance that has its agent', async () => {
  const real = createMemoryStore();
  onTestFinished(() => real.close());
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const tool = (isStuck: boolean) =>
    ledgerTool(
      newLedger(),
      'work',
      { requiresConsent: false, effects: 'pure' },
      (_, { signal }) => {
        begin();
        if (!isStuck) return Promise.resolve('done');
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        });
      },
    );
  const turns = [{ calls: [{ id: 'c', name: 'work', args: {} }] }, { text: 'end' }];
  const first = instance(real, [scripted(turns, [tool(true)]).agent], 'first');
  const { run } = valueOf(
    await first.engine.createRun(ALICE, { agent_id: 'agent', input: 'go', session_id: 's' }),
  );
  await begun;
  await first.engine.close(0);
  const orphaned = await real.load({ tenantId: 'default', sessionId: 's' });
  const seen = looks(real);
  const without = instance(seen.store, [OTHER], 'without');
  without.engine.start();
  await seen.twice();
  expect((await real.load({ tenantId: 'default', sessionId: 's' })).commit).toBe(orphaned.commit);
  const having = instance(real, [scripted(turns, [tool(false)]).agent], 'having');
  having.engine.start();
  await ended(having, run.id);
  expect((await real.findRun('default', run.id))?.run.status).toBe('completed');
  expect(without.errors).toEqual([]);
});

test('an overdue request expires only through an instance that has the agent', async () => {
  let now = Date.parse('2026-11-21T12:00:00.000Z');
  const real = createMemoryStore({ now: () => now });
  onTestFinished(() => real.close());
  const tool = ledgerTool(newLedger(), 'work', { requiresConsent: true });
  const turns = [{ calls: [{ id: 'c', name: 'work', args: {} }] }, { text: 'end' }];
  const { agent } = scripted(turns, [tool], { consentTimeoutMs: 1000, onTimeout: 'fail_run' });
  const having = instance(real, [agent], 'having');
  const { run_id } = await start(having.engine, ALICE, { session_id: 's' });
  now += 2000;
  const seen = looks(real);
  const without = instance(seen.store, [OTHER], 'without');
  without.engine.start();
  await seen.twice();
  expect((await real.findRun('default', run_id))?.run.status).toBe('suspended');
  having.engine.start();
  await ended(having, run_id);
  expect((await real.findRun('default', run_id))?.run).toMatchObject({ status: 'failed' });
});

test('an instance that has only one of the nested agents takes no answer', async () => {
  const real = createMemoryStore();
  onTestFinished(() => real.close());
  const ledger = newLedger();
  const work = ledgerTool(ledger, 'work', { requiresConsent: true });
  const helper = scripted(
    [{ calls: [{ id: 'w', name: 'work', args: {} }] }, { text: 'helped' }],
    [work],
    { name: 'helper' },
  ).agent;
  const boss = scripted(
    [{ calls: [{ id: 'h', name: 'helper', args: { input: 'help' } }] }, { text: 'done' }],
    [agentTool(helper)],
  ).agent;
  const whole = instance(real, [boss, helper], 'whole');
  const { run_id } = await start(whole.engine, ALICE);
  const [request] = await pendingOf(whole.engine, ALICE);
  if (request === undefined) throw new Error('nothing was asked');
  const answer = { request_id: request.id, type: request.type, action: 'approve' as const };
  for (const [owner, agents] of [
    ['without-helper', [boss]],
    ['without-boss', [helper]],
  ] as const) {
    const partly = instance(real, agents, owner);
    expect(await partly.engine.respond(ALICE, request.id, answer)).toMatchObject({
      ok: false,
      problem: { code: 'agent_not_found' },
    });
  }
  valueOf(await whole.engine.respond(ALICE, request.id, answer));
  await settle(whole.engine, ALICE, run_id);
  expect(ledger.runs).toHaveLength(1);
  expect((await real.findRun('default', run_id))?.run.status).toBe('completed');
});
