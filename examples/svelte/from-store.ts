import type { Store } from '@hitl/client';
import { createSubscriber } from 'svelte/reactivity';

/** The snapshot of a client's store as `current`, which is reactive. */
export function fromStore<S>(store: Store<S>): { readonly current: S } {
  const subscribe = createSubscriber((update) => store.subscribe(update));
  return {
    get current() {
      subscribe();
      return store.getSnapshot();
    },
  };
}
