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

/** The calls that change a file, and limits; tests simulate failures of the disk here. */
export interface JournalDisk {
  /** The size of the largest journal: all of it is kept in memory. */
  readonly maxBytes: number;
  /** How much is read at once, unless a commit is larger. */
  readonly pieceBytes: number;
  /** Writes at an offset, in one call; returns the number of written bytes. */
  write(handle: number, bytes: Buffer, offset: number): number;
  sync(handle: number): void;
  truncate(handle: number, length: number): void;
}

/** The disk of this machine. */
export const REAL_DISK: JournalDisk = {
  maxBytes: 1024 ** 3,
  pieceBytes: 16 * 1024 ** 2,
  write: (handle, bytes, offset) => writeSync(handle, bytes, 0, bytes.length, offset),
  sync: (handle) => fsyncSync(handle),
  truncate: (handle, length) => ftruncateSync(handle, length),
};

/** A journal that is open for reading. */
export interface JournalReader {
  readonly stats: BigIntStats;
  /** Reads this many bytes from an offset on, or less at the end that the file had when it was opened. */
  read(from: number, length: number): Buffer;
  close(): void;
}

/**
 * Opens a journal for reading; `null` if the file does not exist.
 * @throws JournalDamagedError for anything but a regular file, and for a file that is too large.
 */
export function openReader(file: string, { maxBytes }: JournalDisk): JournalReader | null {
  const handle = openExisting(file, constants.O_RDONLY);
  if (handle === null) return null;
  try {
    const stats = regularStats(handle, file);
    if (stats.size > BigInt(maxBytes)) {
      throw new JournalDamagedError({ file, what: `has more than ${maxBytes} bytes` });
    }
    return {
      stats,
      read: readFrom(handle, file, Number(stats.size)),
      close: () => closeSync(handle),
    };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

function readFrom(handle: number, file: string, size: number): JournalReader['read'] {
  return (from, most) => {
    const length = Math.max(0, Math.min(most, size - from));
    const bytes = Buffer.alloc(length);
    let filled = 0;
    try {
      while (filled < length) {
        const bytesRead = readSync(handle, bytes, filled, length - filled, from + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
    } catch (error) {
      throw unreadable(file, error);
    }
    return bytes.subarray(0, filled);
  };
}

/** A journal that is open for writing. */
export interface JournalFile {
  /**
   * Appends in one write, which is durable when this returns.
   * @throws HitlError `journal_write_failed`, or `commit_too_large` if the journal has no room for it:
   * none of it is in the journal.
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
      if (length + bytes.length > disk.maxBytes) throw full(file, disk.maxBytes);
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

function full(file: string, maxBytes: number): Error {
  return storeError(
    'commit_too_large',
    `The journal ${file} would have more than ${maxBytes} bytes, so nothing of this step was recorded. Start a new run.`,
  );
}

function unusable(file: string, cause: unknown): Error {
  return storeError(
    'journal_write_failed',
    `The journal ${file} could not be written (${messageOf(cause)}), nor restored, so nothing more is appended to it. Free some space on the disk, then open it again.`,
    cause,
  );
}
