'use client';
import { createContext, use, useLayoutEffect, useRef } from 'react';

/** A press or a key, as far as arming has to know it. */
export interface ArmedEvent {
  readonly timeStamp: number;
  /** 0: no pointer made it. */
  readonly detail?: number;
}

/** `event.timeStamp` of now: the same clock as the events', whatever its origin. */
function eventTime(): number {
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

/** The list that a card is in. */
export const ArrangementContext: React.Context<Arrangement | null> =
  createContext<Arrangement | null>(null);

/** Tells the list around that a card of it leaves, or folds, once it is no longer `open`. */
export function useArrangement(open: boolean): void {
  const around = use(ArrangementContext);
  useLayoutEffect(() => (open ? () => around?.moved() : undefined), [open, around]);
}

/**
 * Tells a deliberate press from one that was in flight when the card appeared, became another one, or
 * came up because something above it left. The returned function is `true` for events at least
 * `delayMs` after `identity` changed last and, unless a key made them, after the list around moved.
 */
export function useArming(identity: string, delayMs: number): (event: ArmedEvent) => boolean {
  const around = use(ArrangementContext);
  const shown = useRef({ identity: '', at: Number.POSITIVE_INFINITY });
  useLayoutEffect(() => {
    if (shown.current.identity !== identity) shown.current = { identity, at: eventTime() };
  });
  return ({ timeStamp, detail }) => {
    if (delayMs <= 0) return true;
    if (timeStamp - shown.current.at < delayMs) return false;
    return detail === 0 || around === null || timeStamp - around.movedAt() >= delayMs;
  };
}
