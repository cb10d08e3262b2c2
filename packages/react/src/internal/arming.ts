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

/** Presses that were meant for what stood there before, and what is to be said about each. */
export const refusals: WeakMap<object, () => void> = new WeakMap();

/** Whether a press was meant for what it hit. Says so where it was not. */
export function isMeant(event: object): boolean {
  const refuse = refusals.get('nativeEvent' in event ? (event.nativeEvent as object) : event);
  refuse?.();
  return refuse === undefined;
}

/**
 * Tells a deliberate press from one that was in flight when the card appeared or became another one.
 * The returned function is `true` for events at least `delayMs` after `identity` changed last, but for
 * presses on what had just moved.
 */
export function useArming(identity: string, delayMs: number): (event: Timed) => boolean {
  const shown = useRef({ identity: '', at: Number.POSITIVE_INFINITY });
  useLayoutEffect(() => {
    if (shown.current.identity !== identity) shown.current = { identity, at: eventTime() };
  });
  return (event) =>
    delayMs <= 0 || (event.timeStamp - shown.current.at >= delayMs && isMeant(event));
}
