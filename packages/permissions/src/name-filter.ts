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
  const masks = new Uint32Array(2 * LONG + 2);
  const maskOf = (word: string): number => Math.min(word.length, LONG) * 2;
  const filter: NameFilter = {
    add(name) {
      const at = maskOf(name);
      masks[at] = (masks[at] ?? 0) | bit(name, 0);
      masks[at + 1] = (masks[at + 1] ?? 0) | bit(name, name.length - 1);
    },
    mayHave(word) {
      const at = maskOf(word);
      if (((masks[at] ?? 0) & bit(word, 0)) === 0) return false;
      return ((masks[at + 1] ?? 0) & bit(word, word.length - 1)) !== 0;
    },
  };
  for (const name of names) filter.add(name);
  return filter;
}

function bit(word: string, at: number): number {
  return 1 << (word.charCodeAt(at) & 31);
}
