import { systemEvery, type Every } from './every.ts';

/** Throttled work. */
export interface Throttled {
  /** Runs the work now if the interval has passed, else at its end. */
  ask(): void;
  /** Cancels work that is still due. */
  stop(): void;
}

/**
 * Throttles `work`: it runs immediately at first, then at most once per interval. A request during
 * an interval is run at its end.
 */
export function throttle(
  intervalMs: number,
  work: () => void,
  every: Every = systemEvery,
): Throttled {
  let rest: (() => void) | undefined;
  let asked = false;
  let stopped = false;

  function stopResting(): void {
    rest?.();
    rest = undefined;
  }

  function act(): void {
    asked = false;
    rest = every(intervalMs, () => {
      stopResting();
      if (asked) act();
    });
    work();
  }

  return {
    ask() {
      if (stopped) return;
      if (rest === undefined) act();
      else asked = true;
    },
    stop() {
      stopped = true;
      stopResting();
    },
  };
}
