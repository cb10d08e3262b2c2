import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createMemoryPermissionStore, type PermissionStore } from '@hitl/server';
import { createSqlitePermissionStore } from '@hitl/server/sqlite';
import { UsageError } from '../process/usage-error.ts';

/** The directory that a flag names, absolute. */
export function readDirectory(dir: string, flag = '--dir'): string {
  const path = resolve(dir);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new UsageError(`${flag}: ${path} is not a folder.`);
}

/**
 * Opens the rules of a directory, `.delta/permissions.db`, which only its owner may read. To look at
 * rules that nobody has saved makes no file.
 */
export function openRules(dir: string, mode: 'read' | 'write'): PermissionStore {
  const path = join(dir, '.delta', 'permissions.db');
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined && mode === 'read') return createMemoryPermissionStore();
  if (found === undefined) {
    mkdirSync(join(dir, '.delta'), { recursive: true, mode: 0o700 });
    // SQLite gives its own files beside this one the same rights.
    closeSync(openSync(path, 'a', 0o600));
  } else if (found.isFile()) {
    chmodSync(path, 0o600);
  } else {
    throw new UsageError(`${path} is no regular file. Remove it, or choose another --dir.`);
  }
  return createSqlitePermissionStore({ path });
}
