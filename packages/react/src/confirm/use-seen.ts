'use client';
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** What lies below this much of the screen may be behind the card's own buttons. */
const BELOW = '0px 0px -48px 0px';

/**
 * Calls `see` once both of the element's `data-hitl-part="edge"` have been on the screen, while
 * `watched`. Where the page cannot tell, it is called at once.
 */
export function useSeen(
  text: string,
  watched: boolean,
  see: () => void,
): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!watched) return undefined;
    if (typeof IntersectionObserver === 'undefined') {
      see();
      return undefined;
    }
    const edges = new Set<Element>(root.current?.querySelectorAll('[data-hitl-part="edge"]'));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) edges.delete(target);
        if (edges.size > 0) return;
        observer.disconnect();
        see();
      },
      { rootMargin: BELOW },
    );
    for (const edge of edges) observer.observe(edge);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each text, whoever is told
  }, [text, watched]);
  return root;
}
