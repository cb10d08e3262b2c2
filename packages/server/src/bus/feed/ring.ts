/** How much a ring keeps. */
export interface RingLimits {
  /** Items. Default 1,000. */
  readonly items?: number;
  /** The sum of their sizes. Default 1 MiB. */
  readonly size?: number;
}

/** What a reader that was too slow gets once, before it goes on at the end. */
export const LOST: unique symbol = Symbol('lost');

/** One position in a ring. */
export interface RingReader<T> {
  /** The next item; `undefined`: none yet; `LOST`: it was forgotten, go back to the log. */
  next(): T | undefined | typeof LOST;
  /** Forgets what has not been read. */
  skipToEnd(): void;
  /** Resolves when there is more to read, when the signal aborts or when the ring is closed. */
  wait(): Promise<void>;
  close(): void;
}

/**
 * The newest items of a stream, kept once for all readers: a reader is a position, so that a slow
 * one costs nothing. Who falls behind what is kept learns that it has.
 */
export interface Ring<T> {
  readonly closed: boolean;
  push(item: T, size: number): void;
  /** Begins at the end. */
  reader(signal: AbortSignal): RingReader<T>;
  /** Wakes all readers; nothing comes any more. */
  close(): void;
}

export function createRing<T extends object>(limits: RingLimits = {}): Ring<T> {
  const { items: maxItems = 1000, size: maxSize = 1 << 20 } = limits;
  const items: { readonly item: T; readonly size: number }[] = [];
  const sleepers = new Set<() => void>();
  let start = 0;
  let total = 0;
  let closed = false;

  function wake(): void {
    const all = [...sleepers];
    sleepers.clear();
    for (const resolve of all) resolve();
  }

  /** Drops the older half at once, so that a push costs the same on average at any limit. */
  function forget(): void {
    let count = 0;
    while (
      items.length - count > 1 &&
      (items.length - count > maxItems / 2 || total > maxSize / 2)
    ) {
      total -= items[count]?.size ?? 0;
      count += 1;
    }
    items.splice(0, count);
    start += count;
  }

  return {
    get closed() {
      return closed;
    },
    push(item, size) {
      if (closed) return;
      items.push({ item, size });
      total += size;
      if (items.length > maxItems || total > maxSize) forget();
      wake();
    },
    reader(signal) {
      let position = start + items.length;
      let asleep: (() => void) | undefined;
      const stop = (): void => {
        if (asleep === undefined) return;
        sleepers.delete(asleep);
        asleep();
      };
      signal.addEventListener('abort', stop);
      return {
        next() {
          if (position < start) {
            position = start + items.length;
            return LOST;
          }
          const found = items[position - start];
          if (found !== undefined) position += 1;
          return found?.item;
        },
        skipToEnd() {
          position = start + items.length;
        },
        wait() {
          if (closed || signal.aborted || position < start + items.length) return Promise.resolve();
          return new Promise((resolve) => {
            asleep = resolve;
            sleepers.add(resolve);
          });
        },
        close() {
          signal.removeEventListener('abort', stop);
          stop();
        },
      };
    },
    close() {
      closed = true;
      wake();
    },
  };
}
