import { OutOfWork, type Work } from '../work.ts';

/** Paths that one evaluation may have resolved: each may take the file system a while. */
const MAX_LOOKUPS = 128;

/** What a look-up counts for among the steps of an evaluation. */
const LOOKUP_STEPS = 1000;

/**
 * Follows links for one evaluation, each path once. With the evaluation what was found is forgotten:
 * links may lead elsewhere the next moment.
 */
export function followLinks(
  realpath: (path: string) => string | null,
  work: Work,
): (path: string) => string | null {
  const found = new Map<string, string | null>();
  return (path) => {
    const known = found.get(path);
    if (known !== undefined || found.has(path)) return known ?? null;
    work.spend(LOOKUP_STEPS);
    if (found.size >= MAX_LOOKUPS) throw new OutOfWork();
    let real: string | null = null;
    try {
      real = realpath(path);
    } finally {
      found.set(path, real);
    }
    return real;
  };
}
