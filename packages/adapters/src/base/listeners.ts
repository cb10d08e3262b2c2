/** Listeners of a store. */
export interface Listeners {
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly notify: () => void;
}

/** Creates an empty list of listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      // One function may subscribe twice: each subscription ends separately.
      const own = (): void => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
