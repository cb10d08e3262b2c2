import type { SessionKey, SessionStore } from '../store/store.ts';
import { createTail, type Tail } from './live-buffer.ts';

/** The logs that somebody of this instance follows: one tail each, gone with its last reader. */
export interface Tails {
  /** Opens it, or joins those who follow it already. Pair it with `leave`. */
  enter(key: SessionKey): Tail;
  leave(tail: Tail): void;
  find(key: SessionKey): Tail | undefined;
  /** Reads the logs for what no hint has told, one after the other. */
  poll(): Promise<void>;
  close(): void;
}

export function createTails(
  store: SessionStore,
  onError: (error: unknown) => void,
  watch: () => () => void,
): Tails {
  const entries = new Map<string, { tail: Tail; readers: number; unwatch: () => void }>();
  let closed = false;

  return {
    enter(key) {
      const id = idOf(key);
      let entry = entries.get(id);
      if (entry === undefined) {
        entry = { tail: createTail(store, key, onError), readers: 0, unwatch: watch() };
        if (closed) entry.tail.close();
        entries.set(id, entry);
      }
      entry.readers += 1;
      return entry.tail;
    },
    leave({ key }) {
      const id = idOf(key);
      const entry = entries.get(id);
      if (entry === undefined) return;
      entry.readers -= 1;
      if (entry.readers > 0) return;
      entries.delete(id);
      entry.tail.close();
      entry.unwatch();
    },
    find: (key) => entries.get(idOf(key))?.tail,
    async poll() {
      for (const { tail } of entries.values()) await tail.sync();
    },
    close() {
      closed = true;
      for (const { tail } of entries.values()) tail.close();
    },
  };
}

/** Names a session among those of all tenants. */
export function idOf({ tenant_id: tenant, session_id: session }: SessionKey): string {
  return JSON.stringify([tenant, session]);
}
