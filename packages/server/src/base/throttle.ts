import { systemEvery, type Every } from './every.ts';

/**
 * Throttles `work`: it runs immediately at first, then at most once per interval. A request during
 * an interval is run at its end.
 */
export function throttle(intervalMs: number, work: () => void, every: Every = systemEvery) {
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
    /** Runs the work now if the interval has passed, else at its end. */
    ask(): void {
      if (stopped) return;
      if (rest === undefined) act();
      else asked = true;
    },
    /** Cancels work that is still due. */
    stop(): void {
      stopped = true;
      stopResting();
    },
  };
}
