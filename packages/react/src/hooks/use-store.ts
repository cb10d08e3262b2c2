'use client';
import { useSyncExternalStore } from 'react';

/** A value that changes: any store of the client. */
export interface Readable<S> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => S;
}

/** The snapshot of a store; renders again when it changes. */
export function useStore<S>(store: Readable<S>): S {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
