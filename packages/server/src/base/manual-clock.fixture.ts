import type { Every } from './every.ts';

/** A clock whose ticks a test triggers. */
export interface ManualClock {
  readonly every: Every;
  /** Whether anything is waiting for a tick. */
  readonly running: boolean;
  /** Resolves once something is waiting for ticks of this interval. */
  awaited(intervalMs: number): Promise<void>;
  /** Triggers everything with an interval of at most this length. Default: all. */
  tick(intervalMs?: number): void;
}

export function createManualClock(): ManualClock {
  const ticks = new Map<() => void | Promise<void>, number>();
  const waiting = new Set<() => void>();
  return {
    every: (intervalMs, tick) => {
      ticks.set(tick, intervalMs);
      for (const look of waiting) look();
      return () => void ticks.delete(tick);
    },
    get running() {
      return ticks.size > 0;
    },
    awaited: (intervalMs) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!Array.from(ticks.values()).includes(intervalMs)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    tick(intervalMs = Infinity) {
      for (const [tick, interval] of Array.from(ticks)) {
        if (interval <= intervalMs) void tick();
      }
    },
  };
}
