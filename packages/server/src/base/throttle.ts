import { systemEvery, type Every } from './every.ts';

/** Work that is asked for more often than it is done. */
export interface Throttled {
  /** Does it now where it was not done lately, else once the interval is over. */
  ask(): void;
  /** What was asked for and is not done yet is not done any more. */
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
