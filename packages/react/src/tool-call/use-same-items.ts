'use client';
import { useState } from 'react';

/** The list as it was for as long as its items are the same ones, so that what is memoized rests. */
export function useSameItems<T>(items: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(items);
  const isSame = kept.length === items.length && items.every((item, at) => item === kept[at]);
  if (isSame) return kept;
  setKept(items);
  return items;
}
