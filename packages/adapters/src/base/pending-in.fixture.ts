import type { RequestStore } from './request-store.ts';

/** Resolves once `count` requests are pending. */
export function pendingIn(store: RequestStore, count: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = store.subscribe(() => {
      if (store.getSnapshot().length !== count) return;
      stop();
      resolve();
    });
  });
}
