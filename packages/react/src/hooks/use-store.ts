'use client';
import type { Store } from '@hitl/client';
import { useSyncExternalStore } from 'react';

/** The snapshot of a store of the client; renders again when it changes. */
export function useStore<S>(store: Store<S>): S {
  return useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot);
}
