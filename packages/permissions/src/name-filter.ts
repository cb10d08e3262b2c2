/**
 * A filter in front of a set of names that compares length, first and last character only. A look-up in the
 * set hashes the whole word, and most words of a command are not in it.
 */
export interface NameFilter {
  add(name: string): void;
  /** Whether a word may be one of the names. Never `false` for one of them. */
  mayHave(word: string): boolean;
}

/** Names of at least this length share one mask. */
const LONG = 32;

/** Creates a filter for these names. Names cannot be removed: the filter is then only less precise. */
export function createNameFilter(names: Iterable<string> = []): NameFilter {
  const masks = new Uint32Array(LONG + 1);
  const filter: NameFilter = {
    add(name) {
      const length = Math.min(name.length, LONG);
      masks[length] = (masks[length] ?? 0) | bitOf(name);
    },
    mayHave(word) {
      const mask = masks[Math.min(word.length, LONG)] ?? 0;
      return (mask & bitOf(word)) !== 0;
    },
  };
  for (const name of names) filter.add(name);
  return filter;
}

/** One of 32 bits, by the first and the last character. */
function bitOf(word: string): number {
  return 1 << ((word.charCodeAt(0) + 3 * word.charCodeAt(word.length - 1)) & 31);
}
