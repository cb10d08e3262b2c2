import { useEffect } from 'react';

/**
 * Sets `data-hitl-scheme` on the root of the page to the scheme of its computed `color-scheme`,
 * which a stylesheet cannot query. If the page allows both or sets none, the user's preference
 * decides.
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
