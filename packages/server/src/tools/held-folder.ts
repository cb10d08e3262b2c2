import { constants, existsSync } from 'node:fs';
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { LocatedFile } from './workspace.ts';
import { codeOf } from '../base/code-of.ts';

/** The folder of a file, held open: it stays the same folder, whatever is renamed or linked meanwhile. */
export interface HeldFolder {
  /** The path of the located file in it. */
  readonly file: string;
  /** The path of another name in it. */
  path(name: string): string;
}

/** Options for holding a folder. */
export interface HoldOptions {
  /** Whether to create missing folders. Default `false`. */
  readonly create?: boolean;
  /** Where the system lists open descriptors. Default `/proc/self/fd`. */
  readonly descriptors?: string;
}

/**
 * Calls `use` with the folder of a file. Each folder is opened relative to the one before, starting
 * at the workspace and following no links, so replacing folders by links cannot lead out of the
 * workspace. On systems without `/proc` the path is only checked again, which leaves a short race.
 * @throws Error if the folder does not exist, or a link was put in its path after it was located.
 */
export async function withFolderOf<T>(
  file: LocatedFile,
  use: (folder: HeldFolder) => Promise<T>,
  options: HoldOptions = {},
): Promise<T> {
  const { create = false, descriptors = '/proc/self/fd' } = options;
  const name = basename(file.realPath);
  if (!existsSync(descriptors)) {
    const folder = await checkedFolder(file, create);
    return use({ file: join(folder, name), path: (other) => join(folder, other) });
  }
  const handle = await walk(file, create, descriptors);
  try {
    const folder = join(descriptors, String(handle.fd));
    return await use({ file: join(folder, name), path: (other) => join(folder, other) });
  } finally {
    await handle.close();
  }
}

/** A name below a descriptor is resolved in exactly that folder, as by `openat`. */
async function walk(file: LocatedFile, create: boolean, descriptors: string): Promise<FileHandle> {
  const way = relative(file.root, dirname(file.realPath));
  let handle = await open(file.root, constants.O_RDONLY | constants.O_DIRECTORY);
  for (const name of way === '' ? [] : way.split(sep)) {
    const folder = handle;
    try {
      handle = await openFolder(join(descriptors, String(folder.fd), name), create);
    } catch (error) {
      throw new Error(folderProblem(file.path, codeOf(error)), { cause: error });
    } finally {
      await folder.close();
    }
  }
  return handle;
}

async function openFolder(path: string, create: boolean): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  try {
    return await open(path, flags);
  } catch (error) {
    if (!create || codeOf(error) !== 'ENOENT') throw error;
  }
  await mkdir(path).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  return open(path, flags);
}

async function checkedFolder(file: LocatedFile, create: boolean): Promise<string> {
  const folder = dirname(file.realPath);
  try {
    if (create) await mkdir(folder, { recursive: true });
    if ((await realpath(folder)) === folder) return folder;
  } catch (error) {
    throw new Error(folderProblem(file.path, codeOf(error)), { cause: error });
  }
  throw new Error(folderProblem(file.path, 'ELOOP'));
}

function folderProblem(path: string, code: string): string {
  switch (code) {
    case 'ENOENT':
      return `${path} does not exist`;
    case 'ELOOP':
    case 'ENOTDIR':
      return `${path} was replaced while it was opened`;
    default:
      return `The folder of ${path} cannot be opened (${code})`;
  }
}
