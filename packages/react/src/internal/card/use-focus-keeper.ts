'use client';
import { useCallback, useLayoutEffect, useRef, type Ref } from 'react';
import { isOpen, type CardState } from './card-state.ts';

/**
 * Keeps the keyboard where it was: a button that is disabled while its answer is on its way, or that
 * leaves with the answer, would drop the focus to the page. It waits on the card and goes back to the
 * button when sending fails. Focus that is elsewhere is left alone.
 */
export function useFocusKeeper(
  state: CardState,
  theirs: Ref<HTMLDivElement> | undefined,
): { ref: (node: HTMLDivElement | null) => void; remember: () => void } {
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    const target = pressed.current;
    const element = root.current;
    if (target === null || element === null) return;
    if (state !== 'submitting') pressed.current = null;
    const { activeElement, body } = element.ownerDocument;
    if (activeElement !== null && activeElement !== body && !element.contains(activeElement))
      return;
    const back = isOpen(state) && state !== 'submitting' && target.isConnected;
    (back ? target : element).focus({ preventScroll: true });
  }, [state]);

  const ref = useCallback(
    (node: HTMLDivElement | null) => {
      root.current = node;
      if (typeof theirs === 'function') return theirs(node);
      if (theirs) theirs.current = node;
    },
    [theirs],
  );
  const remember = (): void => {
    const active = root.current?.ownerDocument.activeElement;
    pressed.current =
      active instanceof HTMLElement && root.current?.contains(active) === true ? active : null;
  };
  return { ref, remember };
}
