import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Resolves all links of an absolute path; missing parts are kept below the nearest existing folder.
 * `null` if it cannot be resolved: circular or broken links, unreadable folders.
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
