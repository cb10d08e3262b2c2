import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PermissionStore } from '@hitl/server';
import { UsageError } from '../process/usage-error.ts';

/**
 * Opens the rules of a directory, `.delta/permissions.db`, readable only by its owner. The file is
 * created when the first rule is saved; until then no command opens a database.
 * @throws UsageError if the path is not a regular file
 */
export async function openRules(dir: string): Promise<PermissionStore> {
  const path = join(dir, '.delta', 'permissions.db');
  let opening: Promise<PermissionStore> | undefined;
  const open = (): Promise<PermissionStore> => (opening ??= openDatabase(path));
  /** The rules, once they exist: another process may have saved the first one meanwhile. */
  const saved = (): Promise<PermissionStore> | undefined =>
    opening ?? (statsOf(path) === undefined ? undefined : open());

  // Refuse an unusable file now, not in the middle of a run.
  await saved();
  return {
    rules: async (owner) => (await saved())?.rules(owner) ?? [],
    save: async (owner, rules) => (await open()).save(owner, rules),
    revoke: async (owner, pattern) => (await saved())?.revoke(owner, pattern) ?? false,
    version: async (owner) => (await saved())?.version(owner) ?? 0,
    touch: async (owner, ids, at) => (await saved())?.touch(owner, ids, at),
    close: async () => (await opening)?.close(),
  };
}

async function openDatabase(path: string): Promise<PermissionStore> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (statsOf(path) === undefined) {
    // SQLite gives its auxiliary files the same mode.
    closeSync(openSync(path, 'a', 0o600));
  } else {
    chmodSync(path, 0o600);
  }
  const { createSqlitePermissionStore } = await import('@hitl/server/sqlite');
  return createSqlitePermissionStore({ path });
}

function statsOf(path: string): Stats | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return found;
  throw new UsageError(`${path} is not a regular file. Remove it, or choose another --dir.`);
}
