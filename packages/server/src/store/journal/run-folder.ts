import { lstatSync, mkdirSync, readdirSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_TENANT } from '../caller.ts';
import type { SessionKey } from '../store.ts';
import { JournalDamagedError } from './damage.ts';
import { syncFolder, unlessAbsent } from './file-system.ts';
import { codeOf } from '../../base/code-of.ts';

/** The paths of the files of one session. */
export interface RunFolder {
  readonly key: SessionKey;
  /** `<folder>/<session>`. */
  readonly path: string;
  /** `<folder>/<session>/execution`. */
  readonly execution: string;
  readonly journal: string;
  readonly tombstone: string;
  /** The tombstone of a journal that is about to be deleted. */
  readonly comingTombstone: string;
}

/** The folder of a session. Its name is the session's id if that is a valid file name. */
export function runFolder(folder: string, key: SessionKey): RunFolder {
  const path = join(folder, nameOf(key));
  const execution = join(path, 'execution');
  return {
    key: { tenantId: key.tenantId, sessionId: key.sessionId },
    path,
    execution,
    journal: join(execution, 'journal.jsonl'),
    tombstone: join(path, 'tombstone.json'),
    comingTombstone: join(path, 'tombstone.json.new'),
  };
}

/** The sessions with a folder. Links, such as `LATEST`, and files do not count. */
export function sessionsIn(folder: string): SessionKey[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => keyOf(name))
    .filter((key) => key !== null)
    .toSorted((left, right) => (left.sessionId < right.sessionId ? -1 : 1));
}

/**
 * Creates the folders of a session with mode 0700, durably.
 * @throws JournalDamagedError if one of them is a link or a file.
 */
export function makeFolders({ path, execution }: RunFolder): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (const folder of [path, execution]) {
    if (makeFolder(folder)) syncFolder(dirname(folder));
  }
}

/** `false`: something is there already. */
function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, 0o700);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Refuses a session whose folders are links, or whose journal was renamed.
 * @throws JournalDamagedError.
 */
export function checkFolders({ path, execution, journal }: RunFolder): void {
  for (const folder of [path, execution]) {
    const stats = unlessAbsent(() => lstatSync(folder), null);
    if (stats === null) return;
    if (!stats.isDirectory()) {
      const what = stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a folder';
      throw new JournalDamagedError({ file: folder, what });
    }
  }
  const names = entriesOf(execution).map(({ name }) => name);
  const other = names.find((name) => name.startsWith('journal'));
  if (other !== undefined && !names.includes('journal.jsonl')) {
    const what = `is missing, but ${other} exists: it was renamed`;
    throw new JournalDamagedError({ file: journal, what });
  }
}

function entriesOf(folder: string): Dirent[] {
  return unlessAbsent(() => readdirSync(folder, { withFileTypes: true }), []);
}

function nameOf({ tenantId: tenant, sessionId: session }: SessionKey): string {
  return tenant === DEFAULT_TENANT ? encode(session) : `${encode(session)}@${encode(tenant)}`;
}

/** `null`: the folder is not that of a session. */
function keyOf(name: string): SessionKey | null {
  const [session = '', tenant, ...more] = name.split('@');
  try {
    const key = {
      tenantId: tenant === undefined ? DEFAULT_TENANT : decodeURIComponent(tenant),
      sessionId: decodeURIComponent(session),
    };
    return more.length === 0 && nameOf(key) === name ? key : null;
  } catch {
    return null;
  }
}

/** Encodes a string as a unique file name that is valid on every file system. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /^\.|[!'()*~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
