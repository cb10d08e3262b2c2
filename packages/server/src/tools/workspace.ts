import { constants, type BigIntStats } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The absolute path that an argument names, before any link is followed: relative paths begin at the
 * workspace, `~/` at the server's home, and `..` is resolved as text, just as rules read it.
 * @throws Error for what no file can be called.
 */
export function namedPath(workspace: string, path: string): string {
  if (path === '') throw new Error('The path is empty');
  if (path.includes('\0')) throw new Error('The path holds a NUL character');
  if (/^file:/i.test(path)) throw new Error(`${path} is a URL: give the path alone`);
  const expanded = path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path;
  return resolve(workspace, expanded);
}

/** Whether `path` is `folder` or lies in it; both absolute and without links. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The real path of a file of the workspace, every link on the way followed. The file and folders on
 * the way to it need not exist.
 * @throws Error when the path leads out of the workspace, or over a broken link.
 */
export async function realPathInside(workspace: string, path: string): Promise<string> {
  const root = await realpath(workspace).catch(() => {
    throw new Error(`The workspace does not exist: ${workspace}`);
  });
  const real = await realPathOf(namedPath(workspace, path), path);
  if (!isWithin(root, real)) {
    throw new Error(`${path} is outside the workspace; only files inside it can be used`);
  }
  return real;
}

/** Like `realpath`, where the last components may be missing. */
async function realPathOf(absolute: string, path: string): Promise<string> {
  try {
    return await realpath(absolute);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ELOOP')
      throw new Error(`${path} leads over links that go round`, { cause: error });
    if (code === 'ENOTDIR') {
      throw new Error(`${path} leads through a file as if it were a folder`, { cause: error });
    }
    if (code !== 'ENOENT') throw error;
  }
  // Something called so is there, yet it leads nowhere: writing would create what it points to.
  const there = await lstat(absolute).then(
    () => true,
    () => false,
  );
  if (there) throw new Error(`${path} leads over a broken link`);
  return join(await realPathOf(dirname(absolute), path), basename(absolute));
}

/** A file that was opened where it was expected. */
export interface OpenedFile {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
}

/**
 * Opens a regular file whose real path was checked. Whoever swapped a folder on the way for a link
 * in the meantime is found out: what was opened must be what lies at that path now, without links.
 * @throws Error for anything but a regular file.
 */
export async function openChecked(
  realPath: string,
  path: string,
  flags: number,
  mode?: number,
): Promise<OpenedFile> {
  // A named pipe must not block the opening; a link must not be followed.
  const handle = await open(
    realPath,
    flags | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    mode,
  ).catch((error: unknown) => {
    throw new Error(openProblem(path, codeOf(error)), { cause: error });
  });
  try {
    const stats = await handle.stat({ bigint: true });
    if (stats.isDirectory()) throw new Error(`${path} is a folder, not a file`);
    if (!stats.isFile()) throw new Error(`${path} is not a regular file`);
    const there = await lstat(realPath, { bigint: true }).catch(() => null);
    const samePlace = (await realpath(realPath).catch(() => null)) === realPath;
    if (!samePlace || there?.ino !== stats.ino || there.dev !== stats.dev) {
      throw new Error(`${path} was replaced while it was opened`);
    }
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Creates the folders on the way to a file whose real path was checked.
 * @throws Error when one of them became a link meanwhile.
 */
export async function makeParents(realPath: string, path: string): Promise<void> {
  const parent = dirname(realPath);
  await mkdir(parent, { recursive: true }).catch((error: unknown) => {
    throw new Error(`The folder of ${path} cannot be made (${codeOf(error)})`, { cause: error });
  });
  if ((await realpath(parent)) !== parent) {
    throw new Error(`The folder of ${path} was replaced while it was made`);
  }
}

/** The system's name of an error, `ENOENT` and the like. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}

function openProblem(path: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return `${path} does not exist`;
    case 'EISDIR':
      return `${path} is a folder, not a file`;
    case 'EACCES':
    case 'EPERM':
      return `${path} may not be opened: permission denied`;
    case 'ELOOP':
    case 'EMLINK':
      return `${path} was replaced while it was opened`;
    default:
      return `${path} cannot be opened (${code})`;
  }
}
