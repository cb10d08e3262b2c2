import { useCallback, type Ref } from 'react';

function attach<T>(ref: Ref<T> | undefined, node: T | null): () => void {
  if (typeof ref === 'function') return ref(node) ?? (() => void ref(null));
  if (ref === undefined || ref === null) return () => {};
  ref.current = node;
  return () => {
    ref.current = null;
  };
}

/** Merges our ref and the host's. */
export function useMergedRef<T>(
  ours: Ref<T> | undefined,
  theirs: Ref<T> | undefined,
): (node: T | null) => () => void {
  return useCallback(
    (node) => {
      const leave = [attach(ours, node), attach(theirs, node)];
      return () => leave.forEach((each) => each());
    },
    [ours, theirs],
  );
}
