import type { RunEvent } from '@hitl/protocol';
import { JournalDamagedError } from './damage.ts';
import { isAsWritten, type CommitExtra } from './line.ts';
import { parseLine, type Damaged, type Line } from './parse-line.ts';

/** A position in a journal, at the end of a commit. */
export interface Position {
  /** Number of bytes before it. */
  readonly offset: number;
  /** Number of lines before it. */
  readonly lines: number;
  /** Number of commits before it. */
  readonly commits: number;
}

/** The start of every journal. */
export const START: Position = { offset: 0, lines: 0, commits: 0 };

/** One commit parsed from a journal. */
export interface ParsedCommit {
  readonly events: readonly RunEvent[];
  readonly extra: CommitExtra;
}

/** The parsed bytes after a position. */
export interface Parsed {
  readonly commits: readonly ParsedCommit[];
  /** The end of the last complete commit. */
  readonly end: Position;
  /** Whether the last commit is complete except for its line end. */
  readonly lacksLineEnd: boolean;
  /** The incomplete commit after the last complete one. */
  readonly rest: { readonly lines: number; readonly bytes: number };
}

/** The source of the bytes, for errors. */
export interface Source {
  readonly file: string;
  readonly sessionId: string;
}

/** The byte after each line. */
export const LINE_END = 0x0a;

/**
 * Parses the bytes after a position. The rest of a crash at the end, which is lines without the
 * last one of their commit and an incomplete line, is returned as `rest`.
 * @throws JournalDamagedError for any other deviation from the written form.
 */
export function parseJournal(bytes: Buffer, from: Position, source: Source): Parsed {
  const commits: ParsedCommit[] = [];
  let end = from;
  let events: RunEvent[] = [];
  let text = '';
  let lines = from.lines;

  const damaged: Damaged = (what, cause) =>
    new JournalDamagedError(
      { file: source.file, line: lines, what },
      cause === undefined ? undefined : { cause },
    );

  function take({ event, mark }: Line, written: string, next: number): void {
    text += `${written}\n`;
    if (event !== undefined) events.push(event);
    if (mark === undefined) return;
    const { number, lines: count, crc: _, ...extra } = mark;
    if (number !== end.commits + 1) {
      throw damaged(`ends commit ${number}, but commit ${end.commits + 1} was expected`);
    }
    if (count !== lines - end.lines) {
      throw damaged(`ends a commit of ${count} lines after ${lines - end.lines}`);
    }
    if (!isAsWritten(text)) {
      throw damaged(`ends a commit that was changed, somewhere from line ${end.lines + 1} on`);
    }
    commits.push({ events, extra });
    events = [];
    text = '';
    end = { offset: from.offset + next, lines, commits: number };
  }

  let at = 0;
  for (;;) {
    const stop = bytes.indexOf(LINE_END, at);
    if (stop === -1) break;
    lines += 1;
    const line = decode(bytes.subarray(at, stop), damaged);
    take(parseLine(line, lines, source.sessionId, damaged), line, stop + 1);
    at = stop + 1;
  }

  let lacksLineEnd = false;
  const last = bytes.subarray(at);
  if (last.length > 0) {
    lines += 1;
    if (!isTorn(last)) {
      const line = decode(last, damaged);
      const parsed = parseLine(line, lines, source.sessionId, damaged);
      // The commit is complete: it is not dropped for lack of a line end.
      lacksLineEnd = parsed.mark !== undefined;
      take(parsed, line, bytes.length);
    }
  }
  return {
    commits,
    end,
    lacksLineEnd,
    rest: { bytes: from.offset + bytes.length - end.offset, lines: lines - end.lines },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array, damaged: Damaged): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw damaged('is not UTF-8', error);
  }
}

/** Whether the bytes can be the beginning of a line that was not completely written. */
function isTorn(bytes: Buffer): boolean {
  // After a power cut, a file may be longer than its written part: the rest is read as zeros.
  const written = bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
  if (written.length === 0) return true;
  // JSON contains no control characters, so bytes with any were not written by us.
  return written[0] === 0x7b && written.every((byte) => byte >= 0x20) && !isJson(bytes);
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}
