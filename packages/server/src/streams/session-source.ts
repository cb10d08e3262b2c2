import type { SessionKey, SessionStore } from '../store/store.ts';
import type { Drafts } from './drafts.ts';
import type { Place, View } from './subscription.ts';
import { deltaFrame } from './frames.ts';
import { parseSessionPosition, type SessionPosition } from './session-position.ts';
import { createStored, isBehind, type Tail, type TailItem } from './live-buffer.ts';
import type { Tails } from './live-buffers.ts';

/** Commits read at a time. */
const PAGE = 100;

const START: SessionPosition = { commit: 0, index: 0 };

/** Where a reader is in a session. */
export interface SessionPlace extends Place {
  readonly key: SessionKey;
  tail: Tail | undefined;
  position: SessionPosition;
  /** The last commit that the tail had when the log was read. */
  mark: number | null;
}

export function sessionPlace(key: SessionKey, after: string | undefined): SessionPlace {
  return {
    key,
    tail: undefined,
    position: parseSessionPosition(after ?? '') ?? START,
    mark: null,
    behind: true,
    done: false,
  };
}

/** The events of all runs of a session, contiguous by the numbers of commits. */
export function createSessionView(
  store: SessionStore,
  tails: Tails,
  drafts: Drafts,
): View<SessionPlace, TailItem> {
  return {
    async enter(place) {
      const { tail, key, position } = place;
      place.tail ??= tails.enter(key);
      await place.tail.ready;
      if (tail !== undefined || position.commit === 0) return;
      // A position that this log has not reached is another one's: it counts as absent.
      const [known] = await store.read(key, position.commit - 1, 1);
      const reached = known?.commit === position.commit && position.index < known.events.length;
      if (!reached) place.position = START;
    },
    async page(place) {
      const { tail, key, position } = place;
      place.mark = tail?.last ?? null;
      place.done = tail === undefined || tail.closed;
      if (tail === undefined || tail.closed) return [];
      place.behind = false;
      const recent = tail.recentOfSession(position);
      if (recent !== null) return recent;
      const commits = await store.read(key, Math.max(position.commit - 1, 0), PAGE);
      place.behind = commits.length === PAGE;
      return commits
        .flatMap(({ commit, events }) =>
          events.map((event, index) => createStored(event, commit, index)),
        )
        .filter((item) => isBehind(position, item));
    },
    isCurrent: (place) => place.tail?.last === place.mark,
    accept(place, item) {
      if (item.kind === 'delta') return item.frame;
      if (!isBehind(place.position, item)) return undefined;
      place.position = { commit: item.commit, index: item.index };
      return item.session_frame;
    },
    join(place, reader) {
      place.tail?.join(reader);
      return drafts.of(place.key).map((delta) => deltaFrame(delta));
    },
    leave(place, reader) {
      place.tail?.leave(reader);
    },
    exit(place) {
      if (place.tail !== undefined) tails.leave(place.tail);
    },
  };
}
