/** Comparisons and words that one evaluation may look at. */
const MAX_STEPS = 400_000;

/** How long one evaluation may take by the clock, in milliseconds. */
const MAX_MILLISECONDS = 50;

/** After how many steps the clock is looked at again. */
const STEPS_BETWEEN = 1000;

/**
 * Work below this many steps ends whatever the clock says: the first call of a process that has just
 * started takes longer than the limit where its machine is busy, and no one should be asked for that.
 */
const STEPS_UNTIMED = 10_000;

/** Thrown through an evaluation that has cost too much. */
export class OutOfWork extends Error {
  constructor() {
    super('The call costs too much to evaluate.');
    this.name = 'OutOfWork';
  }
}

/** Remaining budget of one evaluation, which is synchronous and blocks everything else. */
export interface Work {
  /**
   * Counts steps.
   * @throws OutOfWork where there were too many of them, or they took too long
   */
  spend(steps: number): void;
}

/** For what is limited by the length of a rule. */
export const UNLIMITED: Work = { spend: () => undefined };

/**
 * The work of one evaluation. `clock`: monotonic milliseconds; without one only steps count, so that
 * the same call always ends the same.
 */
export function createWork(clock: (() => number) | undefined): Work {
  const deadline = clock === undefined ? Number.POSITIVE_INFINITY : clock() + MAX_MILLISECONDS;
  let steps = 0;
  let checkAt = STEPS_UNTIMED;
  return {
    spend(more) {
      steps += more;
      if (steps < checkAt) return;
      if (steps > MAX_STEPS || (clock !== undefined && clock() > deadline)) throw new OutOfWork();
      checkAt = steps + STEPS_BETWEEN;
    },
  };
}
