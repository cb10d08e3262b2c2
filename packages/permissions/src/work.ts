/** Most comparisons and words in one evaluation. */
const MAX_STEPS = 400_000;

/** How long one evaluation may take by the clock, in milliseconds. */
const MAX_MILLISECONDS = 50;

/** The clock is read once in this many steps. */
const STEPS_BETWEEN = 1000;

/**
 * Below this many steps the clock is ignored: on a busy machine the first call after the start takes longer
 * than the limit, and that is no reason to ask a person.
 */
const STEPS_UNTIMED = 10_000;

/** Thrown when an evaluation takes too long. */
export class OutOfWork extends Error {
  constructor() {
    super('The call costs too much to evaluate.');
    this.name = 'OutOfWork';
  }
}

/** Remaining budget of one evaluation. Evaluations are synchronous, so a long one would block the process. */
export interface Work {
  /** Counts steps. @throws OutOfWork after too many steps or too much time */
  spend(steps: number): void;
}

/** A budget without a limit, for work that is bounded by the length of a rule. */
export const UNLIMITED: Work = { spend: () => undefined };

/**
 * The budget of one evaluation. `clock`: monotonic milliseconds. Without one only steps count, so that the
 * same call always has the same result.
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
