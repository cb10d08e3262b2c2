import { statSync } from 'node:fs';

/** Those of the files that other users of this machine may read or write; missing files are skipped. */
export function readableByOthers(paths: readonly string[]): readonly string[] {
  // Windows has no file modes.
  if (process.getuid === undefined) return [];
  return paths.filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && (stats.mode & 0o066) !== 0;
  });
}
