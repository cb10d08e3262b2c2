import { useCallback, useState } from 'react';

/** The text direction of an element, for arrow keys; initially left to right. */
export function useTextDirection(): [
  dir: 'ltr' | 'rtl',
  ref: (element: HTMLElement | null) => void,
] {
  const [dir, setDir] = useState<'ltr' | 'rtl'>('ltr');
  const ref = useCallback((element: HTMLElement | null) => {
    const around = element?.parentElement;
    if (!around) return;
    setDir(getComputedStyle(around).direction === 'rtl' ? 'rtl' : 'ltr');
  }, []);
  return [dir, ref];
}
