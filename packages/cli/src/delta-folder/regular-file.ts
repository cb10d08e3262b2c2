import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/**
 * Reads a regular file of UTF-8 that others may replace at any time, of at most `maxBytes`. The opened file is
 * checked, not the path, because reading a named pipe would block the process.
 * @throws Error if it is missing, a symbolic link, another kind of file, or larger
 */
export function readRegularFile(path: string, maxBytes: number): string {
  // Windows has neither flag: `undefined` becomes 0.
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxBytes) throw new Error('it is not a small file');
    const bytes = Buffer.alloc(stats.size);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(file, bytes, length, bytes.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}
