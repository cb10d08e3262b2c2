import { constants } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../base/code-of.ts';

/** Flushes the list of files in a folder to disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY).catch((error: unknown) => {
    // Windows cannot open folders, and needs no flush.
    if (codeOf(error) === 'EISDIR' || codeOf(error) === 'EPERM') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    await handle.sync();
  } catch (error) {
    if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'EPERM') throw error;
  } finally {
    await handle.close();
  }
}

/** Writes a new file with mode 0600, durably. Fails if the path exists, also as a link. */
export function writeNewFile(file: string, content: string): Promise<void> {
  return writeFile(file, content, { flag: 'wx', mode: 0o600, flush: true });
}

/**
 * Replaces a whole file with mode 0600 atomically and durably: readers, even after a crash, see the
 * old content or the new one. For one writer at a time: `<file>.new`, the rest of an earlier crash,
 * is deleted.
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  await rm(comingOf(file), { force: true });
  await writeNewFile(comingOf(file), content);
  await rename(comingOf(file), file);
  await syncFolder(dirname(file));
}

/** Deletes a file of `replaceFile` durably, and the rest of a crash. */
export async function removeFile(file: string): Promise<void> {
  const names = [comingOf(file), file];
  const removed = await Promise.all(names.map(removeIfThere));
  if (removed.includes(true)) await syncFolder(dirname(file));
}

function comingOf(file: string): string {
  return `${file}.new`;
}

async function removeIfThere(file: string): Promise<boolean> {
  try {
    await rm(file);
    return true;
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
}

/** Whether an error says that a file does not exist, or cannot exist. */
export function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENAMETOOLONG';
}

/** The text of a regular file; `null` if there is none. A symbolic link is refused. */
export async function readSmallFile(file: string): Promise<string | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
  if (handle === null) return null;
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is not a regular file`);
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}
