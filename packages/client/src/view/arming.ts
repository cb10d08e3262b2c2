/** The parts of a press or key event that matter here. */
export interface ArmedEvent {
  readonly timeStamp: number;
  /** 0: not caused by a pointer. */
  readonly detail?: number;
}

/** The current time on the clock of `event.timeStamp`. */
export function eventTime(): number {
  return new Event('now').timeStamp;
}

/** When a list was last rearranged because an item left or collapsed and the items below moved up. */
export interface Arrangement {
  readonly moved: () => void;
  readonly movedAt: () => number;
}

/** A list in which nothing has moved yet. */
export function createArrangement(): Arrangement {
  let at = Number.NEGATIVE_INFINITY;
  return {
    moved() {
      at = eventTime();
    },
    movedAt: () => at,
  };
}

/**
 * Whether a press was aimed at what is on the screen: it came at least `delayMs` after that
 * appeared and, unless caused by a key, as long after the list around it moved.
 */
export function isArmed(
  { timeStamp, detail }: ArmedEvent,
  shownAt: number,
  around: Arrangement | null,
  delayMs: number,
): boolean {
  if (delayMs <= 0) return true;
  if (timeStamp - shownAt < delayMs) return false;
  return detail === 0 || around === null || timeStamp - around.movedAt() >= delayMs;
}
