import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../process/usage-error.ts';

/** The directory named by a flag, as an absolute path. */
export function readDirectory(dir: string, flag = '--dir'): string {
  const path = resolve(dir);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new UsageError(`${flag}: ${path} is not a folder.`);
}
