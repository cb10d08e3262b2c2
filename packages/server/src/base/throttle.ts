import { systemEvery, type Every } from './every.ts';

/** Throttled work. */
export interface Throttled {
  /** Does it now if it was not done recently, else at the end of the interval. */
  ask(): void;
  /** Cancels work that is still due. */
  stop(): void;
}

/** Does `work` at once when it is first asked for, then at most once per interval, the last time included. */
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
