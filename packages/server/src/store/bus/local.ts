import type { Bus, Change } from './bus.ts';

/** Creates a bus within this process. Listeners are called before `publish` returns. */
export function createLocalBus(): Bus {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change) {
      // A copy, so that a listener that subscribes during a call only gets later changes.
      for (const listener of Array.from(listeners)) listener(change);
    },
    subscribe(listener) {
      // A separate function, since the same listener may subscribe twice.
      const own = (change: Change): void => listener(change);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async close() {
      listeners.clear();
    },
  };
}
