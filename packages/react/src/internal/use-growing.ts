'use client';
import { startTransition, useEffect, useState } from 'react';

/** From here on a list is a long one. */
export const LONG = 16;

/** More than a screen holds. */
const FIRST = 24;
const STEP = 48;

/**
 * How many items of a long list to render: a screenful at once, the others right after it, a few at a
 * time and behind whatever the person does, so that a thousand of them never hold up the page. In the
 * end all are there, for search, keyboard and screen readers.
 */
export function useGrowing(total: number): number {
  const [shown, setShown] = useState(FIRST);
  useEffect(() => {
    if (shown < total) startTransition(() => setShown(shown + STEP));
  }, [shown, total]);
  return shown;
}
