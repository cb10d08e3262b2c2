import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Tolerance at the end, because browsers round scroll positions. */
const NEAR_PX = 8;

/**
 * Keeps the end of a box in view while its content grows, unless the user has scrolled away from
 * it.
 */
export function useFollowEnd<E extends HTMLElement>(): {
  readonly ref: RefObject<E | null>;
  readonly onScroll: () => void;
} {
  const ref = useRef<E>(null);
  const follows = useRef(true);
  // Any render may have changed the height.
  useLayoutEffect(() => {
    const box = ref.current;
    if (box !== null && follows.current) box.scrollTop = box.scrollHeight;
  });
  return {
    ref,
    onScroll() {
      const box = ref.current;
      if (box === null) return;
      follows.current = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_PX;
    },
  };
}
