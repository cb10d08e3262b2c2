/** How much is kept. */
export interface RecentLimits {
  /** Items. Default 1,000. */
  readonly items?: number;
  /** The sum of their sizes. Default 1 MiB. */
  readonly size?: number;
}

/** The newest items of a stream, kept once for all who fell behind a little. */
export interface Recent<T> {
  /** How many items there have been: the position after the newest one. */
  readonly end: number;
  push(item: T, size: number): void;
  /** Oldest first. */
  all(): readonly T[];
  /** The items from a position on; `null`: some of them are forgotten. */
  since(position: number): readonly T[] | null;
}

export function createRecent<T>(limits: RecentLimits = {}): Recent<T> {
  const { items: maxItems = 1000, size: maxSize = 1 << 20 } = limits;
  const items: T[] = [];
  const sizes: number[] = [];
  let start = 0;
  let total = 0;

  /** Drops the older half at once, so that a push costs the same on average at any limit. */
  function forget(): void {
    let count = 0;
    while (items.length - count > maxItems / 2 || total > maxSize / 2) {
      total -= sizes[count] ?? 0;
      count += 1;
    }
    items.splice(0, count);
    sizes.splice(0, count);
    start += count;
  }

  return {
    get end() {
      return start + items.length;
    },
    push(item, size) {
      items.push(item);
      sizes.push(size);
      total += size;
      if (items.length > maxItems || total > maxSize) forget();
    },
    all: () => items,
    since: (position) => (position < start ? null : items.slice(position - start)),
  };
}
