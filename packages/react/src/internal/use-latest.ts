import { useLayoutEffect, useRef, type RefObject } from 'react';

/** A ref to the value of the last committed render, for callbacks that have to stay the same. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
