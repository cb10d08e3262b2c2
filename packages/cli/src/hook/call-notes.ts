import { createHash } from 'node:crypto';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Which call of Claude Code it is. */
export interface CallName {
  readonly server: string;
  readonly sessionId: string;
  readonly toolUseId: string;
}

/** The claim of an allowed call. */
export interface ClaimNote {
  readonly interactionId: string;
  readonly holder: string;
}

/** From this many notes on, those older than a day are deleted. */
const MANY = 200;
const DAY_MS = 86_400_000;

/** A folder to which only this user can write; `undefined` if another user owns it. */
function folder(): string | undefined {
  const path = join(tmpdir(), `hitl-claude-code-${userInfo().username}`);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = lstatSync(path);
  const own = process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
  return own && lstatSync(path).isDirectory() ? path : undefined;
}

function fileOf(name: CallName): string | undefined {
  const parent = folder();
  if (parent === undefined) return undefined;
  const { server, sessionId, toolUseId } = name;
  const digest = createHash('sha256').update(JSON.stringify([server, sessionId, toolUseId]));
  return join(parent, digest.digest('hex').slice(0, 32));
}

function deleteOld(parent: string): void {
  const names = readdirSync(parent);
  if (names.length < MANY) return;
  const before = Date.now() - DAY_MS;
  for (const name of names) {
    const path = join(parent, name);
    // Another hook may have deleted it meanwhile.
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && stats.mtimeMs < before) rmSync(path, { force: true });
  }
}

/**
 * Keeps the claim of an allowed call for the hook after it, which is another process. If it cannot be
 * written, the call still runs, and its result is not recorded.
 */
export function noteCall(name: CallName, { interactionId, holder }: ClaimNote): void {
  try {
    const file = fileOf(name);
    if (file === undefined) return;
    writeFileSync(file, `${interactionId}\n${holder}`, { mode: 0o600 });
    deleteOld(join(file, '..'));
  } catch {
    // A full disk must not stop a call.
  }
}

/** The claim that was kept; `undefined`: no hook allowed the call. */
export function notedCall(name: CallName): ClaimNote | undefined {
  try {
    const file = fileOf(name);
    if (file === undefined) return undefined;
    const [interactionId = '', holder = ''] = readFileSync(file, 'utf8').split('\n');
    return { interactionId, holder };
  } catch {
    return undefined;
  }
}

/** Deletes the note of a call. */
export function forgetCall(name: CallName): void {
  const file = fileOf(name);
  if (file !== undefined) rmSync(file, { force: true });
}
