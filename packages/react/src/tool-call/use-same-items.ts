import { useState } from 'react';

/** Returns the previous list while its items are the same, so that memoized components do not render. */
export function useSameItems<T>(items: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && items.every((item, at) => item === kept[at]);
  if (isSame) return kept;
  setKept(items);
  return items;
}
