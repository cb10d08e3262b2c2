import type { RunEvent, StepDelta } from '@hitl/protocol';
import type { SessionKey, SessionStore } from '../../store/store.ts';
import type { Frame } from '../feed.ts';
import { coalesce } from './coalesce.ts';
import { deltaFrame, runFrame, sessionFrame } from './frames.ts';
import { createRing, type Ring } from './ring.ts';

/** Commits read at a time. */
const PAGE = 100;

/** A stored event with its place in the log, encoded once for all who read it. */
export interface Stored {
  readonly kind: 'event';
  readonly event: RunEvent;
  readonly commit: number;
  /** Its place in the commit, from 0. */
  readonly index: number;
  readonly frame: Frame;
  /** The same under the id of the session's stream. */
  readonly session_frame: Frame;
}

/** A piece of text. */
export interface Piece {
  readonly kind: 'delta';
  readonly delta: StepDelta;
  readonly frame: Frame;
}

/** The end of one session's log as it grows, read once for all of this instance who follow it. */
export interface Tail {
  readonly key: SessionKey;
  /** Resolves once everything that is stored later will reach readers. */
  readonly ready: Promise<void>;
  /** The newest events and pieces of text. */
  readonly ring: Ring<Stored | Piece>;
  /** A commit of this instance: no need to read it. */
  appended(commit: number, events: readonly RunEvent[]): void;
  delta(delta: StepDelta): void;
  /** Reads what is newer than the last commit it has. Failures go to `onError`. */
  sync(): Promise<void>;
  /** Somebody says that the session has changed: reads on, or ends where the session was deleted. */
  hinted(): Promise<void>;
  close(): void;
}

export function createTail(
  store: SessionStore,
  key: SessionKey,
  onError: (error: unknown) => void,
): Tail {
  const ring = createRing<Stored | Piece>();
  let last: number | null = null;

  function take(commit: number, events: readonly RunEvent[]): void {
    last = commit;
    for (const [index, event] of events.entries()) {
      const stored = storedEntry(event, commit, index);
      ring.push(stored, stored.frame.data.length);
    }
  }

  const read = coalesce(async () => {
    while (last !== null && !ring.closed) {
      const commits = await store.read(key, last, PAGE);
      for (const { commit, events } of commits) {
        // A commit of this instance may have come while the page was read.
        if (commit === last + 1) take(commit, events);
      }
      if (commits.length < PAGE) return;
    }
  });

  const sync = (): Promise<void> => read().catch(onError);

  const ready = store.load(key).then(({ commit }) => {
    last = commit;
    // What was appended while `load` ran is neither behind `commit` nor announced again.
    return sync();
  });

  return {
    key,
    ready,
    ring,
    appended(commit, events) {
      if (last === null || commit <= last) return;
      if (commit === last + 1) take(commit, events);
      else void sync();
    },
    delta(delta) {
      const frame = deltaFrame(delta);
      ring.push({ kind: 'delta', delta, frame }, frame.data.length);
    },
    sync,
    async hinted() {
      const before = last;
      await sync();
      if (last !== before || before === null) return;
      const tombstone = await store.findTombstone(key).catch(onError);
      if (tombstone !== undefined && tombstone !== null) ring.close();
    },
    close: () => ring.close(),
  };
}

function storedEntry(event: RunEvent, commit: number, index: number): Stored {
  const frame = runFrame(event);
  let session: Frame | undefined;
  return {
    kind: 'event',
    event,
    commit,
    index,
    frame,
    get session_frame() {
      session ??= sessionFrame(frame, commit, index);
      return session;
    },
  };
}
