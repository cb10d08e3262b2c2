import {
  constants,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  type Stats,
} from 'node:fs';
import { codeOf } from './durable-file.ts';
import { messageOf } from '../process/message-of.ts';

/** 1 MiB. */
const MAX_BYTES = 1_048_576;

/** Milliseconds without a change after which a file counts as completely written. */
export const QUIET_MS = 1000;

/** The content of a mailbox's `response.txt`. */
export type ResponseFile =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /** It cannot be an answer. `why`: the reason. */
  | { readonly kind: 'unfit'; readonly why: string };

/**
 * Reads an answer: a regular file of UTF-8, at most 1 MiB, that is completely written. A byte order
 * mark and the last line end are not part of it. `wait` waits for a time.
 */
export async function readResponse(
  path: string,
  wait: (milliseconds: number) => Promise<void>,
): Promise<ResponseFile> {
  try {
    const before = lstatSync(path, { throwIfNoEntry: false });
    if (before === undefined) return { kind: 'none' };
    const problem = problemOf(before);
    if (problem !== undefined) return unfit(path, problem);
    const quiet = Math.min(Math.max(Date.now() - before.mtimeMs, 0), QUIET_MS);
    if (quiet < QUIET_MS) await wait(QUIET_MS - quiet);
    return readQuiet(path, before);
  } catch (error) {
    return unfit(path, `cannot be read: ${messageOf(error)}`);
  }
}

function readQuiet(path: string, before: Stats): ResponseFile {
  const file = openRegular(path);
  if (file === null) return unfit(path, 'is a symbolic link. Expected a regular file.');
  try {
    const opened = fstatSync(file);
    const problem = problemOf(opened);
    if (problem !== undefined) return unfit(path, problem);
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    const length = readWhole(file, bytes);
    if (!isSame(before, opened) || !isSame(opened, fstatSync(file)) || length !== opened.size) {
      return unfit(path, 'is still being written. Run the command again once it is complete.');
    }
    return textOf(path, bytes.subarray(0, length));
  } finally {
    closeSync(file);
  }
}

/** `null`: it has become a link since it was checked. Never blocks, as opening a pipe would. */
function openRegular(path: string): number | null {
  // Windows has neither flag: `undefined` becomes 0.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    return openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === 'ELOOP') return null;
    throw error;
  }
}

function readWhole(file: number, into: Buffer): number {
  let length = 0;
  for (;;) {
    const read = readSync(file, into, length, into.length - length, null);
    length += read;
    if (read === 0 || length === into.length) return length;
  }
}

function problemOf(stats: Stats): string | undefined {
  if (stats.isSymbolicLink()) return 'is a symbolic link. Expected a regular file.';
  if (!stats.isFile()) return 'is not a regular file.';
  if (stats.nlink > 1) return 'is a hard link, so it has another name too. Write a separate file.';
  // Windows has no user ids: `undefined`.
  const own = process.geteuid?.() ?? stats.uid;
  if (stats.uid !== own)
    return `belongs to the user ${stats.uid}. Expected ${own}, as the run does.`;
  if (stats.size > MAX_BYTES) {
    return `has ${stats.size} bytes. Expected at most ${MAX_BYTES} (1 MiB).`;
  }
  return undefined;
}

function isSame(left: Stats, right: Stats): boolean {
  return (
    left.ino === right.ino &&
    left.dev === right.dev &&
    left.size === right.size &&
    left.mtimeMs === right.mtimeMs
  );
}

function textOf(path: string, bytes: Uint8Array): ResponseFile {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'text', text: text.replace(/\r?\n$/, '') };
  } catch {
    return unfit(path, 'is not UTF-8. Save it as UTF-8 and run the command again.');
  }
}

function unfit(path: string, problem: string): ResponseFile {
  return { kind: 'unfit', why: `${path} ${problem}` };
}
