import { authorizationRequest, inputRequest, sessionLog, suspension } from '@hitl/protocol/testing';
import type { RunEvent } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createPendingNotices, type OnPending, type PendingNotice } from './pending-notices.ts';

const leave = authorizationRequest({ id: 'int_1', tool_call_id: 'c1', tool_args: { to: 'ann' } });
const question = inputRequest({ id: 'int_2', tool_call_id: 'c2' });
const asked: readonly RunEvent[] = sessionLog(suspension(leave, question));

/** Notices with pauses that the test ends. */
function notices(onPending: OnPending) {
  const errors: unknown[] = [];
  const pauses: { milliseconds: number; end: () => void }[] = [];
  let paused: (() => void) | undefined;
  const made = createPendingNotices({
    onPending,
    onError: (error) => errors.push(error),
    pause: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve());
        pauses.push({ milliseconds, end: resolve });
        paused?.();
      }),
  });
  async function untilPause(): Promise<void> {
    if (pauses.length === 0) await new Promise<void>((resolve) => (paused = resolve));
  }
  /** Ends the next pause as soon as it starts. */
  async function endPause(): Promise<number> {
    await untilPause();
    const pause = pauses.shift();
    pause?.end();
    return pause?.milliseconds ?? 0;
  }
  return { ...made, errors, untilPause, endPause };
}

const one = asked.filter(
  (event) => event.type !== 'interaction_request' || event.data.interaction_request.id === 'int_1',
);

describe('notices of pending requests', () => {
  test('contain ids only, one for each request of a commit', async () => {
    const told: PendingNotice[] = [];
    const made = notices((notice) => void told.push(notice));
    made.appended(asked);
    await made.close(1000);
    const { run_id, session_id } = leave;
    expect(told).toEqual([
      {
        interaction_id: 'int_1',
        run_id,
        session_id,
        tool_call_id: 'c1',
        purpose: 'authorization',
      },
      { interaction_id: 'int_2', run_id, session_id, tool_call_id: 'c2', purpose: 'question' },
    ]);
  });

  test('are retried after failures, with increasing delays, until delivered', async () => {
    let attempts = 0;
    const made = notices(async () => {
      attempts += 1;
      if (attempts < 3) throw new Error('away');
    });
    made.appended(one);
    expect([await made.endPause(), await made.endPause()]).toEqual([1000, 4000]);
    await made.close(1000);
    expect(attempts).toBe(3);
    expect(made.errors).toEqual([]);
  });

  test('are given up after five attempts, and reported without the content of the request', async () => {
    let attempts = 0;
    const made = notices(() => {
      attempts += 1;
      throw new Error('away');
    });
    made.appended(one);
    for (let count = 0; count < 4; count += 1) await made.endPause();
    await made.close(1000);
    expect(attempts).toBe(5);
    expect(made.errors).toMatchObject([
      {
        code: 'pending_not_delivered',
        message: expect.stringMatching(/int_1 is pending could not be delivered: away\./),
      },
    ]);
    expect(JSON.stringify(made.errors)).not.toContain('ann');
  });

  test('are not part of the append: a listener that throws or hangs is only called later', async () => {
    const calls: string[] = [];
    const made = notices(() => {
      calls.push('listener');
      throw new Error('no');
    });
    made.appended(one);
    calls.push('append');
    await made.close(1000);
    expect(calls).toEqual(['append', 'listener']);
    expect(made.errors).toHaveLength(1);
  });

  test('end with the server: a pending retry is made immediately, a hanging one is aborted', async () => {
    const attempts: string[] = [];
    const made = notices(({ interaction_id: id }) => {
      attempts.push(id);
      if (id === 'int_2') throw new Error('away');
      return new Promise(() => undefined);
    });
    made.appended(asked);
    await made.endPause();
    await made.untilPause();
    await made.close(0);
    expect(attempts).toEqual(['int_1', 'int_2', 'int_2', 'int_2']);
    expect(made.errors.map(String)).toEqual([
      expect.stringContaining('int_2 is pending could not be delivered: away'),
      expect.stringContaining('int_1 is pending could not be delivered: the server is closing'),
    ]);
  });

  test('do not fill the memory while the listener is unavailable: a thousand at a time', async () => {
    const made = notices(() => new Promise(() => undefined));
    for (let count = 0; count < 501; count += 1) made.appended(asked);
    expect(made.errors).toHaveLength(2);
    expect(String(made.errors[0])).toContain('too many are in progress');
    await made.close(0);
    expect(made.errors).toHaveLength(1002);
  });
});
