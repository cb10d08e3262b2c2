import { useSyncExternalStore } from 'react';

const DARK = '(prefers-color-scheme: dark)';

function subscribe(onChange: () => void): () => void {
  const dark = matchMedia(DARK);
  const observer = new MutationObserver(onChange);
  dark.addEventListener('change', onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    dark.removeEventListener('change', onChange);
    observer.disconnect();
  };
}

function read(): 'light' | 'dark' {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === undefined ? matchMedia(DARK).matches : theme === 'dark';
  return isDark ? 'dark' : 'light';
}

/** Whether this page is light or dark: by `data-theme` on its root, else as the person prefers. */
export function usePageAppearance(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, read, () => 'light');
}
