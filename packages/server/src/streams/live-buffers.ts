import type { SessionKey, SessionStore } from '../store/store.ts';
import { createLiveBuffer, type LiveBuffer, type OwnCommit } from './live-buffer.ts';
import { sessionText } from '../store/session-text.ts';

/** The live buffers of this instance: one for each log with readers, closed with its last reader. */
export interface LiveBuffers {
  /**
   * Opens the buffer of a log, or joins its other readers. Pair it with `leave`. `unread`: it may
   * open unconfirmed.
   */
  enter(key: SessionKey, unread?: 'unread'): LiveBuffer;
  leave(buffer: LiveBuffer): void;
  find(key: SessionKey): LiveBuffer | undefined;
  /** Reads the logs in turn, for changes that no hint announced. */
  poll(): Promise<void>;
  close(): void;
}

export function createLiveBuffers(
  store: SessionStore,
  onError: (error: unknown) => void,
  watch: () => () => void,
  ownCommit: (key: SessionKey) => OwnCommit | undefined,
): LiveBuffers {
  const entries = new Map<string, { buffer: LiveBuffer; readers: number; unwatch: () => void }>();
  let closed = false;

  return {
    enter(key, unread) {
      const id = sessionText(key);
      let entry = entries.get(id);
      if (entry === undefined) {
        const buffer = createLiveBuffer(store, key, onError, () => ownCommit(key), unread);
        entry = { buffer, readers: 0, unwatch: watch() };
        if (closed) entry.buffer.close();
        entries.set(id, entry);
      }
      entry.readers += 1;
      return entry.buffer;
    },
    leave({ key }) {
      const id = sessionText(key);
      const entry = entries.get(id);
      if (entry === undefined) return;
      entry.readers -= 1;
      if (entry.readers > 0) return;
      entries.delete(id);
      entry.buffer.close();
      entry.unwatch();
    },
    find: (key) => entries.get(sessionText(key))?.buffer,
    async poll() {
      for (const { buffer } of entries.values()) await buffer.sync();
    },
    close() {
      closed = true;
      for (const { buffer } of entries.values()) buffer.close();
    },
  };
}
