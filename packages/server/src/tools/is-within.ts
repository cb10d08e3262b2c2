import { isAbsolute, relative, sep } from 'node:path';

/** Whether `path` is `folder` or inside it; both are absolute and without links. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
