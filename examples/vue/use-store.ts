import type { Store } from '@hitl/client';
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue';

/** The snapshot of a client's store, as a ref. */
export function useStore<S>(store: Store<S>): Readonly<ShallowRef<S>> {
  const value = shallowRef(store.getSnapshot());
  const read = (): void => {
    value.value = store.getSnapshot();
  };
  onScopeDispose(store.subscribe(read));
  read();
  return value;
}
