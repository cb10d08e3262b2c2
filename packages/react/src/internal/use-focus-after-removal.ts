import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { focusNext } from './focus-next.ts';
import { useSettings } from './settings.ts';

/**
 * Moves the focus on when the focused element leaves, for example because its card collapses: to
 * the next card, else to the composer, else to the line of the collapsed card; never to the page.
 * `shown`: the lists whose items may leave.
 */
export function useFocusAfterRemoval(
  ...shown: readonly (readonly unknown[])[]
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  const { armingDelayMs } = useSettings();
  /** The last focused element, until the person focuses something else. */
  const last = useRef<Element>(null);
  useEffect(() => {
    const list = root.current;
    const page = list?.ownerDocument;
    const look = ({ target }: Event): void => {
      const isInside = target instanceof Element && list?.contains(target) === true;
      last.current = isInside ? target : null;
    };
    page?.addEventListener('focusin', look);
    // A press on something that takes no focus counts as leaving, too.
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
    if (!focusNext(list, armingDelayMs, left))
      [...list.querySelectorAll('summary')].at(-1)?.focus();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the number of lists never changes
  }, shown);
  return root;
}
