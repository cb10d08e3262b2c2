import type { FileHandle } from 'node:fs/promises';

/** Lines of a file, as bytes. */
export interface Lines {
  /** The bytes of the lines, up to `maxBytes`. */
  readonly bytes: Buffer;
  /** The number of all bytes of the lines. */
  readonly total: number;
  /** The number of lines in the file, if its end was reached; else of those that were read. */
  readonly seen: number;
  /** Whether the bytes that were read or skipped contain a NUL. */
  readonly binary: boolean;
}

/** The lines to read, and the maximum number of bytes. */
export interface LineRange {
  /** Number of lines to skip. */
  readonly offset: number;
  /** Number of lines to read; `Infinity` for all. */
  readonly limit: number;
  readonly maxBytes: number;
  /** Size of the file in bytes. */
  readonly size: number;
  readonly signal: AbortSignal;
}

const CHUNK_BYTES = 65_536;
const NEWLINE = 0x0a;

/**
 * Reads lines in bounded memory, for files of any size. A line includes its newline; the last one
 * may lack it.
 */
export async function readLines(handle: FileHandle, range: LineRange): Promise<Lines> {
  const end = range.offset + range.limit;
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const kept: Buffer[] = [];
  let room = range.maxBytes;
  let passed = 0;
  let total = 0;
  let lines = 0;
  let open = false;
  let binary = false;
  // When the space is used up, only a limited range still needs the ends of its lines.
  while (lines < end && !(room === 0 && range.limit === Infinity)) {
    range.signal.throwIfAborted();
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, null);
    if (bytesRead === 0) break;
    const read = chunk.subarray(0, bytesRead);
    binary ||= read.includes(0);
    for (let from = 0; from < bytesRead && lines < end;) {
      const newline = read.indexOf(NEWLINE, from);
      const to = newline === -1 ? bytesRead : newline + 1;
      if (lines < range.offset) {
        passed += to - from;
      } else {
        total += to - from;
        if (room > 0) kept.push(Buffer.from(read.subarray(from, Math.min(to, from + room))));
        room = Math.max(0, room - (to - from));
      }
      open = newline === -1;
      if (!open) lines += 1;
      from = to;
    }
  }
  if (range.limit === Infinity) total = Math.max(total, range.size - passed);
  return { bytes: Buffer.concat(kept), total, seen: open ? lines + 1 : lines, binary };
}
