'use client';
import { useCallback, useState } from 'react';

/** The direction of the text around an element, for what moves by arrow keys; left to right at first. */
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
