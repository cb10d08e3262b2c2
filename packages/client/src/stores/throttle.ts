import type { Clock } from '../base/clock.ts';

/** Runs something now and then, however often it is asked to. */
export interface Throttle {
  (run: () => void): void;
  /** Forgets what was put off. */
  readonly cancel: () => void;
}

/**
 * Runs what it is given at once, and what it is given within the following milliseconds at their end,
 * of which the last one stands for all.
 */
export function throttle(clock: Clock, milliseconds: number): Throttle {
  let stop: (() => void) | undefined;
  let next: (() => void) | undefined;

  function soon(run: () => void): void {
    next = run;
    if (stop !== undefined) return;
    begin();
  }
  function begin(): void {
    const run = next;
    next = undefined;
    stop = clock.after(milliseconds, () => {
      stop = undefined;
      if (next !== undefined) begin();
    });
    run?.();
  }
  return Object.assign(soon, {
    cancel() {
      stop?.();
      stop = undefined;
      next = undefined;
    },
  });
}
