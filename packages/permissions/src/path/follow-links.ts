import { OutOfWork, type Work } from '../work.ts';
import type { Realpath } from './subject.ts';

/** How many paths one evaluation may resolve; the file system may be slow. */
const MAX_LOOKUPS = 128;

/** How many steps of an evaluation one lookup counts for. */
const LOOKUP_STEPS = 1000;

/**
 * Resolves links for one evaluation, each path once. Results are not kept longer: links may change at any
 * time.
 */
export function followLinks(realpath: Realpath, work: Work): Realpath {
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
