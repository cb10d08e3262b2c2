import { statSync } from 'node:fs';

/** Returns those of the files that other users of the machine may read or write; missing files are left out. */
export function readableByOthers(paths: readonly string[]): readonly string[] {
  // Windows has no such modes.
  if (process.getuid === undefined) return [];
  return paths.filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && (stats.mode & 0o066) !== 0;
  });
}
