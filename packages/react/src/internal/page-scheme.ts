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
      const [, next] =
        /^(?:only )?(dark|light)(?: only)?$/.exec(getComputedStyle(body).colorScheme) ?? [];
      if (root.dataset['hitlScheme'] === next) return;
      if (next === undefined) delete root.dataset['hitlScheme'];
      else root.dataset['hitlScheme'] = next;
    };
    look();
    const observer = new MutationObserver(look);
    observer.observe(root, { attributes: true });
    observer.observe(body, { attributes: true });
    observer.observe(head, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
