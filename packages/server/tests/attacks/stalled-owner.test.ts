import type { InteractionRequest } from '@hitl/protocol';
import { expect, test } from 'vitest';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  start,
  valueOf,
  world,
} from '../../src/engine/engine.fixture.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import type { Vault } from '../../src/store/secret-store.ts';
import type { SessionStore } from '../../src/store/store.ts';

/** Longer than the lease of a run. */
const STALL_MS = 60_000;

test('an instance that stalls between the start of a call and its tool does not run it after others have taken over', async () => {
  const ledger = newLedger();
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const memory = createMemoryStore({ now: () => now });
  const tool = ledgerTool(ledger, 'pay', { requiresConsent: true });
  const calls = [{ id: 'a', name: 'pay', args: {} }];
  const { agent } = scripted([{ calls }, { text: 'end' }], [tool]);
  let stall = (): void => {};
  const stalled = new Promise<void>((resolve) => {
    stall = resolve;
  });
  let goOn = (): void => {};
  const goesOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let started = false;
  const store: SessionStore = {
    ...memory,
    async append(...commit) {
      const outcome = await memory.append(...commit);
      started ||= commit[2].events.at(-1)?.type === 'tool_started';
      return outcome;
    },
  };
  const vault: Vault = {
    put: () => Promise.resolve(''),
    async list() {
      if (started) {
        stall();
        await goesOn;
      }
      return [];
    },
    remove: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const { engine: here, errors } = world([agent], ledger, { store, vault, now: () => now });
  const { engine: there } = world([agent], ledger, { store: memory, now: () => now });
  const answer = async (on: typeof here, more: object): Promise<void> => {
    const [{ id: request_id, type }] = (await pendingOf(on, ALICE)) as [InteractionRequest];
    valueOf(await on.respond(ALICE, request_id, { request_id, type, ...more }));
  };

  const { run_id: id } = await start(here, ALICE);
  await answer(here, { action: 'approve' });
  await stalled;
  now += STALL_MS;
  there.start();
  await expect.poll(() => pendingOf(there, ALICE)).toMatchObject([{ purpose: 'recovery' }]);
  expect(ledger.runs).toEqual([]);
  await answer(there, { selected_values: ['retry'] });
  await expect
    .poll(async () => valueOf(await there.getRun(ALICE, id)).run.status)
    .toBe('completed');
  expect(ledger.runs).toHaveLength(1);

  goOn();
  await here.close();
  await there.close();
  expect(ledger.runs).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('a tool that has begun on an instance that stalls then has no effect after others have taken over', async () => {
  const ledger = newLedger();
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const store = createMemoryStore({ now: () => now });
  let stall = (): void => {};
  const stalled = new Promise<void>((resolve) => {
    stall = resolve;
  });
  let goOn = (): void => {};
  const goesOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const effects: string[] = [];
  const tool = (name: string, prepare: () => Promise<void>) =>
    ledgerTool(ledger, 'pay', { requiresConsent: false }, async (_, context) => {
      await prepare();
      await context.confirm?.();
      effects.push(name);
      return 'paid';
    });
  const on = (name: string, prepare: () => Promise<void>) => {
    const calls = [{ id: 'a', name: 'pay', args: {} }];
    const { agent } = scripted([{ calls }, { text: 'end' }], [tool(name, prepare)]);
    return world([agent], ledger, { store, now: () => now });
  };
  const here = on('here', () => {
    stall();
    return goesOn;
  });
  const there = on('there', () => Promise.resolve());
  const { run } = valueOf(await here.engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
  await stalled;
  now += STALL_MS;
  there.engine.start();
  await expect.poll(() => pendingOf(there.engine, ALICE)).toMatchObject([{ purpose: 'recovery' }]);
  const [{ id: request_id, type }] = (await pendingOf(there.engine, ALICE)) as [InteractionRequest];
  const retry = { request_id, type, selected_values: ['retry'] };
  valueOf(await there.engine.respond(ALICE, request_id, retry));
  await expect
    .poll(async () => valueOf(await there.engine.getRun(ALICE, run.id)).run.status)
    .toBe('completed');
  goOn();
  await here.engine.close();
  await there.engine.close();
  expect(effects).toEqual(['there']);
  expect([...here.errors, ...there.errors]).toEqual([]);
});

test('a tool that has begun on an instance that stalled has its effect if the run is still its own', async () => {
  const ledger = newLedger();
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const store = createMemoryStore({ now: () => now });
  const effects: string[] = [];
  const tool = ledgerTool(ledger, 'pay', { requiresConsent: false }, async (_, context) => {
    now += STALL_MS;
    await context.confirm?.();
    effects.push('here');
    return 'paid';
  });
  const calls = [{ id: 'a', name: 'pay', args: {} }];
  const { agent } = scripted([{ calls }, { text: 'end' }], [tool]);
  const { engine, errors } = world([agent], ledger, { store, now: () => now });
  const { run_id: id } = await start(engine, ALICE);
  expect(valueOf(await engine.getRun(ALICE, id)).run.status).toBe('completed');
  await engine.close();
  expect([effects, errors]).toEqual([['here'], []]);
});
