import { expect, onTestFinished, test, vi } from 'vitest';
import type { ClaimResult } from '../generated/types.ts';
import { gateOver } from './gate-over.ts';

const CALL = { sessionId: 's', toolCallId: 'c', toolName: 'pay', toolArgs: {} };
const LEASE_MS = 60_000;

/**
 * A gate whose claims take effect and are answered so many milliseconds after they were sent, in turn,
 * by the clocks that move. The first claim to arrive has a lease, which ends.
 */
function gateWith(
  delays: readonly (readonly [arrives: number, answered: number])[],
  clocks: Clock[],
) {
  vi.useFakeTimers({ toFake: clocks });
  onTestFinished(() => void vi.useRealTimers());
  let clock = 0;
  const pass = (ms: number): void => {
    clock += ms;
    vi.advanceTimersByTime(ms);
  };
  let leaseUntil: number | undefined;
  const left = [...delays];
  const claimed: ClaimResult = {
    claimed: true,
    status: 'running',
    interaction_id: 'i',
    run_id: 'r',
    tool_call_id: CALL.toolCallId,
    tool_name: CALL.toolName,
    args: {},
    attempt: 1,
    idempotency_key: 'r',
  };
  const gate = gateOver({
    submit: () => Promise.resolve({ decision: 'allowed', interaction_id: 'i' }),
    settled: () => Promise.resolve(),
    claim(_, { holder }) {
      const [arrives, answered] = left.shift() ?? [0, 0];
      pass(arrives);
      leaseUntil ??= clock + LEASE_MS;
      const lease_left_ms = Math.max(0, leaseUntil - clock);
      pass(answered - arrives);
      return Promise.resolve({ ...claimed, holder, lease_left_ms });
    },
    complete: () => Promise.resolve({ ...claimed, claimed: false, status: 'completed' }),
  });
  const ran: string[] = [];
  return { ran, left, run: () => gate.run(CALL, () => ran.push('ran')) };
}

type Clock = 'Date' | 'performance';
const BOTH: Clock[] = ['Date', 'performance'];

test.each([
  ['that is answered at once', [[0, 10]], BOTH],
  ['that is answered just before its lease ends', [[0, LEASE_MS - 1]], BOTH],
  [
    'that waits for its server longer than its lease, and is confirmed',
    [
      [LEASE_MS, LEASE_MS + 10],
      [0, 20],
    ],
    BOTH,
  ],
] as const)('a call runs whose claim is one %s', async (_, delays, clocks) => {
  const { run, ran, left } = gateWith(delays, [...clocks]);
  await expect(run()).resolves.toMatchObject({ kind: 'ran' });
  expect(ran).toEqual(['ran']);
  expect(left).toEqual([]);
});

test.each([
  ['by the clock of the machine, as while it sleeps', ['Date']],
  ['by the monotonic clock, as if the other one was set back meanwhile', ['performance']],
  ['by both clocks', BOTH],
] as const)(
  'a call does not run whose lease is over when its claim is answered, %s',
  async (_, clocks) => {
    const { run, ran, left } = gateWith([[0, LEASE_MS]], [...clocks]);
    await expect(run()).rejects.toMatchObject({ code: 'timeout' });
    expect(ran).toEqual([]);
    expect(left).toEqual([]);
  },
);

test('a call does not run whose claim is confirmed too late each time, and is given up', async () => {
  const { run, ran, left } = gateWith(
    [
      [LEASE_MS, LEASE_MS],
      [0, LEASE_MS],
      [0, 1],
      [0, 0],
    ],
    BOTH,
  );
  await expect(run()).rejects.toMatchObject({
    code: 'timeout',
    message: expect.stringContaining('did not run'),
  });
  expect(ran).toEqual([]);
  expect(left).toEqual([[0, 0]]);
});
