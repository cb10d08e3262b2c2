import type { RunEvent, StepDelta, ToolProgress } from '@hitl/protocol';
import { evolveRun, INITIAL_CONTROL, type ControlState } from '@hitl/protocol/fold';
import type { SessionKey, SessionStore } from '../store/store.ts';
import type { Frame } from './feed.ts';
import { coalesce } from '../base/coalesce.ts';
import type { LiveReader } from './subscription.ts';
import { runFrame, sessionFrame, unstoredFrame } from './frames.ts';
import { createRecent } from './recent.ts';
import type { SessionPosition } from './session-position.ts';

/** Commits read at a time. */
const PAGE = 100;

/** A stored event with its place in the log, encoded once for all who read it. */
export interface StoredItem {
  readonly kind: 'event';
  readonly event: RunEvent;
  /** 0 where it is not known. */
  readonly commit: number;
  /** Its place in the commit, from 0. */
  readonly index: number;
  readonly frame: Frame;
  /** The same under the id of the session's stream. */
  readonly sessionFrame: Frame;
}

/** A piece of text, or how far a call is. */
export interface UnstoredItem {
  readonly kind: 'unstored';
  readonly event: StepDelta | ToolProgress;
  readonly frame: Frame;
}

/** What comes at the end of a log. */
export type LiveItem = StoredItem | UnstoredItem;

/** The end of one session's log as it grows, read once for all of this instance who follow it. */
export interface LiveBuffer {
  readonly key: SessionKey;
  /** Resolves once everything that is stored later reaches the readers. */
  readonly ready: Promise<void>;
  /** The newest commit that readers got. */
  readonly last: number | null;
  /** The log as it is after that commit. */
  readonly state: ControlState;
  readonly closed: boolean;
  join(reader: LiveReader<LiveItem>): void;
  leave(reader: LiveReader<LiveItem>): void;
  /** What follows in a root run, where that is recent enough to be kept. */
  recentOfRun(rootRunId: string, afterSeq: number): readonly StoredItem[] | null;
  /** What follows in the session, where that is recent enough to be kept. */
  recentOfSession(after: SessionPosition): readonly StoredItem[] | null;
  /** Takes a commit of this instance: no need to read it. */
  appended(commit: number, events: readonly RunEvent[]): void;
  /** Takes what is not stored. */
  unstored(event: StepDelta | ToolProgress): void;
  /** Reads what is newer than the last commit it has. Failures go to `onError`. */
  sync(): Promise<void>;
  /** Someone says that the session has changed: reads on, or ends where the session was deleted. */
  hinted(): Promise<void>;
  /** Ends all readers. */
  close(): void;
}

export function createLiveBuffer(
  store: SessionStore,
  key: SessionKey,
  onError: (error: unknown) => void,
): LiveBuffer {
  const readers = new Set<LiveReader<LiveItem>>();
  const recent = createRecent<StoredItem>();
  let last: number | null = null;
  let state = INITIAL_CONTROL;
  /** Whether something may have been appended while the log was loaded. */
  let missed = false;
  let closed = false;

  function take(commit: number, events: readonly RunEvent[]): void {
    last = commit;
    for (const [index, event] of events.entries()) {
      state = evolveRun(state, event);
      const stored = createStoredItem(event, commit, index);
      recent.push(stored, stored.frame.data.length);
      for (const reader of readers) reader.take(stored);
    }
  }

  const read = coalesce(async () => {
    for (let more = true; more && last !== null;) {
      const commits = await store.read(key, last, PAGE);
      for (const { commit, events } of commits) {
        // A commit of this instance may have come while the page was read.
        if (commit === last + 1) take(commit, events);
      }
      more = commits.length === PAGE && !closed;
    }
  });

  async function sync(): Promise<void> {
    if (last === null) missed = true;
    else await read().catch(onError);
  }

  const ready = store.load(key).then((loaded) => {
    last = loaded.commit;
    ({ state } = loaded);
    // What was announced while `load` ran may be behind it, and is not announced again.
    return missed ? sync() : undefined;
  });

  function close(): void {
    closed = true;
    for (const reader of readers) reader.finish();
  }

  return {
    key,
    ready,
    get last() {
      return last;
    },
    get state() {
      return state;
    },
    get closed() {
      return closed;
    },
    join(reader) {
      readers.add(reader);
      if (closed) reader.finish();
    },
    leave(reader) {
      readers.delete(reader);
    },
    recentOfRun(rootRunId, afterSeq) {
      const items = recent
        .all()
        .filter(({ event }) => event.root_run_id === rootRunId && event.seq > afterSeq);
      return items[0]?.event.seq === afterSeq + 1 ? items : null;
    },
    recentOfSession(after) {
      const items = recent.all().filter((item) => isBehind(after, item));
      return items[0] !== undefined && follows(after, items[0]) ? items : null;
    },
    appended(commit, events) {
      if (last !== null && commit <= last) return;
      if (last !== null && commit === last + 1) take(commit, events);
      else void sync();
    },
    unstored(event) {
      const item: UnstoredItem = { kind: 'unstored', event, frame: unstoredFrame(event) };
      for (const reader of readers) reader.take(item);
    },
    sync,
    async hinted() {
      const before = last;
      await sync();
      if (last !== before || before === null) return;
      const tombstone = await store.findTombstone(key).catch(onError);
      if (tombstone !== undefined && tombstone !== null) close();
    },
    close,
  };
}

/** An event as readers get it, encoded when the first one wants it. */
export function createStoredItem(event: RunEvent, commit = 0, index = 0): StoredItem {
  let run: Frame | undefined;
  let session: Frame | undefined;
  const stored: StoredItem = {
    kind: 'event',
    event,
    commit,
    index,
    get frame() {
      run ??= runFrame(event);
      return run;
    },
    get sessionFrame() {
      session ??= sessionFrame(stored.frame, commit, index);
      return session;
    },
  };
  return stored;
}

/** Whether an event comes after a position. */
export function isBehind(position: SessionPosition, { commit, index }: StoredItem): boolean {
  return commit > position.commit || (commit === position.commit && index > position.index);
}

/** Whether an event is surely the next one after a position. */
function follows(position: SessionPosition, { commit, index }: StoredItem): boolean {
  return commit === position.commit && index === position.index + 1;
}
