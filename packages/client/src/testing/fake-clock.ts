import { TEST_TIME } from '@hitl/protocol/testing';
import type { Clock } from '../base/clock.ts';

/** A clock that advances only when a test advances it. */
export interface FakeClock extends Clock {
  /** Advances the time and runs the timers that are due, each at its own time. */
  advance(milliseconds: number): void;
  /** Number of active timers. */
  readonly timers: number;
}

/** `start` in milliseconds since the epoch; default: the base time of the builders' data. */
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
