import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../base/code-of.ts';

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
    const parent = dirname(path);
    if (codeOf(error) !== 'ENOENT' || parent === path || isThere(path)) return null;
    const real = realpathOf(parent);
    return real === null ? null : join(real, basename(path));
  }
}
