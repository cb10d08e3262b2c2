import { NewestMap } from '../base/newest-map.ts';
import { SESSION_HEAD } from '../audit/session-chain.ts';
import { sessionText } from '../store/session-text.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';

/** How long a log and the store's time are reused after a read. */
const RECENT_MS = 250;

const MAX_SESSIONS = 256;

/** Maximum number of remembered hints, more than arrive while a commit is being appended. */
const MAX_HINTS = 10_000;

/**
 * Cache of logs that this instance has just appended to, so that the steps of a run need no reads
 * between their commits, and a stream that follows it needs none to open. The time of a log is that
 * of its last read, at most a quarter of a second ago.
 */
export interface RecentSessions {
  /** The log after our last append, unless it was last read too long ago. */
  find(key: SessionKey): LoadedSession | undefined;
  /** Records that a log was read. */
  read(key: SessionKey, loaded: LoadedSession): void;
  /**
   * Records that this instance appended to a log that was at commit `before`. `begun`: when it began
   * to append, by `performance.now`.
   */
  appended(
    key: SessionKey,
    before: LoadedSession,
    after: Pick<LoadedSession, 'state' | 'chain'>,
    begun: number,
  ): void;
  /** Forgets a log that someone else has changed. */
  forget(key: SessionKey): void;
}

export function createRecentSessions(): RecentSessions {
  const sessions = new NewestMap<string, LoadedSession>(MAX_SESSIONS);
  const readAt = new NewestMap<string, number>(MAX_SESSIONS);
  const forgottenAt = new NewestMap<string, number>(MAX_HINTS);

  return {
    find(key) {
      const id = sessionText(key);
      const at = readAt.get(id);
      const isRecent = at !== undefined && performance.now() - at <= RECENT_MS;
      return isRecent ? sessions.get(id) : undefined;
    },
    read(key, { commit, now, chain }) {
      const id = sessionText(key);
      readAt.set(id, performance.now());
      const session = sessions.get(id);
      const isSame =
        session?.commit === commit && session.chain[SESSION_HEAD] === chain[SESSION_HEAD];
      if (isSame) sessions.set(id, { ...session, now });
      else sessions.delete(id);
    },
    appended(key, { commit: before, now }, { state, chain }, begun) {
      const id = sessionText(key);
      // The change may have come after this commit, although this instance heard of it earlier.
      if ((forgottenAt.get(id) ?? -Infinity) >= begun) return;
      const commit = before + 1;
      // Of two concurrent appends, the later one may be recorded first. A first commit belongs to a
      // new log, even if a deleted one had the same id.
      if (commit > 1 && (sessions.get(id)?.commit ?? 0) > commit) return;
      sessions.set(id, { commit, state, chain, now });
    },
    forget(key) {
      const id = sessionText(key);
      sessions.delete(id);
      forgottenAt.set(id, performance.now());
    },
  };
}
