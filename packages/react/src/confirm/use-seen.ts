'use client';
import { useCallback, type RefCallback } from 'react';

/** Content below this part of the screen may be hidden behind the card's buttons. */
const BELOW = '0px 0px -48px 0px';

/**
 * The ref of an element: calls `see` once both of its `data-hitl-part="edge"` have been on the
 * screen, while `watched`. Without an IntersectionObserver it is called immediately.
 */
export function useSeen(text: string, watched: boolean, see: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (root) => {
      if (!watched || root === null) return undefined;
      if (typeof IntersectionObserver === 'undefined') {
        see();
        return undefined;
      }
      const edges = new Set<Element>(root.querySelectorAll('[data-hitl-part="edge"]'));
      const observer = new IntersectionObserver(
        (entries) => {
          for (const { isIntersecting, target } of entries)
            if (isIntersecting) edges.delete(target);
          if (edges.size > 0) return;
          observer.disconnect();
          see();
        },
        { rootMargin: BELOW },
      );
      for (const edge of edges) observer.observe(edge);
      return () => observer.disconnect();
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each text, whatever the callback
    [text, watched],
  );
}
