import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../../base/code-of.ts';

// Synchronous, like SQLite: a journal is written by one process for itself, and a call that waits for
// the thread pool takes longer than most of these.

/** Flushes the list of files in a folder to disk. */
export function syncFolder(folder: string): void {
  let handle: number;
  try {
    handle = openSync(folder, constants.O_RDONLY);
  } catch (error) {
    // Windows cannot open folders, and needs no flush.
    if (codeOf(error) === 'EISDIR' || codeOf(error) === 'EPERM') return;
    throw error;
  }
  try {
    fsyncSync(handle);
  } catch (error) {
    if (codeOf(error) !== 'EINVAL' && codeOf(error) !== 'EPERM') throw error;
  } finally {
    closeSync(handle);
  }
}

/** Writes a new file with mode 0600, durably. Fails if the path exists, also as a link. */
export function writeNewFile(file: string, content: string): void {
  writeFileSync(file, content, { flag: 'wx', mode: 0o600, flush: true });
}

/**
 * Replaces a whole file with mode 0600 atomically and durably: readers, even after a crash, see the
 * old content or the new one. For one writer at a time: `<file>.new`, the rest of an earlier crash,
 * is deleted.
 */
export function replaceFile(file: string, content: string): void {
  rmSync(comingOf(file), { force: true });
  writeNewFile(comingOf(file), content);
  renameSync(comingOf(file), file);
  syncFolder(dirname(file));
}

/** Deletes a file of `replaceFile` durably, and the rest of a crash. */
export function removeFile(file: string): void {
  const removed = [comingOf(file), file].map(removeIfThere);
  if (removed.includes(true)) syncFolder(dirname(file));
}

function comingOf(file: string): string {
  return `${file}.new`;
}

function removeIfThere(file: string): boolean {
  return unlessAbsent(() => {
    rmSync(file);
    return true;
  }, false);
}

/** What a call returns; something else if the file does not exist, or cannot exist. */
export function unlessAbsent<T, Other>(call: () => T, other: Other): T | Other {
  try {
    return call();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENAMETOOLONG') return other;
    throw error;
  }
}

/** The text of a regular file; `null` if there is none. A symbolic link is refused. */
export function readSmallFile(file: string): string | null {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = unlessAbsent(() => openSync(file, flags), null);
  if (handle === null) return null;
  try {
    if (!fstatSync(handle).isFile()) throw new Error(`${file} is not a regular file`);
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}
