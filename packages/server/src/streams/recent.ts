/** Limits of the kept items. */
export interface RecentLimits {
  /** Maximum number of items. Default 1,000. */
  readonly items?: number;
  /** Maximum sum of their sizes. Default 1 MiB. */
  readonly size?: number;
}

/** The newest items of a stream, kept once for all readers that are slightly behind. */
export interface Recent<T> {
  /** The number of all items so far: the position after the newest one. */
  readonly end: number;
  push(item: T, size: number): void;
  /** The kept items, oldest first. */
  all(): readonly T[];
  /** The items from a position on; `null` if some of them were dropped. */
  since(position: number): readonly T[] | null;
}

export function createRecent<T>(limits: RecentLimits = {}): Recent<T> {
  const { items: maxItems = 1000, size: maxSize = 1 << 20 } = limits;
  const items: T[] = [];
  const sizes: number[] = [];
  let start = 0;
  let total = 0;

  /** Drops half of the items together, which makes the amortized cost of a push constant. */
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
