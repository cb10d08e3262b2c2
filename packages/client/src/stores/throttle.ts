import type { Clock } from '../base/clock.ts';

/** Limits how often something runs. */
export interface Throttle {
  (run: () => void): void;
  /** Cancels a delayed run. */
  readonly cancel: () => void;
}

/**
 * Runs the first function immediately; of those passed within the following milliseconds, only the last
 * one runs, at their end.
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
