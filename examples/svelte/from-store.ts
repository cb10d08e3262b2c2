import type { Store } from '@hitl/client';
import { createSubscriber } from 'svelte/reactivity';

/** What a store of the client says, followed by whatever reads `current`. */
export function fromStore<S>(store: Store<S>): { readonly current: S } {
  const subscribe = createSubscriber((update) => store.subscribe(update));
  return {
    get current() {
      subscribe();
      return store.getSnapshot();
    },
  };
}
