import type { RunEvent } from '@hitl/protocol';
import { isFinished, type ControlState } from '@hitl/protocol/fold';
import { NewestMap } from '../base/newest-map.ts';
import { sessionText } from '../store/session-text.ts';
import type { LoadedSession, SessionKey, SessionStore, StoredCommit } from '../store/store.ts';
import { nextChapter, readChapters, markStored } from '../store/chapters.ts';
import { EMPTY, foldCommits, type Transcript } from '../store/transcript.ts';

const MAX_CACHED = 256;

/** Builds transcripts from the log, and caches recent ones so that only new commits are read. */
export interface Transcripts {
  /** `log`: nothing is read if the cached transcript ends where this log does. */
  load(key: SessionKey, log?: LogEnd): Promise<Transcript>;
  /**
   * Starts to read, unless the cached transcript includes this commit, so that a later `load` waits
   * less; errors are left to that `load`.
   */
  prefetch(key: SessionKey, commit?: number): void;
  /**
   * The chapter to store with the events that this instance is about to append. `before`: the log,
   * `after`: its state with them.
   */
  chapter(
    key: SessionKey,
    before: LoadedSession,
    events: readonly RunEvent[],
    after: ControlState,
  ): string | undefined;
  /** Adds a commit of this instance, which then need not be read. */
  appended(key: SessionKey, commit: number, events: readonly RunEvent[]): void;
  forget(key: SessionKey): void;
}

/** A log, as it was loaded. */
type LogEnd = Pick<LoadedSession, 'commit' | 'state'>;

type Read = readonly [known: Transcript, commits: readonly StoredCommit[]];

/** A read of the log that has not ended. */
interface Reading {
  readonly done: Promise<Transcript>;
  /** The commits that this instance has appended meanwhile. */
  readonly missed: StoredCommit[];
}

export function createTranscripts(store: SessionStore): Transcripts {
  const cache = new NewestMap<string, Transcript>(MAX_CACHED);
  const readings = new Map<string, Reading>();
  /** Transcripts after commits with chapters, by the events of the commit. */
  const afterChapter = new WeakMap<readonly RunEvent[], Transcript>();

  /** A known transcript, and the commits after it. */
  async function readAfter(key: SessionKey, known: Transcript): Promise<Read> {
    if (known.commit > 0) {
      const [last, ...commits] = await store.read(key, known.commit - 1);
      if (last?.commit === known.commit && last.events.at(-1)?.timestamp === known.at) {
        return [known, commits];
      }
      // It is of a deleted log with the same id.
    }
    const { chapters, commits } = await store.readChapters(key);
    if (chapters.length === 0) return [EMPTY, commits];
    const begun = readChapters(chapters);
    return begun === undefined ? [EMPTY, await store.read(key, 0)] : [begun, commits];
  }

  /** Reads what the cached transcript lacks. */
  function read(key: SessionKey, id: string): Promise<Transcript> {
    const missed: StoredCommit[] = [];
    const done = readAfter(key, cache.get(id) ?? EMPTY)
      .then(([known, commits]) => {
        const folded = foldCommits(known, withMissed(commits, known.commit, missed));
        // Otherwise the log was deleted meanwhile, or read again.
        if (readings.get(id) === reading) cache.set(id, folded);
        return folded;
      })
      .finally(() => {
        if (readings.get(id) === reading) readings.delete(id);
      });
    const reading: Reading = { done, missed };
    readings.set(id, reading);
    return done;
  }

  return {
    async load(key, log) {
      const id = sessionText(key);
      await readings.get(id)?.done.catch(() => undefined);
      const known = cache.get(id) ?? EMPTY;
      return log !== undefined && endsWith(known, log) ? known : read(key, id);
    },
    prefetch(key, commit = 0) {
      const id = sessionText(key);
      if (readings.has(id) || (cache.get(id)?.commit ?? -1) >= commit) return;
      read(key, id).catch(() => undefined);
    },
    chapter(key, before, events, after) {
      const id = sessionText(key);
      const known = cache.get(id);
      if (known === undefined) return undefined;
      if (!endsWith(known, before)) {
        // These events do not follow a transcript of a deleted log with the same id.
        if (known.commit === before.commit) cache.delete(id);
        return undefined;
      }
      if (!Object.values(after.trees).every(isFinished)) return undefined;
      const folded = foldCommits(known, [{ commit: before.commit + 1, events }]);
      const chapter = nextChapter(folded);
      if (chapter !== undefined) afterChapter.set(events, markStored(folded));
      return chapter;
    },
    appended(key, commit, events) {
      const id = sessionText(key);
      // The first commit begins a log, even if a deleted one had the same id.
      if (commit === 1) readings.delete(id);
      readings.get(id)?.missed.push({ commit, events });
      const known = commit === 1 ? EMPTY : cache.get(id);
      if (known?.commit !== commit - 1) return;
      cache.set(id, afterChapter.get(events) ?? foldCommits(known, [{ commit, events }]));
    },
    forget(key) {
      const id = sessionText(key);
      readings.delete(id);
      cache.delete(id);
    },
  };
}

/** Whether a transcript ends where a log does. The time tells a deleted log with the same id from it. */
function endsWith({ commit, at }: Transcript, log: LogEnd): boolean {
  return commit === log.commit && at === log.state.last_timestamp;
}

/** The commits of a read, and those after it that were missed, up to the first gap. */
function withMissed(
  commits: readonly StoredCommit[],
  from: number,
  missed: readonly StoredCommit[],
): readonly StoredCommit[] {
  const all = [...commits];
  let last = commits.at(-1)?.commit ?? from;
  for (const one of missed) {
    if (one.commit !== last + 1) continue;
    all.push(one);
    last = one.commit;
  }
  return all;
}
