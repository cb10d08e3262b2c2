'use client';
import { useLayoutEffect, useRef } from 'react';

/** What a gate needs to know of an event. */
interface Timed {
  readonly timeStamp: number;
}

/** `event.timeStamp` of now: the same clock as the events', whatever its origin. */
function eventTime(): number {
  return new Event('now').timeStamp;
}

/**
 * Tells a deliberate press from one that was in flight when the card appeared or became another one.
 * The returned function is `true` for events at least `delayMs` after `identity` changed last.
 */
export function useArming(identity: string, delayMs: number): (event: Timed) => boolean {
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    shownAt.current = eventTime();
  }, [identity]);
  return (event) => delayMs <= 0 || event.timeStamp - shownAt.current >= delayMs;
}
