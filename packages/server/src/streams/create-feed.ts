import type { SessionKey, SessionStore } from '../store/store.ts';
import type { Bus, Change } from '../store/bus/bus.ts';
import type { Feed } from './feed.ts';
import { systemEvery, type Every } from '../base/every.ts';
import { NewestMap } from '../base/newest-map.ts';
import { Subscription } from './subscription.ts';
import { createFrameStream } from './frame-stream.ts';
import { createInboxes, inboxCursor } from './inboxes.ts';
import { createRunSource, runCursor } from './run-source.ts';
import { createSessionSource, sessionCursor } from './session-source.ts';
import type { OwnCommit } from './live-buffer.ts';
import { createLiveBuffers } from './live-buffers.ts';
import { createUnfinished } from './unfinished.ts';
import { sessionText } from '../store/session-text.ts';

const POLL_MS = 1000;

/** Number of logs whose last commit by this instance is kept for streams that open right after it. */
const MAX_COMMITS = 256;

/** Dependencies of a feed. */
export interface FeedOptions {
  readonly store: SessionStore;
  /** The feed publishes every commit of this instance on this bus. */
  readonly bus: Bus;
  /** Called with errors that are not specific to one reader, such as a failed poll. */
  readonly onError?: (error: unknown) => void;
  /** Clock of the polls. */
  readonly every?: Every;
}

/**
 * Streams from the log. Commits of this instance are delivered directly; those of other instances
 * are read after a hint from the bus, or at the latest by a poll once a second. It polls and
 * subscribes to the bus only while it has readers.
 */
export function createFeed(options: FeedOptions): Feed {
  const { store, bus, onError = () => {}, every = systemEvery } = options;
  const unfinished = createUnfinished();
  const ownCommits = new NewestMap<string, OwnCommit>(MAX_COMMITS);
  const buffers = createLiveBuffers(store, onError, watch, (key) =>
    ownCommits.get(sessionText(key)),
  );
  const inboxes = createInboxes(store, onError, watch);
  const runs = createRunSource(store, buffers, unfinished);
  const sessions = createSessionSource(store, buffers, unfinished);
  /** Callers waiting for any change of a session. */
  const waiting = new Map<string, Set<() => void>>();
  let watchers = 0;
  let publishing = false;
  let closed = false;
  let stop: (() => void) | undefined;

  function watch(): () => void {
    watchers += 1;
    if (watchers === 1 && !closed) begin();
    return () => {
      watchers -= 1;
      if (watchers === 0) end();
    };
  }

  function begin(): void {
    const unsubscribe = bus.subscribe((change) => {
      // Changes of this instance were delivered before they were published.
      if (publishing) return;
      if (change.kind === 'session') hint(change.key);
      if (change.kind === 'progress') buffers.find(change.key)?.unstored(change.progress);
    });
    const stopPolls = every(POLL_MS, poll());
    stop = () => {
      stopPolls();
      unsubscribe();
    };
  }

  function end(): void {
    stop?.();
    stop = undefined;
  }

  function hint(key: SessionKey): void {
    void buffers.find(key)?.hinted();
    inboxes.hint(key);
    wake(waiting.get(sessionText(key)));
  }

  function publish(change: Change): void {
    publishing = true;
    try {
      bus.publish(change);
    } catch (error) {
      onError(error);
    } finally {
      publishing = false;
    }
  }

  function poll(): () => Promise<void> {
    let running = false;
    return async () => {
      for (const sleepers of waiting.values()) wake(sleepers);
      // Skips a poll while the previous one is running, if the store is slow.
      if (running) return;
      running = true;
      await Promise.all([buffers.poll(), inboxes.poll()]).catch(onError);
      running = false;
    };
  }

  return {
    appended(key, commit, events, recent = () => undefined) {
      unfinished.settle(key, events);
      ownCommits.set(sessionText(key), { commit, events, recent });
      buffers.find(key)?.appended(commit, events);
      inboxes.appended(key, events);
      wake(waiting.get(sessionText(key)));
      publish({ kind: 'session', key });
    },
    delta(key, delta) {
      unfinished.delta(key, delta);
      buffers.find(key)?.unstored(delta);
    },
    progress(key, progress) {
      unfinished.progress(key, progress);
      buffers.find(key)?.unstored(progress);
      publish({ kind: 'progress', key, progress });
    },
    progressEnded: (...call) => unfinished.progressEnded(...call),
    run: (key, rootRunId, runOptions) =>
      createFrameStream(
        (reader) => new Subscription(runs, runCursor(key, rootRunId, runOptions), reader),
        runOptions.signal,
      ),
    session: (key, { after, signal } = {}) =>
      createFrameStream(
        (reader) => new Subscription(sessions, sessionCursor(key, after), reader),
        signal,
      ),
    inbox: (filter, signal) =>
      createFrameStream(
        (reader) => new Subscription(inboxes.source, inboxCursor(filter), reader),
        signal,
      ),
    changed(key, timeoutMs, signal) {
      if (signal.aborted || closed) return Promise.resolve();
      const id = sessionText(key);
      const unwatch = watch();
      return new Promise((resolve) => {
        const sleepers = waiting.get(id) ?? new Set();
        waiting.set(id, sleepers);
        const done = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', done);
          sleepers.delete(done);
          if (sleepers.size === 0) waiting.delete(id);
          unwatch();
          resolve();
        };
        const timer = setTimeout(done, timeoutMs);
        signal.addEventListener('abort', done);
        sleepers.add(done);
      });
    },
    async close() {
      closed = true;
      end();
      buffers.close();
      inboxes.close();
      for (const sleepers of waiting.values()) wake(sleepers);
    },
  };
}

function wake(sleepers: ReadonlySet<() => void> | undefined): void {
  for (const resolve of sleepers ?? []) resolve();
}
