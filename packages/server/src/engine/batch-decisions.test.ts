import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  settle,
  start,
  typesOf,
  valueOf,
  world,
} from './engine.fixture.ts';

const DECISIONS = ['approve', 'deny', 'modify_args'] as const;
type Decision = (typeof DECISIONS)[number];

/** All sequences of n decisions. */
function vectors(n: number): Decision[][] {
  if (n === 0) return [[]];
  return vectors(n - 1).flatMap((vector) => DECISIONS.map((decision) => [...vector, decision]));
}

async function play(vector: readonly Decision[], order: readonly number[]): Promise<void> {
  const ledger = newLedger();
  const calls = vector.map((_, index) => ({ id: `c${index}`, name: 'work', args: { index } }));
  const script = scripted(
    [{ calls }, { text: 'end' }],
    [ledgerTool(ledger, 'work', { requiresConsent: true })],
  );
  const { engine } = world([script.agent], ledger);
  const { run_id: id } = await start(engine, ALICE);
  for (const index of order) {
    const request = (await pendingOf(engine, ALICE)).find(
      ({ tool_call_id: call }) => call === `c${index}`,
    );
    if (request === undefined) throw new Error(`c${index} does not wait`);
    expect(ledger.runs).toEqual([]);
    const action = vector[index] ?? 'deny';
    valueOf(
      await engine.respond(ALICE, request.id, {
        request_id: request.id,
        type: 'confirm',
        action,
        ...(action === 'modify_args' && { modified_args: { index, edited: true } }),
      }),
    );
  }
  const events = await settle(engine, ALICE, id);
  const approved = vector.flatMap((decision, index) => {
    if (decision === 'deny') return [];
    return [decision === 'approve' ? { index } : { index, edited: true }];
  });
  expect(ledger.runs.map(({ args }) => args)).toEqual(approved);
  const results = events.flatMap((event) =>
    event.type === 'tool_completed' ? [event.data.result.tool_call_id] : [],
  );
  expect(results).toEqual(calls.map(({ id: callId }) => callId));
  expect(typesOf(events).filter((type) => type === 'execution_resumed')).toHaveLength(1);
  expect(script.requests).toHaveLength(2);
}

test.each([1, 2, 3, 4, 5])(
  'for %i calls, all decisions in any order: approved calls run, in call order, after one resume',
  async (n) => {
    const shuffles = fc.sample(
      fc.shuffledSubarray(
        Array.from({ length: n }, (_, index) => index),
        { minLength: n },
      ),
      { numRuns: 3 ** n, seed: 20_261_121 },
    );
    await Promise.all(vectors(n).map((vector, index) => play(vector, shuffles[index] ?? [])));
  },
);
