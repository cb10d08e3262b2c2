/** How much a ring keeps. */
export interface RingLimits {
  /** Items. Default 1,000. */
  readonly items?: number;
  /** The sum of their sizes. Default 1 MiB. */
  readonly size?: number;
}

/** What a reader that was too slow gets once, before it goes on at the end. */
export const LOST: unique symbol = Symbol('lost');

/** A reader's place in a ring. */
export interface Place {
  position: number;
  /** Ends its wait; absent while it does not wait. */
  wake?: (() => void) | undefined;
}

/**
 * The newest items of a stream, kept once for all readers: a reader is a place, so that a slow one
 * costs nothing. Who falls behind what is kept learns that it has.
 */
export interface Ring<T> {
  readonly closed: boolean;
  push(item: T, size: number): void;
  /** The place after the last item. */
  end(): Place;
  /** Moves a place there: what was not read is forgotten. */
  skipToEnd(place: Place): void;
  /** The next item; `undefined`: none yet; `LOST`: it was forgotten, go back to the log. */
  next(place: Place): T | undefined | typeof LOST;
  /** Resolves when there is more to read, when the ring is closed, and with `leave`. */
  wait(place: Place): Promise<void>;
  /** Ends the wait of one reader. */
  leave(place: Place): void;
  /** Wakes all readers; nothing comes any more. */
  close(): void;
}

export function createRing<T extends object>(limits: RingLimits = {}): Ring<T> {
  const { items: maxItems = 1000, size: maxSize = 1 << 20 } = limits;
  const items: { readonly item: T; readonly size: number }[] = [];
  const sleepers = new Set<Place>();
  let start = 0;
  let total = 0;
  let closed = false;

  function wake(): void {
    const all = [...sleepers];
    sleepers.clear();
    for (const place of all) place.wake?.();
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
    end: () => ({ position: start + items.length }),
    skipToEnd(place) {
      place.position = start + items.length;
    },
    next(place) {
      if (place.position < start) {
        place.position = start + items.length;
        return LOST;
      }
      const found = items[place.position - start];
      if (found !== undefined) place.position += 1;
      return found?.item;
    },
    wait(place) {
      if (closed || place.position < start + items.length) return Promise.resolve();
      return new Promise((resolve) => {
        place.wake = resolve;
        sleepers.add(place);
      });
    },
    leave(place) {
      sleepers.delete(place);
      place.wake?.();
    },
    close() {
      closed = true;
      wake();
    },
  };
}
