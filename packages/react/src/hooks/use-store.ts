import { useSyncExternalStore } from 'react';

/** Any store of the client. */
export interface Readable<S> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => S;
}

/** The snapshot of a store; rerenders when it changes. */
export function useStore<S>(store: Readable<S>): S {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
