/** Maximum number of kept items. */
const MAX_ITEMS = 1000;

/** Maximum sum of their sizes. */
const MAX_SIZE = 1 << 20;

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

export function createRecent<T>(): Recent<T> {
  const items: T[] = [];
  const sizes: number[] = [];
  let start = 0;
  let total = 0;

  /** Drops half of the items together, which makes the amortized cost of a push constant. */
  function forget(): void {
    let count = 0;
    while (items.length - count > MAX_ITEMS / 2 || total > MAX_SIZE / 2) {
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
      if (items.length > MAX_ITEMS || total > MAX_SIZE) forget();
    },
    all: () => items,
    since: (position) => (position < start ? null : items.slice(position - start)),
  };
}
