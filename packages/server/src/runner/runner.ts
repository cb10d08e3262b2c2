import { runOf, stopwatch } from '@hitl/protocol/fold';
import { nextEffect } from '../machine/effects.ts';
import { LEASE_MS, RELY_MS } from '../log/session-log.ts';
import type { SessionKey } from '../store/store.ts';
import type { RunHandle } from './run-handle.ts';
import { missingAgent } from './missing-agent.ts';
import type { RunnerParts } from './parts.ts';
import { perform } from './perform.ts';
import { saveRules } from './save-rules.ts';

const RENEW_MS = 10_000;
/** How often a renewal that failed is repeated. */
const TICK_MS = 2000;

/** Created once, since creating an error captures a stack trace, which is slow. */
const DRIVE_ENDED = new DOMException('The run is no longer driven here', 'AbortError');

/**
 * Drives the runs that this instance owns: loads the state, determines the next effect, performs it
 * and appends the outcome.
 */
export interface Runner {
  /**
   * Drives a run in the background, unless it is already being driven. `sinceClaim`: as in `RunHandle`,
   * for a call that was started together with the claim; default: from now on.
   */
  drive(key: SessionKey, rootRunId: string, sinceClaim?: () => number): void;
  /** Starts nothing new, waits up to `graceMs` for running tools, then aborts them. */
  close(graceMs: number): Promise<void>;
}

/** The state of a run that is being driven. */
interface Drive extends RunHandle {
  sinceClaim: () => number;
  readonly rootRunId: string;
  /** Aborts the model or tool that is working for the run. */
  readonly controller: AbortController;
  readonly done: Promise<void>;
  /** It was requested again while it was ending. */
  again: boolean;
  /** The run of the tree that a model or tool is working for; only then may a change have to abort it. */
  busyWith: string | null;
  /** The log may have changed since the state was loaded, before any work started. */
  changed: boolean;
}

export function createRunner(parts: RunnerParts): Runner {
  const { store, log, bus, agents, starts, owner, now, onError } = parts;
  const drives = new Map<string, Drive>();
  let closing = false;

  function drive(key: SessionKey, rootRunId: string, sinceClaim = stopwatch(now)): void {
    if (closing && starts.appending(rootRunId) === undefined) {
      // An answer that arrived while this instance is closing has claimed the run for it.
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
      signal: controller.signal,
      sinceClaim,
      stop: () => controller.abort(),
      whileBusy: (runId, work) => whileBusy(entry, runId, work),
      // Starts in a microtask, after the entry is in the map.
      done: Promise.resolve().then(() => supervise(entry)),
    };
    drives.set(rootRunId, entry);
  }

  async function supervise(entry: Drive): Promise<void> {
    const { key, rootRunId, controller } = entry;
    const stopRenewing = keepClaim(entry);
    const unsubscribe = bus.subscribe((change) => {
      if (change.kind === 'session' && change.key.sessionId === key.sessionId) void watch(entry);
    });
    try {
      await loop(entry);
    } catch (error) {
      onError(error);
    } finally {
      stopRenewing();
      unsubscribe();
      drives.delete(rootRunId);
      controller.abort(DRIVE_ENDED);
      if (entry.again) drive(key, rootRunId);
      if (closing) await release(key);
    }
  }

  /**
   * Renews the claim until the returned function is called. Stops the work as soon as another
   * instance may be able to take over the run while this one does not reach the store.
   */
  function keepClaim(entry: Drive): () => void {
    let isRenewing = false;
    let isUnreachable = false;
    const tick = async () => {
      const isOverdue = entry.sinceClaim() >= RELY_MS && (isRenewing || isUnreachable);
      if (isOverdue && store.isLocal !== true) entry.stop();
      if (isRenewing || entry.sinceClaim() < RENEW_MS) return;
      isRenewing = true;
      const sinceAsked = stopwatch(now);
      try {
        if (await store.renew(entry.key, owner, LEASE_MS)) entry.sinceClaim = sinceAsked;
        else await watch(entry);
        isUnreachable = false;
      } catch (error) {
        // Once per outage, not at each attempt.
        if (!isUnreachable) onError(error);
        isUnreachable = true;
      }
      isRenewing = false;
    };
    const timer = setInterval(() => void tick(), TICK_MS);
    return () => clearInterval(timer);
  }

  /** Ends the lease, so that another instance can take the run immediately. */
  async function release(key: SessionKey): Promise<void> {
    try {
      await store.renew(key, owner, 0);
    } catch (error) {
      onError(error);
    }
  }

  /** Waits for work that changes by other instances can abort. */
  async function whileBusy<T>(entry: Drive, runId: string, work: Promise<T>): Promise<T> {
    entry.busyWith = runId;
    // An abort between loading and this point found nothing to stop.
    if (entry.changed) void watch(entry);
    try {
      return await work;
    } finally {
      entry.busyWith = null;
    }
  }

  /** Aborts the current work if its run has ended, or another instance owns the tree. */
  async function watch(entry: Drive): Promise<void> {
    const { key, rootRunId, controller, busyWith } = entry;
    entry.changed = true;
    if (busyWith === null || controller.signal.aborted) return;
    try {
      const { state } = await store.load(key);
      const tree = state.trees[rootRunId];
      const run = tree === undefined ? undefined : runOf(tree, busyWith);
      const isWanted = tree?.owner === owner && run !== undefined && run.ended === undefined;
      // The loop may have continued with another run meanwhile.
      if (!isWanted && entry.busyWith === busyWith) controller.abort();
    } catch (error) {
      onError(error);
    }
  }

  async function loop(entry: Drive): Promise<void> {
    // Initially true, since the caller has just read the log or appended to it.
    let useCached = true;
    for (;;) {
      entry.again = false;
      entry.changed = false;
      const loaded = await (useCached ? log.latest(entry.key) : log.load(entry.key));
      useCached = false;
      const tree = loaded.state.trees[entry.rootRunId];
      if (tree === undefined) return;
      let effect = nextEffect(tree);
      // A pause does not stop a call that has started; another instance would take it for lost.
      const begun = effect.type === 'paused' ? nextEffect({ ...tree, paused: false }) : effect;
      if (begun.type === 'recover_call') {
        // This instance may be about to append the start of the call, together with an answer.
        const appending = starts.appending(entry.rootRunId);
        if (appending !== undefined) {
          await appending;
          continue;
        }
      }
      // Calls that were started here still run.
      if (begun.type === 'recover_call' && starts.has(begun.run.id, begun.call)) effect = begun;
      else if (closing) return;
      if (effect.type === 'save_rules') {
        try {
          await saveRules(parts, entry.key, tree);
        } catch (error) {
          // The next sweep tries again, without waiting for the lease to end.
          await release(entry.key);
          throw error;
        }
        continue;
      }
      if (tree.owner !== owner) return;
      if (entry.signal.aborted) {
        // Another instance owned it meanwhile; a new drive gets a new signal.
        entry.again = true;
        return;
      }
      if (effect.type === 'paused' || missingAgent(agents, tree) !== undefined) {
        await release(entry.key);
        return;
      }
      if (effect.type === 'none' || effect.type === 'wait_for_person') return;
      // If the run was ended or taken over meanwhile, the next iteration finds that in the tree.
      const outcome = await perform(parts, entry, loaded, tree, effect);
      useCached = outcome?.kind === 'appended';
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
