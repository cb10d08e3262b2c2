import { constants, type BigIntStats } from 'node:fs';
import { access, lstat, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, makeParents, openChecked } from './workspace.ts';

/** A file to write whole. */
export interface Replacement {
  /** Checked to be in the workspace, without links. */
  readonly real_path: string;
  /** As the caller called it, for messages. */
  readonly path: string;
  readonly content: string;
  /** What was there when the content was made; whatever else is there now is left alone. */
  readonly seen?: BigIntStats;
}

/**
 * Writes a file in one step: readers and a crash find the old content or the new one. The mode of a
 * file that was there is kept.
 * @throws Error when it cannot be written, or is not the file that was `seen` any more.
 */
export async function replaceFile({ real_path, path, content, seen }: Replacement): Promise<void> {
  const before = await existingFile(real_path, path);
  await makeParents(real_path, path);
  const temporary = join(dirname(real_path), `.hitl-${crypto.randomUUID()}.tmp`);
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  try {
    const { handle } = await openChecked(temporary, path, O_WRONLY | O_CREAT | O_EXCL, 0o666);
    try {
      if (before !== null) await handle.chmod(Number(before.mode & 0o7777n));
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (seen !== undefined && !isSame(seen, await existingFile(real_path, path))) {
      throw new Error(`${path} was changed by somebody else meanwhile: read it again`);
    }
    await rename(temporary, real_path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function existingFile(realPath: string, path: string): Promise<BigIntStats | null> {
  const stats = await lstat(realPath, { bigint: true }).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });
  if (stats === null) return null;
  if (stats.isDirectory()) throw new Error(`${path} is a folder, not a file`);
  if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
  // Renaming over it needs no leave of the file itself, so it is asked for.
  await access(realPath, constants.W_OK).catch((error: unknown) => {
    throw new Error(`${path} may not be written (${codeOf(error)})`, { cause: error });
  });
  return stats;
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
