import type { Bus, Change } from './bus.ts';

/** Calls of a bus that also listens to other processes while it has listeners itself. */
export interface BusHooks {
  /** Called with the first listener. */
  readonly onFirst?: () => void;
  /** Called when the last listener has unsubscribed. */
  readonly onLast?: () => void;
}

/** Creates a bus within this process. Listeners are called before `publish` returns. */
export function createLocalBus(): Bus {
  return createHookedBus({});
}

/** Creates a bus within this process that tells whether anyone listens, until it is closed. */
export function createHookedBus({ onFirst, onLast }: BusHooks): Bus {
  const listeners = new Set<(change: Change) => void>();
  let closed = false;
  return {
    publish(change) {
      // A copy, so that a listener that subscribes during a call only gets later changes.
      for (const listener of Array.from(listeners)) listener(change);
    },
    subscribe(listener) {
      // A separate function, since the same listener may subscribe twice.
      const own = (change: Change): void => listener(change);
      listeners.add(own);
      if (listeners.size === 1 && !closed) onFirst?.();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) onLast?.();
      };
    },
    async close() {
      closed = true;
      listeners.clear();
    },
  };
}
