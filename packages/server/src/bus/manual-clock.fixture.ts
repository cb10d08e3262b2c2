import type { Every } from './feed/every.ts';

/** A clock whose ticks a test makes itself. */
export interface ManualClock {
  readonly every: Every;
  /** Whether anything waits for a tick. */
  readonly running: boolean;
  /** Makes everything tick that repeats at least so often. Default: all. */
  tick(intervalMs?: number): void;
}

export function createManualClock(): ManualClock {
  const ticks = new Map<() => void | Promise<void>, number>();
  return {
    every: (intervalMs, tick) => {
      ticks.set(tick, intervalMs);
      return () => void ticks.delete(tick);
    },
    get running() {
      return ticks.size > 0;
    },
    tick(intervalMs = Infinity) {
      for (const [tick, interval] of Array.from(ticks)) {
        if (interval <= intervalMs) void tick();
      }
    },
  };
}
