import { OutOfWork, spend } from '../work.ts';

/** Paths that one judgement may have resolved: each may take the file system a while. */
export const MAX_LOOKUPS = 128;

/** What a look-up counts for among the steps of a judgement. */
const LOOKUP_STEPS = 1000;

/** Follows links, each path once while one call is judged. */
export interface LinkCache {
  realpath(path: string): string | null;
  /** Judges one call. What is found is forgotten again: links may lead elsewhere the next moment. */
  during<Value>(judge: () => Value): Value;
}

/** Makes the cache of a hook that resolves links. */
export function createLinkCache(realpath: (path: string) => string | null): LinkCache {
  let found: Map<string, string | null> | undefined;
  return {
    realpath(path) {
      if (found === undefined) return realpath(path);
      const known = found.get(path);
      if (known !== undefined || found.has(path)) return known ?? null;
      spend(LOOKUP_STEPS);
      if (found.size >= MAX_LOOKUPS) throw new OutOfWork();
      let real: string | null = null;
      try {
        real = realpath(path);
      } finally {
        found.set(path, real);
      }
      return real;
    },
    during(judge) {
      const before = found;
      found = new Map();
      try {
        return judge();
      } finally {
        found = before;
      }
    },
  };
}
