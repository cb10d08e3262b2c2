import type { Dirent } from 'node:fs';
import { lstat, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DEFAULT_TENANT } from '../caller.ts';
import type { SessionKey } from '../store.ts';
import { JournalDamagedError } from './damage.ts';
import { isAbsent, syncFolder } from './file-system.ts';
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
export async function sessionsIn(folder: string): Promise<SessionKey[]> {
  const entries = await entriesOf(folder);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => keyOf(name))
    .filter((key) => key !== null)
    .toSorted((left, right) => (left.sessionId < right.sessionId ? -1 : 1));
}

/**
 * Creates the folders of a session with mode 0700, durably.
 * @throws JournalDamagedError if one of them is a link or a file.
 */
export async function makeFolders({ path, execution }: RunFolder): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (const folder of [path, execution]) {
    const made = await mkdir(folder, 0o700).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) === 'EEXIST') return false;
        throw error;
      },
    );
    if (made) await syncFolder(dirname(folder));
  }
}

/**
 * Refuses a session whose folders are links, or whose journal was renamed.
 * @throws JournalDamagedError.
 */
export async function checkFolders({ path, execution, journal }: RunFolder): Promise<void> {
  for (const folder of [path, execution]) {
    const stats = await lstat(folder).catch((error: unknown) => {
      if (isAbsent(error)) return null;
      throw error;
    });
    if (stats === null) return;
    if (!stats.isDirectory()) {
      const what = stats.isSymbolicLink() ? 'is a symbolic link' : 'is not a folder';
      throw new JournalDamagedError({ file: folder, what });
    }
  }
  const names = (await entriesOf(execution)).map(({ name }) => name);
  const other = names.find((name) => name.startsWith('journal'));
  if (other !== undefined && !names.includes('journal.jsonl')) {
    const what = `is missing, but ${other} exists: it was renamed`;
    throw new JournalDamagedError({ file: journal, what });
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
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
