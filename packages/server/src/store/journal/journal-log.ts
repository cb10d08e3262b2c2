import { lstatSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import { formatTime } from '@hitl/protocol/fold';
import type { AppendOptions, AppendOutcome, Commit, Tombstone } from '../store.ts';
import type { LogMethods } from '../lookups.ts';
import { JournalDamagedError } from './damage.ts';
import { readSmallFile, syncFolder, writeNewFile } from './file-system.ts';
import { writeChain } from '../rows/session-row.ts';
import {
  createJournalFile,
  openJournalFile,
  openReader,
  writeFailed,
  type JournalDisk,
  type JournalFile,
  type JournalReader,
} from './journal-file.ts';
import { writeLines } from './line.ts';
import { LINE_END, parseJournal, START, type Parsed, type Position } from './parse-journal.ts';
import { forget, replay } from './rows.ts';
import { createTurns } from './turns.ts';
import { checkFolders, makeFolders, type RunFolder } from './run-folder.ts';
import { codeOf } from '../../base/code-of.ts';

/** The incomplete commit that was dropped from the end of a journal. */
export interface DroppedLines {
  /** Path of the journal. */
  readonly file: string;
  readonly sessionId: string;
  /** Number of dropped lines, including an incomplete one. */
  readonly lines: number;
  readonly bytes: number;
}

/** Dependencies of a log. */
export interface JournalContext {
  /** The projections for lookups. */
  readonly rows: LogMethods;
  readonly disk: JournalDisk;
  /**
   * `write`: for the only writer, which drops an incomplete commit. `read`: changes nothing, and sees
   * the commits that a writer has appended since.
   */
  readonly mode: 'read' | 'write';
  readonly now: () => number;
  readonly onDropped: ((dropped: DroppedLines) => void) | undefined;
}

/** The log of one session, in its file and its projections. Calls must not overlap. */
export interface JournalLog {
  /** Brings the projections up to date. */
  refresh(): Promise<void>;
  append(expectedCommit: number, commit: Commit, options: AppendOptions): Promise<AppendOutcome>;
  remove(
    expectedCommit: number,
    tombstone: Tombstone,
    chain?: AppendOptions['chain'],
  ): Promise<AppendOutcome>;
  findTombstone(): Promise<Tombstone | null>;
  close(): Promise<void>;
}

/** Creates a log that has not been read yet. */
export function createJournalLog(folder: RunFolder, context: JournalContext): JournalLog {
  const { rows, disk, mode, now } = context;
  const { key, journal } = folder;
  const source = { file: journal, sessionId: key.sessionId };
  let position: Position = START;
  /** Whether the position is after a line end. */
  let betweenLines = true;
  let exists = false;
  /** Whether this writer has read it. */
  let isOpen = false;
  let file: JournalFile | undefined;
  /** The chain of the last commit; `undefined`: it has none, or was not read yet. */
  let lastChain: string | undefined;
  /** Device, inode, size and time of the file when it was last read. */
  let seen: readonly bigint[] | undefined;

  async function forgetAll(): Promise<void> {
    await forget(rows, key);
    position = START;
    lastChain = undefined;
  }

  /** Opens the journal, which has this length, to repair its end. */
  function repairEnd(length: number, work: (file: JournalFile) => void): void {
    const opened = openJournalFile(journal, length, disk);
    try {
      work(opened);
    } finally {
      opened.close();
    }
  }

  /** Continues from the position, piece by piece. An incomplete commit at the end may still be written. */
  async function take(reader: JournalReader): Promise<Parsed> {
    let length = disk.pieceBytes;
    for (;;) {
      const bytes = reader.read(position.offset, length);
      const isLast = bytes.length < length;
      const lines = isLast ? bytes : bytes.subarray(0, bytes.lastIndexOf(LINE_END) + 1);
      const parsed = parseJournal(lines, position, source);
      await replay(rows, key, parsed.commits);
      position = parsed.end;
      betweenLines = !parsed.lacksLineEnd;
      if (isLast) return parsed;
      length = parsed.commits.length === 0 ? length * 2 : disk.pieceBytes;
    }
  }

  /** Reads the whole journal; `null`: there is none. */
  async function takeAll(): Promise<Parsed | null> {
    await forgetAll();
    const reader = openReader(journal, disk);
    try {
      exists = reader !== null;
      if (mode === 'write') finishRemoval(folder, exists);
      return reader === null ? null : await take(reader);
    } finally {
      reader?.close();
    }
  }

  /** Continues reading; `false` if the known part has changed or the rest could not be read. */
  async function readOn(): Promise<boolean> {
    if (!betweenLines) return false;
    const reader = openReader(journal, disk);
    if (reader === null) return false;
    try {
      const { dev, ino, size } = reader.stats;
      if (seen?.[0] !== dev || seen[1] !== ino || size < BigInt(position.offset)) return false;
      await take(reader);
      return true;
    } catch (error) {
      // A writer may undo a failed append, so the whole file is read before it is considered
      // damaged.
      if (error instanceof JournalDamagedError) return false;
      throw error;
    } finally {
      reader.close();
    }
  }

  /** The position after these bytes. Bytes that could not be read back are not written. */
  function endOf(bytes: Buffer): Position {
    try {
      return parseJournal(bytes, position, source).end;
    } catch (error) {
      throw writeFailed(journal, error);
    }
  }

  /** The file for appending, which is created with the first commit. */
  function fileForAppend(): JournalFile {
    if (file !== undefined) return file;
    if (!exists) {
      try {
        makeFolders(folder);
      } catch (error) {
        throw writeFailed(folder.execution, error);
      }
      checkFolders(folder);
      file = createJournalFile(journal, folder.execution, disk);
      exists = true;
    } else {
      file = openJournalFile(journal, position.offset, disk);
    }
    return file;
  }

  async function open(): Promise<void> {
    checkFolders(folder);
    const parsed = await takeAll();
    if (parsed === null) return;
    const { end, rest, lacksLineEnd } = parsed;
    if (lacksLineEnd) {
      repairEnd(end.offset, (opened) => opened.append(Buffer.from('\n')));
      position = { ...end, offset: end.offset + 1 };
    } else if (rest.bytes > 0) {
      repairEnd(end.offset + rest.bytes, (opened) => opened.cut(end.offset));
      context.onDropped?.({ file: journal, sessionId: key.sessionId, ...rest });
    }
  }

  async function follow(): Promise<void> {
    const stats = statsOf(journal);
    const look = stats === null ? undefined : [stats.dev, stats.ino, stats.size, stats.mtimeNs];
    if (look !== undefined && look.join() === seen?.join()) return;
    try {
      checkFolders(folder);
      if (!(await readOn())) await takeAll();
    } catch (error) {
      // Earlier content must not be shown any more, not even when the file is restored.
      seen = undefined;
      await forgetAll();
      throw error;
    }
    seen = look;
  }

  /** Whether the log is the one that a caller has loaded. */
  async function isAt(commit: number, chain: AppendOptions['chain']): Promise<boolean> {
    if (position.commits !== commit) return false;
    const before = writeChain(chain);
    if (before === undefined) return true;
    // Only this writer appends, and a stored state is large.
    lastChain ??= writeChain((await rows.load(key)).chain);
    return lastChain === before;
  }

  return exclusive({
    async refresh() {
      if (mode === 'read') return follow();
      // If it fails, it may be repaired and opened again.
      if (!isOpen) await open();
      isOpen = true;
    },

    async append(expectedCommit, commit, options) {
      const { notAfter, leaseMs, chain } = options;
      if (!(await isAt(expectedCommit, chain))) return 'conflict';
      const time = now();
      if (notAfter !== undefined && time >= Date.parse(notAfter)) return 'too_late';
      const stored = structuredClone(commit);
      const text = writeLines(stored, expectedCommit + 1, position.lines, formatTime(time));
      const bytes = Buffer.from(text);
      const end = endOf(bytes);
      fileForAppend().append(bytes);
      position = end;
      lastChain = writeChain(stored.audit.chain);
      return rows.append(key, expectedCommit, stored, leaseMs === undefined ? {} : { leaseMs });
    },

    async remove(expectedCommit, tombstone, chain) {
      if (expectedCommit === 0 || !(await isAt(expectedCommit, chain))) return 'conflict';
      file?.close();
      file = undefined;
      // If this fails, the next call finds on the disk whether it was removed.
      isOpen = false;
      rmSync(folder.comingTombstone, { force: true });
      writeNewFile(folder.comingTombstone, JSON.stringify(tombstone));
      syncFolder(folder.path);
      // From here on the session is deleted: opening it again completes the removal.
      rmSync(journal);
      syncFolder(folder.execution);
      exists = false;
      await forgetAll();
      finishRemoval(folder, false);
      isOpen = true;
      return 'appended';
    },

    async findTombstone() {
      const text =
        readSmallFile(folder.tombstone) ?? (exists ? null : readSmallFile(folder.comingTombstone));
      if (text === null) return null;
      try {
        return JSON.parse(text) as Tombstone;
      } catch (error) {
        throw new JournalDamagedError(
          { file: folder.tombstone, what: 'is not JSON' },
          { cause: error },
        );
      }
    },

    async close() {
      file?.close();
      file = undefined;
    },
  });
}

/** Completes a removal that a crash interrupted: without the journal it had begun, else it had not. */
function finishRemoval(
  { comingTombstone: coming, tombstone, path }: RunFolder,
  hasJournal: boolean,
): void {
  try {
    if (hasJournal) rmSync(coming);
    else renameSync(coming, tombstone);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  syncFolder(path);
}

/** `null`: it is not there, or cannot be looked at. */
function statsOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true });
  } catch {
    return null;
  }
}

/** The same methods, whose calls wait for each other. */
function exclusive(log: JournalLog): JournalLog {
  const inTurn = createTurns();
  return {
    refresh: () => inTurn(() => log.refresh()),
    append: (...given) => inTurn(() => log.append(...given)),
    remove: (...given) => inTurn(() => log.remove(...given)),
    findTombstone: () => inTurn(() => log.findTombstone()),
    close: () => inTurn(() => log.close()),
  };
}
