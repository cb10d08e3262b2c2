import { constants, type BigIntStats } from 'node:fs';
import { access, lstat, open, rename, rm } from 'node:fs/promises';
import { withFolderOf, type HeldFolder } from './held-folder.ts';
import { checkRegular } from './open-file.ts';
import { protectedError, type LocatedFile } from './workspace.ts';
import { codeOf } from '../base/code-of.ts';

/**
 * Writes a whole file atomically: readers, even after a crash, see the old content or the new one.
 * Creates missing folders, and keeps the mode of an existing file. `seen`: the file that the
 * content was derived from; any other file at this path is not replaced.
 * @throws Error if the file cannot be written.
 */
export function replaceFile(file: LocatedFile, content: string, seen?: BigIntStats): Promise<void> {
  return withFolderOf(
    file,
    async (folder) => {
      const before = await fileIn(folder, file.path);
      if (before !== null && file.protectedFiles.includes(before)) throw protectedError(file.path);
      const temporary = folder.path(`.hitl-${crypto.randomUUID()}.tmp`);
      try {
        await writeNew(temporary, content, before);
        if (seen !== undefined && !isSame(seen, await fileIn(folder, file.path))) {
          throw new Error(`${file.path} was changed meanwhile: read it again`);
        }
        await rename(temporary, folder.file);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    { create: true },
  );
}

async function fileIn(folder: HeldFolder, path: string): Promise<BigIntStats | null> {
  const stats = await lstat(folder.file, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (stats === null) return null;
  checkRegular(path, stats);
  // Renaming needs no permission for the file that it replaces, so that is checked here.
  await access(folder.file, constants.W_OK).catch((error: unknown) => {
    throw new Error(`${path} may not be written (${codeOf(error)})`, { cause: error });
  });
  return stats;
}

async function writeNew(path: string, content: string, like: BigIntStats | null): Promise<void> {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW } = constants;
  const handle = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  try {
    if (like !== null) await handle.chmod(Number(like.mode & 0o7777n));
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isSame(seen: BigIntStats, now: BigIntStats | null): boolean {
  return (
    now !== null &&
    now.dev === seen.dev &&
    now.ino === seen.ino &&
    now.size === seen.size &&
    now.mtimeNs === seen.mtimeNs
  );
}
