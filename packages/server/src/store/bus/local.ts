import type { Bus, Change } from './bus.ts';

/** Carries hints inside this process: a listener is called before `publish` returns. */
export function createLocalBus(): Bus {
  const listeners = new Set<(change: Change) => void>();
  return {
    publish(change) {
      // A copy: a listener that subscribes during a call only gets later changes.
      for (const listener of Array.from(listeners)) listener(change);
    },
    subscribe(listener) {
      // Its own function: the same listener may subscribe twice.
      const own = (change: Change): void => listener(change);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    async close() {
      listeners.clear();
    },
  };
}
