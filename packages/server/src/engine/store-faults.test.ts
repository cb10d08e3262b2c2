import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InteractionRequest } from '@hitl/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createJournalStore } from '../store/journal.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { ALICE, ledgerTool, newLedger, scripted, world } from './engine.fixture.ts';

/** Whether a failing call to the store has no effect, or its whole effect. */
const FAULTS = ['before', 'after'] as const;
type Fault = (typeof FAULTS)[number];

/** The methods that a run uses. */
const METHODS = ['load', 'append', 'read', 'renew', 'due', 'findInteraction'] as const;

/** A store whose n-th call fails, and `times - 1` calls after it. */
function failing(store: SessionStore, n: number, fault: Fault, times: number) {
  let count = 0;
  const failed = () => {
    count += 1;
    return count >= n && count < n + times;
  };
  const wrapped = Object.fromEntries(
    METHODS.map((name) => [
      name,
      async (...call: never[]) => {
        const fails = failed();
        if (fails && fault === 'before') throw new Error(`the store is away (${name})`);
        const method = store[name] as (...given: never[]) => Promise<unknown>;
        const result = await method(...call);
        if (fails) throw new Error(`the reply of the store was lost (${name})`);
        return result;
      },
    ]),
  );
  return { store: { ...store, ...wrapped }, calls: () => count };
}

async function survive(
  n: number,
  fault: Fault,
  times: number,
  real: SessionStore,
): Promise<number> {
  const ledger = newLedger();
  const { store, calls } = failing(real, n, fault, times);
  const tool = (name: string, requiresConsent: boolean) =>
    ledgerTool(ledger, name, { requiresConsent });
  const script = scripted(
    [
      {
        calls: [
          { id: 'a', name: 'free', args: {} },
          { id: 'b', name: 'gated', args: {} },
          { id: 'c', name: 'gated', args: {} },
        ],
      },
      { calls: [{ id: 'd', name: 'gated', args: {} }] },
      { text: 'end' },
    ],
    [tool('free', false), tool('gated', true)],
    { consentTimeoutMs: null },
  );
  const { engine } = world([script.agent], ledger, {
    store,
    owner: 'here:1',
    liveness: { prefix: 'here:', isGone: () => false },
  });
  engine.start();
  const input = { agent_id: 'agent', input: 'go', session_id: 's' };
  await again(() => engine.createRun(ALICE, input, { idempotencyKey: 'once' }));
  const key = { tenantId: 'default', sessionId: 's' };
  for (;;) {
    const { items } = await real.listRuns({ tenantId: 'default', limit: 10 });
    expect(items).toHaveLength(1);
    if (items[0]?.status === 'completed') break;
    const { items: waiting } = await real.listInteractions({
      tenantId: 'default',
      status: 'pending',
      limit: 10,
    });
    for (const { interaction_request: request } of waiting) {
      await again(() => engine.respond(ALICE, request.id, answerTo(request, ledger.runs)));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await engine.close(0);
  const keys = ledger.runs.map(({ key: effect }) => effect);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys).toHaveLength(4);
  const events = (await real.read(key, 0)).flatMap((commit) => commit.events);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  await real.close();
  return calls();
}

function answerTo(request: InteractionRequest, runs: readonly { key: string }[]) {
  const base = { request_id: request.id, type: request.type };
  if (request.purpose !== 'recovery') return { ...base, action: 'approve' as const };
  const done = runs.some(({ key }) => key === `${request.run_id}:${request.tool_call_id}`);
  return { ...base, selected_values: [done ? 'mark_done' : 'retry'], text: 'done' };
}

/** Repeats a call, like a client that got no reply. */
async function again<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
}

/** A folder that is deleted after the test. */
function journal(): SessionStore {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return createJournalStore({ folder, mode: 'write' });
}

test.each([
  ['once', 'memory', 1, createMemoryStore],
  ['five times in a row', 'memory', 5, createMemoryStore],
  ['once', 'a journal', 1, journal],
] as const)(
  'whichever call to the store fails, %s, before or after it took effect: every tool runs once and the run ends (%s)',
  async (_, __, times, open) => {
    const undisturbed = await survive(Number.MAX_SAFE_INTEGER, 'before', times, open());
    // Polls after the end do not count.
    const last = Math.min(undisturbed, 90);
    const cases = FAULTS.flatMap((fault) =>
      Array.from({ length: last }, (___, index) => ({ fault, n: index + 1 })),
    );
    await Promise.all(cases.map(({ fault, n }) => survive(n, fault, times, open())));
  },
);
