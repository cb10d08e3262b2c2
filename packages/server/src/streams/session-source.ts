import type { SessionKey, SessionStore } from '../store/store.ts';
import { logCursor, logSource, type LogCursor } from './log-source.ts';
import type { StreamSource } from './subscription.ts';
import { frameOf } from './frames.ts';
import { parseSessionPosition, type SessionPosition } from './session-position.ts';
import { createStoredItem, isAfter, type LiveItem } from './live-buffer.ts';
import type { LiveBuffers } from './live-buffers.ts';
import type { Unfinished } from './unfinished.ts';

/** Number of commits per read. */
const PAGE = 100;

const START: SessionPosition = { commit: 0, index: 0 };

/** Position of a reader in a session. */
export interface SessionCursor extends LogCursor {
  position: SessionPosition;
}

export function sessionCursor(key: SessionKey, after: string | undefined): SessionCursor {
  return { ...logCursor(key), position: parseSessionPosition(after ?? '') ?? START };
}

/** A source with the events of all runs of a session, contiguous by commit number. */
export function createSessionSource(
  store: SessionStore,
  buffers: LiveBuffers,
  unfinished: Unfinished,
): StreamSource<SessionCursor, LiveItem> {
  const log = logSource(buffers);
  return {
    ...log,
    async enter(cursor) {
      const { buffer, key, position } = cursor;
      cursor.buffer ??= buffers.enter(key);
      await cursor.buffer.ready;
      if (buffer !== undefined || position.commit === 0) return;
      // A position beyond the end of this log belongs to another one and is ignored.
      const [known] = await store.read(key, position.commit - 1, 1);
      const reached = known?.commit === position.commit && position.index < known.events.length;
      if (!reached) cursor.position = START;
    },
    async page(cursor) {
      const { key, position } = cursor;
      const buffer = log.mark(cursor);
      if (buffer === undefined) return [];
      cursor.behind = false;
      const recent = buffer.recentOfSession(position);
      if (recent !== null) return recent;
      const commits = await store.read(key, Math.max(position.commit - 1, 0), PAGE);
      cursor.behind = commits.length === PAGE;
      return commits
        .flatMap(({ commit, events }) =>
          events.map((event, index) => createStoredItem(event, commit, index)),
        )
        .filter((item) => isAfter(item, position));
    },
    accept(cursor, item) {
      if (item.kind === 'unstored') return item.frame;
      if (!isAfter(item, cursor.position)) return undefined;
      cursor.position = { commit: item.commit, index: item.index };
      return item.sessionFrame;
    },
    join(cursor, reader) {
      cursor.buffer?.join(reader);
      return unfinished.of(cursor.key).map((event) => frameOf(event));
    },
  };
}
