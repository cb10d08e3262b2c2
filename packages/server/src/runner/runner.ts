import { runOf, type RunTree } from '@hitl/protocol/fold';
import type { Bus } from '../store/bus/bus.ts';
import { nextEffect } from '../machine/effects.ts';
import { LEASE_MS, type SessionLog } from '../log/session-log.ts';
import type { SessionKey, SessionStore } from '../store/store.ts';
import type { RunHandle } from './run-handle.ts';
import type { Starts } from './starts.ts';
import type { Perform } from './perform.ts';

const RENEW_MS = 10_000;

/** Made once: a new one at the end of each drive takes the time of its stack trace. */
const DRIVE_ENDED = new DOMException('No one works for the run any more', 'AbortError');

/** What the loop works with. */
export interface RunnerOptions {
  readonly store: SessionStore;
  readonly log: SessionLog;
  readonly bus: Bus;
  readonly perform: Perform;
  readonly starts: Starts;
  /** Whether this instance has the agents of the tree; otherwise it is left to others. */
  readonly hasAgents: (tree: RunTree) => boolean;
  readonly saveRules: (key: SessionKey, tree: RunTree) => Promise<void>;
  /** This instance. */
  readonly owner: string;
  /** Called with what failed; the run stays where it is until someone claims it. */
  readonly onError: (error: unknown, key: SessionKey) => void;
}

/** Drives the runs that this instance owns: load, ask for the next effect, do it, append the outcome. */
export interface Runner {
  /** Drives a run in the background, unless it is driven already. */
  drive(key: SessionKey, rootRunId: string): void;
  /** Starts nothing more, waits up to `graceMs` for tools that run, then stops them. */
  close(graceMs: number): Promise<void>;
}

/** A run that is being driven. */
interface Drive {
  readonly key: SessionKey;
  readonly rootRunId: string;
  /** Stops the model or tool that works for it. */
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** Someone asked for it again while it was ending. */
  again: boolean;
  /** The run of the tree that a model or tool works for: only then can a change by others matter at once. */
  busyWith: string | null;
  /** Something changed since its state was loaded, while nothing worked for it yet. */
  changed: boolean;
  /** How effects see it. */
  readonly handle: RunHandle;
}

export function createRunner(options: RunnerOptions): Runner {
  const { store, log, starts, owner, perform } = options;
  const drives = new Map<string, Drive>();
  let closing = false;

  function drive(key: SessionKey, rootRunId: string): void {
    if (closing && starts.appending(rootRunId) === undefined) {
      // An answer that came in while this instance closes has claimed the run for it.
      void release(key);
      return;
    }
    const running = drives.get(rootRunId);
    if (running !== undefined) {
      running.again = true;
      return;
    }
    const controller = new AbortController();
    const entry: Drive = {
      key,
      rootRunId,
      controller,
      again: false,
      busyWith: null,
      changed: false,
      handle: {
        key,
        signal: controller.signal,
        cutOff: () => closing && controller.signal.aborted,
        whileBusy: (runId, work) => whileBusy(entry, runId, work),
      },
      // Begun in a microtask, so that the entry is there when it looks for itself.
      done: Promise.resolve().then(() => supervise(entry)),
    };
    drives.set(rootRunId, entry);
  }

  async function supervise(entry: Drive): Promise<void> {
    const { key, rootRunId, controller } = entry;
    const renewal = setInterval(() => {
      store.renew(key, owner, LEASE_MS).then(
        (held) => held || void watch(entry),
        (error: unknown) => options.onError(error, key),
      );
    }, RENEW_MS);
    const unsubscribe = options.bus.subscribe((change) => {
      if (change.kind === 'session' && change.key.sessionId === key.sessionId) void watch(entry);
    });
    try {
      await loop(entry);
    } catch (error) {
      options.onError(error, key);
    } finally {
      clearInterval(renewal);
      unsubscribe();
      drives.delete(rootRunId);
      controller.abort(DRIVE_ENDED);
      if (entry.again) drive(key, rootRunId);
      if (closing) await release(key);
    }
  }

  /** Lets another instance take the run at once. */
  async function release(key: SessionKey): Promise<void> {
    try {
      await store.renew(key, owner, 0);
    } catch (error) {
      options.onError(error, key);
    }
  }

  /** Does the work that others may have to stop. */
  async function whileBusy<T>(entry: Drive, runId: string, work: Promise<T>): Promise<T> {
    entry.busyWith = runId;
    // An abort between the load and here found nothing to stop.
    if (entry.changed) void watch(entry);
    try {
      return await work;
    } finally {
      entry.busyWith = null;
    }
  }

  /** Stops the work at hand when its run has ended, or the tree belongs to someone else now. */
  async function watch(entry: Drive): Promise<void> {
    const { key, rootRunId, controller, busyWith } = entry;
    entry.changed = true;
    if (busyWith === null || controller.signal.aborted) return;
    try {
      const { state } = await store.load(key);
      const tree = state.trees[rootRunId];
      const run = tree === undefined ? undefined : runOf(tree, busyWith);
      const isWanted = tree?.owner === owner && run !== undefined && run.ended === undefined;
      // By now it may work for another run.
      if (!isWanted && entry.busyWith === busyWith) controller.abort();
    } catch (error) {
      options.onError(error, key);
    }
  }

  async function loop(entry: Drive): Promise<void> {
    // Its owner has just read it or appended to it.
    let goesOn = true;
    for (;;) {
      entry.again = false;
      entry.changed = false;
      const unread = goesOn;
      const loaded = await (unread ? log.latest(entry.key) : log.load(entry.key));
      goesOn = false;
      const tree = loaded.state.trees[entry.rootRunId];
      if (tree === undefined) return;
      const effect = nextEffect(tree);
      if (effect.type === 'recover_call') {
        // Perhaps this instance starts the call at this moment, with the answer that it waited for.
        const appending = starts.appending(entry.rootRunId);
        if (appending !== undefined) {
          await appending;
          continue;
        }
        // Whether it was aborted since it was started is not known.
        if (unread) entry.changed = true;
      }
      // What was started here runs.
      if (closing && !(effect.type === 'recover_call' && starts.has(effect.run.id, effect.call))) {
        return;
      }
      if (effect.type === 'save_rules') {
        try {
          await options.saveRules(entry.key, tree);
        } catch (error) {
          // The next sweep tries again, without waiting for the claim to end.
          await release(entry.key);
          throw error;
        }
        continue;
      }
      if (tree.owner !== owner) return;
      if (entry.controller.signal.aborted) {
        // It was someone else's meanwhile: what works for it next needs a signal of its own.
        entry.again = true;
        return;
      }
      if (effect.type === 'paused' || !options.hasAgents(tree)) {
        await release(entry.key);
        return;
      }
      if (effect.type === 'none' || effect.type === 'wait_for_person') return;
      // Where its run was ended or taken meanwhile, the next look at the tree says what holds now.
      const outcome = await perform(entry.handle, loaded, tree, effect);
      goesOn = outcome?.kind === 'appended';
    }
  }

  return {
    drive,
    async close(graceMs) {
      closing = true;
      await starts.close();
      const running = [...drives.values()];
      const grace = setTimeout(() => {
        for (const { controller } of running) controller.abort();
      }, graceMs);
      await Promise.allSettled(running.map(({ done }) => done));
      clearTimeout(grace);
    },
  };
}
