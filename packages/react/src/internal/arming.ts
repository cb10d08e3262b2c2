import { eventTime, isArmed, type ArmedEvent, type Arrangement } from '@hitl/client/view';
import { createContext, use, useLayoutEffect, useRef } from 'react';

/** The list that contains a card. */
export const ArrangementContext: React.Context<Arrangement | null> =
  createContext<Arrangement | null>(null);

/** Notifies the surrounding list when a card in it leaves or collapses because it is no longer `open`. */
export function useArrangement(open: boolean): void {
  const around = use(ArrangementContext);
  useLayoutEffect(() => (open ? () => around?.moved() : undefined), [open, around]);
}

/**
 * Distinguishes a deliberate press from one that was aimed at something else, because the card had
 * just appeared, changed or moved up. The returned function is `true` for events at least `delayMs`
 * after the last change of `identity` and, unless caused by a key, after the last move of the
 * surrounding list.
 */
export function useArming(identity: string, delayMs: number): (event: ArmedEvent) => boolean {
  const around = use(ArrangementContext);
  const shown = useRef({ identity: '', at: Number.POSITIVE_INFINITY });
  useLayoutEffect(() => {
    if (shown.current.identity !== identity) shown.current = { identity, at: eventTime() };
  });
  return (event) => isArmed(event, shown.current.at, around, delayMs);
}
