import { readdirSync, realpathSync, statSync, type BigIntStats, type Dirent } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import type { ProtectedPaths } from '@hitl/permissions';
import { isWithin } from './is-within.ts';

/** The server's own files: for rules by path, and for tools also by the opened file. */
export interface ProtectedFiles extends ProtectedPaths {
  /** Whether an open file is one of them under another name, as a hard link. */
  includes(stats: BigIntStats): boolean;
}

/** The protected files, in addition to everything in folders named `.hitl` or `.delta`. */
export interface ProtectedFilesOptions {
  /** The folder that tools work in. */
  readonly workspace: string;
  /** Files, and folders with everything in them. */
  readonly paths?: readonly string[];
  /** SQLite files, each with its companion files (`-wal`, `-shm`, `-journal`, `.lock`). */
  readonly databases?: readonly string[];
  /**
   * The folder of the configuration: the whole folder if the workspace is not inside it, else its
   * YAML files.
   */
  readonly configFolder?: string | null;
}

const STATE_FOLDERS = ['.hitl', '.delta'];
const COMPANIONS = ['', '-wal', '-shm', '-journal', '.lock'];
const YAML = new Set(['.yaml', '.yml']);
/**
 * Maximum number of folders that are searched for state folders below the workspace, and the
 * lifetime of the result.
 */
const MAX_FOLDERS = 2000;
const NESTED_FOR_MS = 1000;
/** Folders that are not searched, since they have many subfolders and never contain a server's state. */
const NOT_SEARCHED: ReadonlySet<string> = new Set(['node_modules', '.git']);
/** Maximum number of files to compare with a hard link; with more files, the link counts as protected. */
const MAX_FILES = 20_000;

/**
 * Protects the files of a server from the tools of its agents. Names are compared regardless of
 * case and Unicode form, as in some file systems.
 */
export function createProtectedFiles(options: ProtectedFilesOptions): ProtectedFiles {
  const workspace = resolve(options.workspace);
  const { paths = [], databases = [], configFolder: config = null } = options;
  const folder = config === null ? null : resolve(config);
  const wholeFolder = folder !== null && !isWithin(folder, workspace);
  const entries = [
    ...paths,
    ...databases.flatMap((path) => COMPANIONS.map((companion) => path + companion)),
    ...(wholeFolder ? [folder] : []),
  ]
    .map((path) => resolve(path))
    // If a protected folder contained the workspace, tools could not open anything.
    .filter((path) => !isWithin(path, workspace));
  const yamlFolders = folder === null || wholeFolder ? [] : [folder];

  /** The paths of protected files, as given and with links resolved. */
  function views(list: readonly string[]): string[] {
    return [...new Set(list.flatMap((path) => [path, realOf(path)]))].map(fold);
  }

  function holdsIn(path: string, roots: readonly string[], own: readonly string[]): boolean {
    const folded = fold(path);
    const below = roots.find((root) => isWithin(root, folded));
    const names = (below === undefined ? folded : relative(below, folded)).split(sep);
    if (names.some((name) => STATE_FOLDERS.includes(name))) return true;
    if (own.some((entry) => isWithin(entry, folded))) return true;
    return YAML.has(extname(folded)) && views(yamlFolders).some((root) => isWithin(root, folded));
  }

  let nested: { readonly at: number; readonly folders: readonly string[] } | undefined;

  /** The state folders below the workspace, at most a second old. */
  function nestedStates(): readonly string[] {
    const now = performance.now();
    if (nested === undefined || now - nested.at > NESTED_FOR_MS) {
      nested = { at: now, folders: stateFoldersBelow(workspace) };
    }
    return nested.folders;
  }

  function includes(stats: BigIntStats): boolean {
    if (stats.nlink < 2n || stats.isDirectory()) return false;
    const budget = { left: MAX_FILES };
    const states = [
      ...[workspace, process.cwd()].flatMap((root) =>
        STATE_FOLDERS.map((name) => join(root, name)),
      ),
      ...nestedStates(),
    ];
    return [...entries, ...states, ...yamlFolders.flatMap(yamlFilesIn)].some((path) =>
      hasFile(path, stats, budget),
    );
  }

  return {
    holds: (path) => holdsIn(path, [fold(workspace)], entries.map(fold)),
    leadsTo(path) {
      if (holdsIn(path, views([workspace]), views(entries))) return true;
      const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
      return stats !== undefined && includes(stats);
    },
    surrounds(path) {
      const folded = fold(path);
      return views([...entries, ...yamlFolders]).some((entry) => isWithin(folded, entry));
    },
    includes,
  };
}

function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}

/** Resolves the links of a path, as far as it exists. */
function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realOf(parent), basename(path));
  }
}

function yamlFilesIn(folder: string): string[] {
  return listOf(folder)
    .filter((name) => YAML.has(extname(name).toLowerCase()))
    .map((name) => join(folder, name));
}

/** The state folders below a folder, breadth first, without following links. */
function stateFoldersBelow(root: string): string[] {
  const found: string[] = [];
  const folders = [root];
  for (let at = 0; at < folders.length && at < MAX_FOLDERS; at += 1) {
    const folder = folders[at] ?? root;
    for (const entry of entriesOf(folder)) {
      if (!entry.isDirectory() || NOT_SEARCHED.has(entry.name)) continue;
      const path = join(folder, entry.name);
      (STATE_FOLDERS.includes(fold(entry.name)) ? found : folders).push(path);
    }
  }
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function hasFile(path: string, wanted: BigIntStats, budget: { left: number }): boolean {
  budget.left -= 1;
  if (budget.left < 0) return true;
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (!stats.isDirectory()) return stats.dev === wanted.dev && stats.ino === wanted.ino;
  return listOf(path).some((name) => hasFile(join(path, name), wanted, budget));
}

function listOf(folder: string): string[] {
  return entriesOf(folder).map(({ name }) => name);
}
