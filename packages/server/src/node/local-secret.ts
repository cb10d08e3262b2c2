import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../base/code-of.ts';

/** The secret of a local server, and the path of its file. */
export interface LocalSecret {
  readonly secret: string;
  readonly path: string;
  /** Why the existing secret was replaced; absent if it was not. */
  readonly replaced?: string;
}

const FORM = /^[A-Za-z0-9_-]{43}\n?$/;

/**
 * Reads the secret `token` of a state folder, or creates one: 32 random bytes, in a file that only
 * its owner may read. A secret that other users could have read or written is replaced.
 * @throws Error if the folder is not writable.
 */
export function openLocalSecret(folder: string): LocalSecret {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'token');
  const found = readSecret(path);
  if (found !== null && 'secret' in found) return { secret: found.secret, path };
  if (found !== null) rmSync(path, { recursive: true, force: true });
  const made = makeSecret(path);
  return found === null ? made : { ...made, replaced: found.flaw };
}

/** The secret in a file, or why it cannot be used; `null`: there is no file. */
export function readSecret(path: string): { secret: string } | { flaw: string } | null {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    if (codeOf(error) === 'ELOOP') return { flaw: 'it is a link' };
    throw error;
  }
  try {
    const stats = fstatSync(file);
    const own = process.getuid?.();
    if (!stats.isFile()) return { flaw: 'it is not a regular file' };
    if (own !== undefined && stats.uid !== own) return { flaw: 'it belongs to another user' };
    if (own !== undefined && (stats.mode & 0o077) !== 0) return { flaw: 'others could read it' };
    const text = stats.size > 100 ? '' : readFileSync(file, 'utf8');
    return FORM.test(text) ? { secret: text.trim() } : { flaw: 'it has another format' };
  } finally {
    closeSync(file);
  }
}

/** Atomic: of servers that start at the same time, one creates the file and all read it. */
function makeSecret(path: string): LocalSecret {
  const secret = randomBytes(32).toString('base64url');
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, path);
  } catch (error) {
    const other = readSecret(path);
    if (other !== null && 'secret' in other) return { secret: other.secret, path };
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return { secret, path };
}
