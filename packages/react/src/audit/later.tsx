'use client';
import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

/**
 * A component whose code is fetched when it is first shown, for what a person waits for anyway and
 * nobody decides by. Until it is there, while the page is hydrated, and where fetching fails,
 * `Fallback` stands in its place; the next one that is mounted tries again.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback: ComponentType<P>,
): (props: P) => ReactNode {
  let found: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function fetched(): Promise<void> {
    try {
      found = await load();
      for (const listener of listeners) listener();
    } catch {
      loading = undefined;
    }
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    loading ??= fetched();
    return () => void listeners.delete(listener);
  }

  return function Later(props) {
    const Component = useSyncExternalStore(
      subscribe,
      () => found,
      () => undefined,
    );
    return createElement(Component ?? Fallback, props);
  };
}
