import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
  type BigIntStats,
} from 'node:fs';
import { storeError } from '../errors.ts';
import { JournalDamagedError } from './damage.ts';
import { syncFolder } from './file-system.ts';
import { messageOf } from '../../base/message-of.ts';
import { codeOf } from '../../base/code-of.ts';

/** The calls that change a file; tests simulate failures of the disk here. */
export interface JournalDisk {
  /** Writes at an offset, in one call; returns the number of written bytes. */
  write(handle: number, bytes: Buffer, offset: number): number;
  sync(handle: number): void;
  truncate(handle: number, length: number): void;
}

/** The disk of this machine. */
export const REAL_DISK: JournalDisk = {
  write: (handle, bytes, offset) => writeSync(handle, bytes, 0, bytes.length, offset),
  sync: (handle) => fsyncSync(handle),
  truncate: (handle, length) => ftruncateSync(handle, length),
};

/** The content of a file from an offset on. */
export interface FileContent {
  readonly bytes: Buffer;
  readonly stats: BigIntStats;
}

/**
 * Reads a journal from an offset to its end; `null` if the file does not exist. A shorter file is
 * read as if it ended at the offset.
 * @throws JournalDamagedError for anything but a regular file, and for a file that cannot be read.
 */
export function readJournal(file: string, from: number): FileContent | null {
  const handle = openExisting(file, constants.O_RDONLY);
  if (handle === null) return null;
  try {
    const stats = regularStats(handle, file);
    const length = Math.max(0, Number(stats.size) - from);
    const bytes = Buffer.alloc(length);
    let filled = 0;
    while (filled < length) {
      const bytesRead = readSync(handle, bytes, filled, length - filled, from + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return { bytes: bytes.subarray(0, filled), stats };
  } catch (error) {
    if (error instanceof JournalDamagedError) throw error;
    throw unreadable(file, error);
  } finally {
    closeSync(handle);
  }
}

/** A journal that is open for writing. */
export interface JournalFile {
  /**
   * Appends in one write, which is durable when this returns.
   * @throws HitlError `journal_write_failed`: none of it is in the journal.
   * @throws JournalDamagedError if another process changed the file.
   */
  append(bytes: Buffer): void;
  /** Truncates the file durably. */
  cut(length: number): void;
  close(): void;
}

/**
 * Creates a journal, which must not exist yet.
 * @throws HitlError `journal_exists`.
 */
export function createJournalFile(file: string, folder: string, disk: JournalDisk): JournalFile {
  const handle = createExclusively(file);
  try {
    syncFolder(folder);
    return journalFile(handle, file, 0, disk);
  } catch (error) {
    // Otherwise the next attempt would find it and take it for another run's.
    closeSync(handle);
    rmSync(file, { force: true });
    throw writeFailed(file, error);
  }
}

function createExclusively(file: string): number {
  const { O_CREAT, O_EXCL, O_RDWR, O_NOFOLLOW } = constants;
  try {
    return openSync(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      throw storeError(
        'journal_exists',
        `Another run with this id already has a journal: ${file}. It was not changed.`,
        error,
      );
    }
    throw writeFailed(file, error);
  }
}

/**
 * Opens a journal of which `length` bytes are known.
 * @throws JournalDamagedError if it was deleted, or is not a regular file.
 */
export function openJournalFile(file: string, length: number, disk: JournalDisk): JournalFile {
  const handle = openExisting(file, constants.O_RDWR);
  if (handle === null) throw new JournalDamagedError({ file, what: 'is gone' });
  try {
    regularStats(handle, file);
    return journalFile(handle, file, length, disk);
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function journalFile(handle: number, file: string, known: number, disk: JournalDisk): JournalFile {
  const { dev, ino } = fstatSync(handle, { bigint: true });
  let length = known;
  let broken: unknown;

  /** Detects a second writer, and an editor that has replaced the file. */
  function checkAlone(): void {
    const stats = lstatNow();
    if (stats.dev !== dev || stats.ino !== ino || stats.size !== BigInt(length)) {
      throw new JournalDamagedError({
        file,
        what: 'was changed by another process while it was open here',
      });
    }
  }

  function lstatNow(): BigIntStats {
    try {
      return lstatSync(file, { bigint: true });
    } catch (error) {
      throw new JournalDamagedError({ file, what: 'is gone' }, { cause: error });
    }
  }

  function write(bytes: Buffer): void {
    const written = disk.write(handle, bytes, length);
    if (written < bytes.length) {
      throw new Error(`the disk took ${written} of ${bytes.length} bytes`);
    }
    disk.sync(handle);
  }

  /** Removes the rest of a failed append; if that fails, further appends are refused. */
  function takeBack(): void {
    try {
      disk.truncate(handle, length);
      disk.sync(handle);
    } catch (error) {
      broken = error;
    }
  }

  return {
    append(bytes) {
      if (broken !== undefined) throw unusable(file, broken);
      checkAlone();
      try {
        write(bytes);
      } catch (error) {
        takeBack();
        throw broken === undefined ? writeFailed(file, error) : unusable(file, error);
      }
      length += bytes.length;
    },
    cut(to) {
      checkAlone();
      try {
        disk.truncate(handle, to);
        disk.sync(handle);
      } catch (error) {
        throw writeFailed(file, error);
      }
      length = to;
    },
    close: () => closeSync(handle),
  };
}

function openExisting(file: string, access: number): number | null {
  // Do not follow links, and do not block on a named pipe.
  const flags = access | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  try {
    return openSync(file, flags);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw unreadable(file, error);
  }
}

function regularStats(handle: number, file: string): BigIntStats {
  const stats = fstatSync(handle, { bigint: true });
  if (!stats.isFile()) throw new JournalDamagedError({ file, what: 'is not a regular file' });
  return stats;
}

function unreadable(file: string, cause: unknown): JournalDamagedError {
  return new JournalDamagedError({ file, what: reason(codeOf(cause)) }, { cause });
}

function reason(code: string): string {
  switch (code) {
    case 'ELOOP':
    case 'EMLINK':
      return 'is a symbolic link';
    case 'EISDIR':
    case 'ENXIO':
      return 'is not a regular file';
    case 'ENOTDIR':
      return 'is in a path that leads through a file';
    case 'EACCES':
    case 'EPERM':
      return 'may not be opened: permission denied';
    default:
      return `cannot be read (${code})`;
  }
}

/** The error of an append that was undone. */
export function writeFailed(file: string, cause: unknown): Error {
  return storeError(
    'journal_write_failed',
    `The journal ${file} could not be written (${messageOf(cause)}), so nothing of this step was recorded. Free some space on the disk, then continue.`,
    cause,
  );
}

function unusable(file: string, cause: unknown): Error {
  return storeError(
    'journal_write_failed',
    `The journal ${file} could not be written (${messageOf(cause)}), nor restored, so nothing more is appended to it. Free some space on the disk, then open it again.`,
    cause,
  );
}
