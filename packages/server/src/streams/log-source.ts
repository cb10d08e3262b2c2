import type { SessionKey } from '../store/store.ts';
import type { LiveBuffer, LiveItem } from './live-buffer.ts';
import type { LiveBuffers } from './live-buffers.ts';
import type { Cursor, LiveReader } from './subscription.ts';

/** Position of a reader in the log of a session. */
export interface LogCursor extends Cursor {
  readonly key: SessionKey;
  buffer: LiveBuffer | undefined;
  /** The last commit of the buffer when the log was read. */
  mark: number | null;
}

/** The cursor of a reader that has read nothing yet. */
export function logCursor(key: SessionKey): LogCursor {
  return { key, buffer: undefined, mark: null, behind: true, done: false };
}

/** What all sources of a log have in common. */
export function logSource(buffers: LiveBuffers) {
  return {
    /** Marks the end of the buffer before the log is read; `undefined`: the stream is over. */
    mark(cursor: LogCursor): LiveBuffer | undefined {
      const { buffer } = cursor;
      cursor.mark = buffer?.last ?? null;
      cursor.done = buffer === undefined || buffer.closed;
      return cursor.done ? undefined : buffer;
    },
    isCurrent: (cursor: LogCursor): boolean => cursor.buffer?.last === cursor.mark,
    leave(cursor: LogCursor, reader: LiveReader<LiveItem>): void {
      cursor.buffer?.leave(reader);
    },
    exit({ buffer }: LogCursor): void {
      if (buffer !== undefined) buffers.leave(buffer);
    },
  };
}
