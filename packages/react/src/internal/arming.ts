'use client';
import { eventTime, isArmed, type ArmedEvent, type Arrangement } from '@hitl/client/view';
import { createContext, use, useLayoutEffect, useRef } from 'react';

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
  return (event) => isArmed(event, shown.current.at, around, delayMs);
}
