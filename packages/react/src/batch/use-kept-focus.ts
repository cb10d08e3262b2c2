import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The line of the open row. */
const OPEN_LINE = '[data-hitl-part="batch-line"][aria-expanded="true"]';

/**
 * Keeps the focus in a panel: when another row is opened, or the focused element is removed, the open
 * row gets it, else the panel. It is never taken from elements outside of the panel.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, open: string): void {
  const held = useRef(false);
  const shown = useRef(open);
  // Read while rendering: afterwards the focused element may have left the page. Some browsers have
  // no active element while it is disabled.
  const active = root.current?.ownerDocument.activeElement ?? null;
  const isNowhere = active === null || active === active.ownerDocument.body;
  const holds = root.current !== null && (isNowhere ? held.current : root.current.contains(active));
  useLayoutEffect(() => {
    const element = root.current;
    const moved = shown.current !== open;
    shown.current = open;
    held.current = holds;
    if (!holds || element === null) return;
    const { activeElement, body } = element.ownerDocument;
    if (activeElement !== null && activeElement !== body) {
      if (!element.contains(activeElement)) return;
      const line = element.querySelector(OPEN_LINE);
      const row = activeElement.closest('[data-hitl-part="batch-row"]');
      const isThere = !moved || line === null || row?.contains(line) === true;
      if (isThere && activeElement.closest('[hidden]') === null) return;
    }
    (element.querySelector<HTMLElement>(OPEN_LINE) ?? element).focus();
  });
}
