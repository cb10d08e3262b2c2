import type { InteractionRequest } from '@hitl/protocol';
import { expect, test } from 'vitest';
import type { ToolContext } from '../agents/tool.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  valueOf,
  world,
} from './engine.fixture.ts';

/**
 * A run whose tool is in progress on an instance that does not reach its store any more, or reads no
 * logs; another instance does. `approvalMs`: the tool is approved by a person, and the response to the
 * append takes so long.
 */
async function cutOff({ isLocal = false, what = 'store', approvalMs = 0 }) {
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const memory = createMemoryStore({ now: () => now });
  let isAway = false;
  let renewals = 0;
  const away = <T>(call: () => Promise<T>): Promise<T> =>
    isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : call();
  const store: SessionStore = {
    ...memory,
    isLocal,
    load: (...call) => away(() => memory.load(...call)),
    async append(...call) {
      const outcome = await away(() => memory.append(...call));
      if (call[2].events.at(-1)?.type === 'tool_started') now += approvalMs;
      return outcome;
    },
    renew(...call) {
      renewals += 1;
      return what === 'logs' ? memory.renew(...call) : away(() => memory.renew(...call));
    },
    due: (...call) => away(() => memory.due(...call)),
  };
  const ledger = newLedger();
  let begin: (context: ToolContext) => void = () => {};
  const began = new Promise<ToolContext>((resolve) => {
    begin = resolve;
  });
  let finish = (): void => {};
  const tool = ledgerTool(ledger, 'pay', { requiresConsent: approvalMs > 0 }, (_, context) => {
    begin(context);
    return new Promise((resolve, reject) => {
      finish = () => resolve('paid');
      context.signal.addEventListener('abort', () => reject(context.signal.reason));
    });
  });
  const calls = [{ id: 'a', name: 'pay', args: {} }];
  const { agent } = scripted([{ calls }, { text: 'end' }], [tool]);
  const here = world([agent], ledger, { store, now: () => now });
  const there = world([agent], ledger, { store: memory, now: () => now });
  const { run } = valueOf(await here.engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
  if (approvalMs > 0) {
    await expect.poll(() => pendingOf(here.engine, ALICE)).toHaveLength(1);
    const [{ id: request_id, type }] = (await pendingOf(here.engine, ALICE)) as [
      InteractionRequest,
    ];
    valueOf(await here.engine.respond(ALICE, request_id, { request_id, type, action: 'approve' }));
  }
  const context = await began;
  isAway = true;
  return {
    here,
    there,
    runId: run.id,
    ledger,
    context,
    renewals: () => renewals,
    finish: () => finish(),
    pass: (ms: number) => {
      now += ms;
    },
    comeBack: () => {
      isAway = false;
    },
  };
}

test('a tool is stopped before another instance can take over its run, if only this one does not reach the store', async () => {
  const { here, there, ledger, context, pass, comeBack } = await cutOff({});
  const { signal } = context;
  pass(19_000);
  await expect.poll(() => here.errors).not.toEqual([]);
  expect(signal.aborted).toBe(false);
  pass(1000);
  await expect.poll(() => signal.aborted).toBe(true);
  there.engine.start();
  expect(await pendingOf(there.engine, ALICE)).toEqual([]);
  pass(10_000);
  await expect
    .poll(() => pendingOf(there.engine, ALICE))
    .toMatchObject([{ purpose: 'recovery', tool_name: 'pay' }]);
  comeBack();
  await here.engine.close();
  await there.engine.close();
  expect(ledger.runs).toHaveLength(1);
});

test('a tool is stopped in time after an approval whose response from the store came late', async () => {
  const { here, ledger, context, pass, renewals, comeBack } = await cutOff({ approvalMs: 15_000 });
  pass(5000);
  // The first renewal fails, and the second one is too late.
  await expect.poll(renewals).toBeGreaterThan(1);
  expect(context.signal.aborted).toBe(true);
  comeBack();
  await here.engine.close();
  expect(ledger.runs).toHaveLength(1);
});

test('an instance that has lost its claim does not rely on it, though it cannot read the log', async () => {
  const { here, there, ledger, context, pass, comeBack } = await cutOff({ what: 'logs' });
  pass(60_000);
  there.engine.start();
  await expect
    .poll(() => pendingOf(there.engine, ALICE))
    .toMatchObject([{ purpose: 'recovery', tool_name: 'pay' }]);
  await expect.poll(() => here.errors).not.toEqual([]);
  await expect(context.confirm?.()).rejects.toThrow('abort');
  comeBack();
  await here.engine.close();
  await there.engine.close();
  expect(ledger.runs).toHaveLength(1);
});

test('a tool does not begin its effect while no instance confirms that the call is still its own', async () => {
  const { here, there, ledger, context, pass, comeBack } = await cutOff({ isLocal: true });
  const { confirm, signal } = context;
  pass(19_000);
  await confirm?.();
  pass(1000);
  await expect(confirm?.()).rejects.toThrow('abort');
  expect(signal.aborted).toBe(true);
  pass(10_000);
  comeBack();
  there.engine.start();
  await expect
    .poll(() => pendingOf(there.engine, ALICE))
    .toMatchObject([{ purpose: 'recovery', tool_name: 'pay' }]);
  await here.engine.close();
  await there.engine.close();
  expect(ledger.runs).toHaveLength(1);
});

test('a tool goes on while no instance on the machine reaches the store, and its result is recorded', async () => {
  const { here, ledger, context, pass, renewals, comeBack, finish, runId } = await cutOff({
    isLocal: true,
  });
  pass(60_000);
  await expect.poll(renewals).toBeGreaterThan(1);
  expect(context.signal.aborted).toBe(false);
  // Renewals that fail are reported once per outage.
  expect(here.errors).toHaveLength(1);
  finish();
  await expect.poll(() => here.errors).toHaveLength(2);
  comeBack();
  await expect
    .poll(async () => valueOf(await here.engine.getRun(ALICE, runId)).run.status)
    .toBe('completed');
  expect(await pendingOf(here.engine, ALICE)).toEqual([]);
  await here.engine.close();
  expect(ledger.runs).toHaveLength(1);
});
