'use client';
import { useEffect } from 'react';

/**
 * Tells the style sheet which scheme the page's own `color-scheme` computes to, as `data-hitl-scheme` on
 * its root, since a style sheet cannot ask. A page that names both, or none, leaves it to the person.
 */
export function usePageScheme(): void {
  useEffect(() => {
    const { body, documentElement: root, head } = document;
    const look = (): void => {
      const words = getComputedStyle(body).colorScheme?.split(' ') ?? [];
      const [scheme, ...others] = words.filter((word) => word === 'dark' || word === 'light');
      const next = others.length === 0 ? scheme : undefined;
      if (root.dataset['hitlScheme'] === next) return;
      if (next === undefined) delete root.dataset['hitlScheme'];
      else root.dataset['hitlScheme'] = next;
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(root, { attributes: true });
    observer.observe(body, { attributes: true });
    observer.observe(head, { childList: true, subtree: true });
    head.addEventListener('load', look, { capture: true });
    return () => {
      observer.disconnect();
      head.removeEventListener('load', look, { capture: true });
    };
  }, []);
}
