import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  futimesSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes a whole file, or leaves the one that is there: a reader sees the old one or the new one, also
 * after a crash. Only its owner may read it. A symbolic link in its place is replaced, not followed.
 * Its time of change is `agedMs` ago; default 0.
 */
export function writeDurably(path: string, text: string, agedMs = 0): void {
  const temporary = temporaryFor(path);
  try {
    writeWhole(temporary, text, agedMs);
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    // A full disk names no file.
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} could not be written: ${why}`, { cause: error });
  }
  syncFolder(dirname(path));
}

/**
 * Makes a whole file where there is none: `false` when something is there, which is left. Of two at
 * once one makes it. Only its owner may read it. Its time of change is `agedMs` ago; default 0.
 */
export function createDurably(path: string, text: string, agedMs = 0): boolean {
  const temporary = temporaryFor(path);
  try {
    writeWhole(temporary, text, agedMs);
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    removeIfThere(temporary);
  }
  syncFolder(dirname(path));
  return true;
}

/** Points a symbolic link somewhere else, in one step. */
export function linkDurably(path: string, target: string): void {
  const temporary = temporaryFor(path);
  try {
    symlinkSync(target, temporary);
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    throw error;
  }
  syncFolder(dirname(path));
}

/**
 * Removes what a process left in a folder that died while it wrote a file there: it may be a secret.
 * Call it only where no other process writes.
 */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (UNFINISHED.test(name)) removeIfThere(join(folder, name));
  }
}

/** Removes a file or a link (not its target) durably. */
export function removeDurably(path: string): void {
  if (removeIfThere(path)) syncFolder(dirname(path));
}

function writeWhole(path: string, text: string, agedMs: number): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
    if (agedMs > 0) {
      const changed = new Date(Date.now() - agedMs);
      futimesSync(file, changed, changed);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** The names that `temporaryFor` gives. */
const UNFINISHED = /^\.[0-9a-f-]{36}\.tmp$/;

function temporaryFor(path: string): string {
  return join(dirname(path), `.${randomUUID()}.tmp`);
}

function removeIfThere(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The entry of a file survives a loss of power only once its folder is written. */
function syncFolder(path: string): void {
  // Windows opens no folders; there the file system sees to it.
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** The code of a failed system call, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
