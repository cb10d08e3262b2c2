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
