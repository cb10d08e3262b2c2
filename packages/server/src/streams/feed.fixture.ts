import type { Bus, Change } from '../store/bus/bus.ts';
import { createFeed } from './create-feed.ts';
import type { Feed, Frame } from './feed.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';

/** A bus whose hints a test delivers, or drops. */
function createTestBus(): Bus & { readonly listeners: number; hint(change: Change): void } {
  const listeners = new Set<(change: Change) => void>();
  return {
    get listeners() {
      return listeners.size;
    },
    hint(change) {
      for (const listener of listeners) listener(change);
    },
    publish(change) {
      for (const listener of listeners) listener(change);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {},
  };
}

/** A feed whose polls and hints a test triggers. */
export interface FeedHarness {
  readonly store: SessionStore;
  readonly bus: ReturnType<typeof createTestBus>;
  readonly feed: Feed;
  /** Triggers the polls of one second; resolves when they have ended. */
  readonly tick: () => Promise<void>;
  readonly errors: unknown[];
}

/** Creates a feed over a store. Default: a new store in memory. */
export function createFeedHarness(store: SessionStore = createMemoryStore()): FeedHarness {
  const bus = createTestBus();
  const ticks = new Set<() => void | Promise<void>>();
  const errors: unknown[] = [];
  const feed = createFeed({
    store,
    bus,
    onError: (error) => errors.push(error),
    every: (_, tick) => {
      ticks.add(tick);
      return () => void ticks.delete(tick);
    },
  });
  const tick = async (): Promise<void> => {
    await Promise.all([...ticks].map(async (each) => each()));
  };
  return { store, bus, feed, tick, errors };
}

/** The next frames; fails if the stream ends earlier. */
export async function take(frames: AsyncIterator<Frame>, count: number): Promise<Frame[]> {
  const taken: Frame[] = [];
  while (taken.length < count) {
    const { value, done } = await frames.next();
    if (done === true) throw new Error(`the stream ended after ${taken.length} frames`);
    taken.push(value);
  }
  return taken;
}

/** All further frames, until the stream ends. */
export async function rest(frames: AsyncIterator<Frame>): Promise<Frame[]> {
  const taken: Frame[] = [];
  for (let item = await frames.next(); item.done !== true; item = await frames.next()) {
    taken.push(item.value);
  }
  return taken;
}
