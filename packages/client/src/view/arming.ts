/** A press or a key, as far as arming has to know it. */
export interface ArmedEvent {
  readonly timeStamp: number;
  /** 0: no pointer made it. */
  readonly detail?: number;
}

/** `event.timeStamp` of now: the same clock as the events', whatever its origin. */
export function eventTime(): number {
  return new Event('now').timeStamp;
}

/** When a list was last rearranged: something in it left or folded, and what is below came up. */
export interface Arrangement {
  readonly moved: () => void;
  readonly movedAt: () => number;
}

/** One list, in which nothing has moved yet. */
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
 * Whether a press was meant for what is on the screen: it came at least `delayMs` after that was shown
 * and, unless a key made it, after the list around it moved.
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
