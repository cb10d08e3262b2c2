import { startTransition, useEffect, useState } from 'react';

/** Lists of at least this length count as long. */
export const LONG = 16;

/** More than fits on a screen. */
const FIRST = 24;
const STEP = 48;

/**
 * How many items of a long list to render: a screenful first, the others right after it, a few at a
 * time and with low priority, so that a thousand of them never block the page. In the end all are
 * rendered, for search, keyboard and screen readers.
 */
export function useGrowing(total: number): number {
  const [shown, setShown] = useState(FIRST);
  useEffect(() => {
    if (shown < total) startTransition(() => setShown(shown + STEP));
  }, [shown, total]);
  return shown;
}
