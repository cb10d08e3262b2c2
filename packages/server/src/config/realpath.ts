import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Where an absolute path leads once every link on the way is followed; what does not exist yet keeps
 * its name below the nearest folder that does. `null` where this is not known: links that go round
 * or lead nowhere, folders that may not be read.
 */
export function realpathOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const parent = dirname(path);
    if (!missing || parent === path || isThere(path)) return null;
    const real = realpathOf(parent);
    return real === null ? null : join(real, basename(path));
  }
}
