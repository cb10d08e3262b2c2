import { constants, existsSync } from 'node:fs';
import { mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { codeOf, type LocatedFile } from './workspace.ts';

/** The folder of a file, held open: it stays this one, whatever is renamed or linked meanwhile. */
export interface HeldFolder {
  /** Where the located file is in it. */
  readonly file: string;
  /** Where another name is in it. */
  path(name: string): string;
}

/** How to hold a folder. */
export interface HoldOptions {
  /** Whether to make the folders on the way. Default `false`. */
  readonly create?: boolean;
  /** Where the system lists open descriptors. Default `/proc/self/fd`. */
  readonly descriptors?: string;
}

/**
 * Calls `use` with the folder of a file. It is reached from the workspace, each folder from the one
 * before and over no link, so no one who swaps folders for links can lead it out of the workspace.
 * Where the system has no `/proc`, the path is checked once more instead, which leaves a short gap.
 * @throws Error when there is no such folder, or a link has come into the way since it was located.
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

/** Names below a descriptor are found in that very folder, as by `openat`. */
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
