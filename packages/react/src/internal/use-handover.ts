'use client';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { focusNext } from './focus-next.ts';
import { useSettings } from './settings.ts';

/**
 * Hands the keyboard on when what had it leaves, as a card does that folds: to the next card, else to
 * the composer, else to the line that the card folded into. Never to the page. `shown`: what
 * can leave, one list each.
 */
export function useHandover(
  ...shown: readonly (readonly unknown[])[]
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const { armingDelayMs } = useSettings();
  /** What had the focus last, unless the person has gone elsewhere since. */
  const last = useRef<Element>(null);
  useEffect(() => {
    const list = root.current;
    const page = list?.ownerDocument;
    const look = ({ target }: Event): void => {
      const isInside = target instanceof Element && list?.contains(target) === true;
      last.current = isInside ? target : null;
    };
    page?.addEventListener('focusin', look);
    // A press on what takes no focus leaves, too.
    page?.addEventListener('pointerdown', look);
    return () => {
      page?.removeEventListener('focusin', look);
      page?.removeEventListener('pointerdown', look);
    };
  }, []);
  useLayoutEffect(() => {
    const list = root.current;
    const left = last.current;
    if (list === null || left === null || left.isConnected) return;
    last.current = null;
    const { activeElement, body } = list.ownerDocument;
    if (activeElement !== null && activeElement !== body) return;
    if (!focusNext(list, armingDelayMs)) [...list.querySelectorAll('summary')].at(-1)?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as many lists as at the first rendering
  }, shown);
  return root;
}
