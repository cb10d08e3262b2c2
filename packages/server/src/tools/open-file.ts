import { constants, type BigIntStats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { withFolderOf } from './held-folder.ts';
import { protectedError, type LocatedFile } from './workspace.ts';
import { codeOf } from '../base/code-of.ts';

/** An open file. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/**
 * Opens a regular file of the workspace for reading and calls `use` with it.
 * @throws Error if it cannot be opened or is not a regular file.
 */
export function withFile<T>(file: LocatedFile, use: (open: OpenFile) => Promise<T>): Promise<T> {
  return withFolderOf(file, async (folder) => {
    // Do not follow links, and do not block on a named pipe.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(folder.file, flags).catch((error: unknown) => {
      throw new Error(openProblem(file.path, codeOf(error)), { cause: error });
    });
    try {
      const stats = await handle.stat({ bigint: true });
      checkRegular(file.path, stats);
      if (file.protectedFiles.includes(stats)) throw protectedError(file.path);
      return await use({ handle, stats });
    } finally {
      await handle.close();
    }
  });
}

/** @throws Error for anything but a regular file, such as a folder, a device or a pipe. */
export function checkRegular(path: string, stats: BigIntStats): void {
  if (stats.isDirectory()) throw new Error(`${path} is a folder, not a file`);
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
}

function openProblem(path: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return `${path} does not exist`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be opened: permission denied`;
    case 'ELOOP':
    case 'EMLINK':
      return `${path} was replaced while it was opened`;
    // The file is a socket.
    case 'ENXIO':
      return `${path} is not a regular file`;
    default:
      return `${path} cannot be opened (${code})`;
  }
}
