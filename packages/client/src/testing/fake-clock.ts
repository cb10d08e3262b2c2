import { TEST_TIME } from '@hitl/protocol/testing';
import type { Clock } from '../base/clock.ts';

/** A clock that stands still until a test turns it. */
export interface FakeClock extends Clock {
  /** Moves on, and calls what is due in between, each at its own time. */
  advance(milliseconds: number): void;
  /** How many timers are set. */
  readonly timers: number;
}

/** `start` in milliseconds since the epoch; default: when the builders' data begin. */
export function createFakeClock(start: number = TEST_TIME): FakeClock {
  let now = start;
  const timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  let last = 0;

  return {
    now: () => now,
    after(milliseconds, run) {
      last += 1;
      const id = last;
      timers.set(id, { at: now + Math.max(0, milliseconds), run });
      return () => void timers.delete(id);
    },
    advance(milliseconds) {
      const end = now + milliseconds;
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end);
        const [next] = due.toSorted(([, left], [, right]) => left.at - right.at);
        if (next === undefined) break;
        const [id, { at, run }] = next;
        timers.delete(id);
        now = Math.max(now, at);
        run();
      }
      now = end;
    },
    get timers() {
      return timers.size;
    },
  };
}
