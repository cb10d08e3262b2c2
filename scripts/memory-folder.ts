import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Type of a file system in memory, in Linux's `statfs`. */
const TMPFS = 0x01021994;

/** Many times what tests store at the same time, in bytes. */
const ENOUGH = 1024 ** 3;

/**
 * A new folder in memory, for temporary files that need not survive a crash of the machine: `fsync` does
 * not wait for the disk there. Undefined where `parent` is not in memory, has too little space, or may
 * not hold programs, and if `TMPDIR` names another folder.
 */
export function makeMemoryFolder(parent = '/dev/shm', bytes = ENOUGH): string | undefined {
  if (process.env['TMPDIR']) return undefined;
  let folder: string | undefined;
  try {
    const { type, bavail, bsize } = statfsSync(parent);
    if (type !== TMPFS || Math.min(bavail * bsize, process.availableMemory()) < bytes) {
      return undefined;
    }
    folder = mkdtempSync(join(parent, 'hitl-tests-'));
    // Tests as root run shells as another user, who has to reach their folders.
    chmodSync(folder, 0o711);
    if (runsPrograms(folder)) return folder;
  } catch {
    // There is no such folder, or we may not write into it.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  return undefined;
}

/** Removes the folder. What cannot be removed is named, and does not fail the tests that have ended. */
export function removeMemoryFolder(folder: string): void {
  try {
    // A process that a test has left may still be writing.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch (error) {
    console.error(`\nRemove ${folder}, which takes up memory: ${String(error)}\n`);
  }
}

function runsPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
