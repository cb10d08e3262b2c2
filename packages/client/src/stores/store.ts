import { callSafely } from '../base/call-safely.ts';
import type { HitlClient } from '../client/client.ts';

/**
 * A changing value, in the shape that `useSyncExternalStore` and similar functions expect. Its
 * functions need no `this`.
 */
export interface Store<S> {
  /** Immutable, and the same object until something changes. */
  readonly getSnapshot: () => S;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store that can be changed. */
export interface Changeable<S> extends Store<S> {
  /** Reports a change: the next snapshot is a new object. */
  readonly notify: () => void;
}

/** Activity of a store while it has listeners. */
export interface Activity {
  readonly client: Pick<HitlClient, 'clock' | 'lingerMs'>;
  /** Starts with the first listener. Returns a function that ends it. */
  start(): () => void;
}

/**
 * A store whose snapshot is built when it is read. Its activity starts with the first listener and
 * ends a moment after the last one left, so that it survives an immediate remount, as in React's
 * StrictMode.
 */
export function createStore<S>(build: () => S, activity?: Activity): Changeable<S> {
  const listeners = new Set<() => void>();
  let snapshot: { readonly value: S } | undefined;
  let stop: (() => void) | undefined;
  let cancelLinger: (() => void) | undefined;

  return {
    getSnapshot() {
      snapshot ??= { value: build() };
      return snapshot.value;
    },
    subscribe(listener) {
      // One function may subscribe twice: each subscription ends separately.
      const own = (): void => listener();
      listeners.add(own);
      cancelLinger?.();
      stop ??= activity?.start();
      return () => {
        if (!listeners.delete(own) || listeners.size > 0 || activity === undefined) return;
        cancelLinger = activity.client.clock.after(activity.client.lingerMs, () => {
          stop?.();
          stop = undefined;
        });
      };
    },
    notify() {
      snapshot = undefined;
      for (const listener of listeners) callSafely(listener);
    },
  };
}
