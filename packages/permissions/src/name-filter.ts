/**
 * A filter in front of a set of names that compares length and first character only. A look-up in the set
 * hashes the whole word, and most words of a command are not in it.
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
      masks[length] = (masks[length] ?? 0) | (1 << (name.charCodeAt(0) & 31));
    },
    mayHave(word) {
      const mask = masks[Math.min(word.length, LONG)] ?? 0;
      return (mask & (1 << (word.charCodeAt(0) & 31))) !== 0;
    },
  };
  for (const name of names) filter.add(name);
  return filter;
}
