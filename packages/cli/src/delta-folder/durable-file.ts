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
import { messageOf } from '../process/message-of.ts';

/**
 * Writes a file atomically: a reader sees the old content or the new one, even after a crash. Only
 * its owner may read it. A symbolic link at the path is replaced, not followed. The modification
 * time is `agedMs` milliseconds ago; default 0.
 */
export function writeDurably(path: string, text: string, agedMs = 0): void {
  const temporary = temporaryFor(path);
  try {
    writeWhole(temporary, text, agedMs);
    renameSync(temporary, path);
  } catch (error) {
    removeIfThere(temporary);
    // The system's error of a full disk names no file.
    throw new Error(`${path} could not be written: ${messageOf(error)}`, { cause: error });
  }
  syncFolder(dirname(path));
}

/**
 * Creates a file atomically; `false` if something exists at the path, which is left unchanged. Of
 * two concurrent calls one succeeds. Only its owner may read it. The modification time is `agedMs`
 * milliseconds ago; default 0.
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

/** Changes the target of a symbolic link atomically. */
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
 * Removes temporary files that a crashed process left in a folder, because they may contain a
 * secret. Call it only while no other process writes there.
 */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (UNFINISHED.test(name)) removeIfThere(join(folder, name));
  }
}

/** Removes a file, or a link but not its target, durably. */
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

/** The names made by `temporaryFor`. */
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

/** A directory entry survives a power failure only after an fsync of the directory. */
function syncFolder(path: string): void {
  // Windows cannot open directories; its file system does this itself.
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
