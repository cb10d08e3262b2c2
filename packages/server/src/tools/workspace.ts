import { lstat, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isWithin } from './is-within.ts';
import type { ProtectedFiles } from './protected-files.ts';
import { codeOf } from '../base/code-of.ts';

/**
 * The absolute path of an argument, without following links: relative paths start at the workspace,
 * `~/` at the server's home folder, and `..` is resolved textually, as in rules.
 * @throws Error for a path that no file can have.
 */
export function namedPath(workspace: string, path: string): string {
  if (path === '') throw new Error('The path is empty');
  if (path.includes('\0')) throw new Error('The path contains a NUL character');
  if (/^file:/i.test(path)) throw new Error(`${path} is a URL: give the path alone`);
  const expanded = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
  return resolve(workspace, expanded);
}

/** The absolute path of a folder, for people: the server's home folder is `~`. */
export function shownPath(folder: string): string {
  const path = resolve(folder);
  const home = homedir();
  return isWithin(home, path) ? join('~', relative(home, path)) : path;
}

/** A file of the workspace, which may not exist yet. */
export interface LocatedFile {
  /** The path as given by the caller, for messages. */
  readonly path: string;
  /** The real path of the workspace. */
  readonly root: string;
  /** The real path of the file, below `root`. */
  readonly realPath: string;
  readonly protectedFiles: ProtectedFiles;
}

/**
 * Finds the file of a path, following all links. The file and its folders need not exist.
 * @throws Error if the path leads outside the workspace, to a protected file, or through a broken
 * link.
 */
export async function locateFile(
  workspace: string,
  path: string,
  protectedFiles: ProtectedFiles,
): Promise<LocatedFile> {
  const root = await realpath(workspace).catch(() => {
    throw new Error(`The workspace does not exist: ${workspace}`);
  });
  const named = namedPath(workspace, path);
  const real = await realPathOf(named, path);
  if (!isWithin(root, real)) {
    throw new Error(`${path} is outside the workspace; only files inside it can be used`);
  }
  if (real === root) throw new Error(`${path} is a folder, not a file`);
  if (protectedFiles.leadsTo(named) || protectedFiles.leadsTo(real)) throw protectedError(path);
  return { path, root, realPath: real, protectedFiles };
}

/** The error for a file of the server itself. */
export function protectedError(path: string): Error {
  return new Error(`${path} is a file of the server itself, which tools may not open`);
}

/** Like `realpath`, but the last components may be missing. */
async function realPathOf(absolute: string, path: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP')
      throw new Error(`${path} leads through a cycle of links`, { cause: error });
    if (code === 'ENOTDIR') {
      throw new Error(`${path} leads through a file as if it were a folder`, { cause: error });
    }
    if (code !== 'ENOENT') throw error;
  }
  // The entry exists, but its target does not: writing would create the target.
  const there = await lstat(absolute).then(
    () => true,
    () => false,
  );
  if (there) throw new Error(`${path} leads through a broken link`);
  return join(await realPathOf(dirname(absolute), path), basename(absolute));
}
