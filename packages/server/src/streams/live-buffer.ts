import type { RunEvent, StepDelta, ToolProgress } from '@hitl/protocol';
import { evolveRun, INITIAL_CONTROL, treeOf, type ControlState } from '@hitl/protocol/fold';
import type { LoadedSession, SessionKey, SessionStore, StoredCommit } from '../store/store.ts';
import type { Frame } from './feed.ts';
import { coalesce } from '../base/coalesce.ts';
import type { LiveReader } from './subscription.ts';
import { frameOf } from './frames.ts';
import { createRecent } from './recent.ts';
import type { SessionPosition } from './session-position.ts';

/** Number of commits per read. */
const PAGE = 100;

/** A stored event with its position in the log, encoded once for all readers. */
export interface StoredItem {
  readonly kind: 'event';
  readonly event: RunEvent;
  /** The number of its commit; 0 if unknown. */
  readonly commit: number;
  /** Its index in the commit, from 0. */
  readonly index: number;
  readonly frame: Frame;
  /** The same frame with the id of the session's stream. */
  readonly sessionFrame: Frame;
}

/** An event that is not stored: a piece of text, or the progress of a call. */
export interface UnstoredItem {
  readonly kind: 'unstored';
  readonly event: StepDelta | ToolProgress;
  readonly frame: Frame;
}

/** An item at the live end of a log. */
export type LiveItem = StoredItem | UnstoredItem;

/** The live end of one session's log, read once for all of its readers in this instance. */
export interface LiveBuffer {
  readonly key: SessionKey;
  /** Resolves when all later commits will reach the readers. */
  readonly ready: Promise<void>;
  /** The newest commit that was delivered to readers. */
  readonly last: number | null;
  /** The state of the log after that commit. */
  readonly state: ControlState;
  readonly closed: boolean;
  /**
   * Whether the state was read from the log, or a commit of this instance has followed it. Else
   * someone else may have appended to the log before the buffer was opened.
   */
  readonly confirmed: boolean;
  join(reader: LiveReader<LiveItem>): void;
  leave(reader: LiveReader<LiveItem>): void;
  /** The later events of a root run; `null` if some of them are no longer buffered. */
  recentOfRun(rootRunId: string, afterSeq: number): readonly StoredItem[] | null;
  /** The later events of the session; `null` if some of them are no longer buffered. */
  recentOfSession(after: SessionPosition): readonly StoredItem[] | null;
  /** Delivers a commit of this instance, which then need not be read. */
  appended(commit: number, events: readonly RunEvent[]): void;
  /** Delivers an event that is not stored. */
  unstored(event: StepDelta | ToolProgress): void;
  /** Reads and delivers commits newer than the last one. Errors go to `onError`. */
  sync(): Promise<void>;
  /** Like `sync`, but fails with the store. */
  confirm(): Promise<void>;
  /** Handles a hint of a change: reads new commits, or ends if the session was deleted. */
  hinted(): Promise<void>;
  /** Ends all readers. */
  close(): void;
}

/** A commit of this instance. */
export interface OwnCommit extends StoredCommit {
  /** The log after this instance's last commit, unless that is out of date. */
  readonly recent: () => LoadedSession | undefined;
}

/**
 * `ownCommit`: the last commit of this instance in the log, if it is still known. `unread`: opens on
 * it unconfirmed, if possible.
 */
export function createLiveBuffer(
  store: SessionStore,
  key: SessionKey,
  onError: (error: unknown) => void,
  ownCommit: () => OwnCommit | undefined,
  unread?: 'unread',
): LiveBuffer {
  const readers = new Set<LiveReader<LiveItem>>();
  const recent = createRecent<StoredItem>();
  let last: number | null = null;
  let state = INITIAL_CONTROL;
  /** Whether a commit may have been appended while the log was loaded. */
  let missed = false;
  let closed = false;
  const remembered = unread && ownCommit()?.recent();
  let confirmed = remembered === undefined;

  function take(commit: number, events: readonly RunEvent[], after?: ControlState): void {
    last = commit;
    state = after ?? events.reduce(evolveRun, state);
    for (const [index, event] of events.entries()) {
      const stored = remember(event, commit, index);
      for (const reader of readers) reader.take(stored);
    }
  }

  function remember(event: RunEvent, commit: number, index: number): StoredItem {
    const stored = createStoredItem(event, commit, index);
    recent.push(stored, stored.frame.data.length);
    return stored;
  }

  const read = coalesce(async () => {
    for (let more = true; more && last !== null;) {
      const commits = await store.read(key, last, PAGE);
      for (const { commit, events } of commits) {
        // A commit of this instance may have been delivered while the page was read.
        if (commit === last + 1) take(commit, events);
      }
      more = commits.length === PAGE && !closed;
    }
    confirmed = true;
  });

  async function sync(): Promise<void> {
    if (last === null) missed = true;
    else await read().catch(onError);
  }

  const ready = Promise.resolve(remembered ?? store.load(key)).then((loaded) => {
    last = loaded.commit;
    ({ state } = loaded);
    // A caller that has just started or resumed a run here reads its newest events, which are in memory.
    const own = ownCommit();
    if (own !== undefined && isNewest(own, loaded)) {
      for (const [index, event] of own.events.entries()) remember(event, own.commit, index);
    }
    // Commits announced during `load` may be missing from it, and are not announced again.
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
    get confirmed() {
      return confirmed;
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
      const items = recent.all().filter((item) => isAfter(item, after));
      return items[0] !== undefined && follows(items[0], after) ? items : null;
    },
    appended(commit, events) {
      if (last !== null && commit <= last) return;
      if (last !== null && commit === last + 1) {
        confirmed = true;
        const known = ownCommit()?.recent();
        take(commit, events, known?.commit === commit ? known.state : undefined);
      } else void sync();
    },
    unstored(event) {
      const item: UnstoredItem = { kind: 'unstored', event, frame: frameOf(event) };
      for (const reader of readers) reader.take(item);
    },
    sync,
    confirm: read,
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

/** Whether a commit is the last one of a log, and not of a deleted log that had the same id. */
function isNewest(
  { commit, events }: StoredCommit,
  loaded: Pick<LoadedSession, 'commit' | 'state'>,
): boolean {
  const event = events.at(-1);
  if (event === undefined || commit !== loaded.commit) return false;
  return treeOf(loaded.state, event.root_run_id)?.last_seq === event.seq;
}

/** A stored event for readers; each frame is encoded when it is first needed. */
export function createStoredItem(event: RunEvent, commit = 0, index = 0): StoredItem {
  let run: Frame | undefined;
  let session: Frame | undefined;
  const stored: StoredItem = {
    kind: 'event',
    event,
    commit,
    index,
    get frame() {
      run ??= frameOf(event, String(event.seq));
      return run;
    },
    get sessionFrame() {
      session ??= { ...stored.frame, id: `${commit}.${index}` };
      return session;
    },
  };
  return stored;
}

/** Whether an event comes after a position. */
export function isAfter({ commit, index }: StoredItem, position: SessionPosition): boolean {
  return commit > position.commit || (commit === position.commit && index > position.index);
}

/** Whether an event is certainly the next one after a position. */
function follows({ commit, index }: StoredItem, position: SessionPosition): boolean {
  return commit === position.commit && index === position.index + 1;
}
