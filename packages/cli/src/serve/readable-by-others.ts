import { statSync } from 'node:fs';

/** Which of these files other users of the machine may read or write. What is not there is none of them. */
export function readableByOthers(paths: readonly string[]): readonly string[] {
  // Windows has no such modes.
  if (process.getuid === undefined) return [];
  return paths.filter((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true && (stats.mode & 0o066) !== 0;
  });
}
