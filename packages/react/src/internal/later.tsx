'use client';
import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';

const loaders = new Set<() => Promise<void>>();
/** What has to be there before anything comes in that pushes others away. */
const guards = new Set<Promise<void>>();

/**
 * A component whose code is fetched when it is first shown, so that the smallest card stays small.
 * Until then, and while the page is hydrated, `Fallback` or nothing stands in its place; if fetching
 * fails it stays there, and the next one that is mounted tries again. It never suspends: a card that
 * can be answered is not taken away to show more of it. What `isGuard` comes before all others: it
 * tells presses on what they push away from those that were meant for it.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback?: ComponentType<P>,
  isGuard = false,
): (props: P) => ReactNode {
  let found: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  async function fetched(): Promise<void> {
    try {
      const component = await load();
      if (!isGuard) await Promise.all(guards);
      found = component;
      for (const listener of listeners) listener();
    } catch {
      loading = undefined;
    }
  }
  function start(): Promise<void> {
    loading ??= fetched();
    if (isGuard) guards.add(loading);
    return loading;
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    void start();
    return () => void listeners.delete(listener);
  }
  loaders.add(start);

  return function Later(props) {
    const Component =
      useSyncExternalStore(
        subscribe,
        () => found,
        () => undefined,
      ) ?? Fallback;
    return Component === undefined ? null : createElement(Component, props);
  };
}

/** Like `later`, for the components of one module. */
export function laterFrom<M>(load: () => Promise<M>): Picker<M> {
  return (pick, Fallback) => later(async () => pick(await load()), Fallback);
}

type Picker<M> = <P extends object>(
  pick: (module: M) => ComponentType<P>,
  Fallback?: ComponentType<P>,
) => (props: P) => ReactNode;

/**
 * Fetches what cards show beyond the smallest one, before it is needed. A provider does so once it is
 * mounted; tests await it, so that a card is whole from its first frame.
 */
export async function preload(): Promise<void> {
  // What was just fetched may name more.
  for (let known = 0; known < loaders.size;) {
    known = loaders.size;
    // oxlint-disable-next-line no-await-in-loop -- each round finds what the one before brought
    await Promise.all([...loaders].map((start) => start()));
  }
}
