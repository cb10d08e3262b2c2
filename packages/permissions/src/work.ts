/**
 * What one judgement may cost: judging is synchronous, so whatever it takes nobody else gets. The
 * state is of the module since nothing else runs while a call is judged.
 */

/** Comparisons and words that one judgement may look at. */
export const MAX_STEPS = 400_000;

/** How long one judgement may take by the clock, in milliseconds. */
const MAX_MILLISECONDS = 50;

/** After how many steps the clock is looked at again. */
const STEPS_BETWEEN = 1000;

/**
 * Work below this many steps ends whatever the clock says: the first call of a process that has just
 * started takes longer than the limit where its machine is busy, and nobody should be asked for that.
 */
const STEPS_UNTIMED = 10_000;

/** Thrown through a judgement that has cost too much. */
export class OutOfWork extends Error {
  constructor() {
    super('The call costs too much to judge.');
    this.name = 'OutOfWork';
  }
}

/** Counts steps, so that a test can hold the cost of a check to the length of its input. */
export const work: { steps: number } = { steps: 0 };

interface Budget {
  readonly last: number;
  readonly clock: (() => number) | undefined;
  readonly deadline: number;
}

let budget: Budget | undefined;
let checkAt = Number.POSITIVE_INFINITY;

/**
 * Counts steps of a judgement.
 * @throws OutOfWork where it has taken too many of them, or too long
 */
export function spend(steps: number): void {
  work.steps += steps;
  if (work.steps >= checkAt) check();
}

function check(): void {
  if (budget === undefined) return;
  const { last, clock, deadline } = budget;
  if (work.steps > last || (clock !== undefined && clock() > deadline)) throw new OutOfWork();
  checkAt = Math.min(last + 1, work.steps + STEPS_BETWEEN);
}

/**
 * Runs a judgement within its limits; `beyond` says what holds where it would take more. `clock`:
 * monotonic milliseconds; without one only steps count, so that the same call always ends the same.
 */
export function within<Value>(
  clock: (() => number) | undefined,
  judge: () => Value,
  beyond: () => Value,
): Value {
  const around = { budget, checkAt };
  budget = {
    last: work.steps + MAX_STEPS,
    clock,
    deadline: clock === undefined ? Number.POSITIVE_INFINITY : clock() + MAX_MILLISECONDS,
  };
  checkAt = work.steps + STEPS_UNTIMED;
  try {
    return judge();
  } catch (error) {
    if (error instanceof OutOfWork) return beyond();
    throw error;
  } finally {
    ({ budget, checkAt } = around);
  }
}
