import { callSafely } from '../base/call-safely.ts';
import type { HitlClient } from '../client/client.ts';

/**
 * A value that changes, in the shape that `useSyncExternalStore` and its likes expect. The functions
 * can be passed on by themselves.
 */
export interface Store<S> {
  /** Immutable, and the same object until something changes. */
  readonly getSnapshot: () => S;
  /** Calls `listener` after each change. Returns what stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** A store and the hand that changes it. */
export interface Changeable<S> extends Store<S> {
  /** Something changed: the next snapshot is a new one. */
  readonly notify: () => void;
}

/** What a store does while somebody listens. */
export interface Activity {
  readonly client: Pick<HitlClient, 'clock' | 'lingerMs'>;
  /** Begins with the first listener. Returns what ends it. */
  start(): () => void;
}

/**
 * A store whose snapshot is built when it is asked for. Its activity begins with the first listener
 * and ends a moment after the last one left, so that a view which is mounted again at once, as React
 * does in StrictMode, finds it still there.
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
      // One function may subscribe twice: each subscription ends by itself.
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
