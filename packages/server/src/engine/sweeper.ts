import { activeTree, isFinished } from '@hitl/protocol/fold';
import type { DueSession, LoadedSession, SessionKey } from '../store/store.ts';
import type { EngineContext } from './context.ts';
import type { Liveness } from './options.ts';
import { LEASE_MS } from '../log/session-log.ts';
import { missingAgent } from '../runner/missing-agent.ts';
import { saveRules } from '../runner/save-rules.ts';
import { expireOverdue } from './expire-overdue.ts';
import { claimRun } from './start-run.ts';
import { sessionText } from '../store/session-text.ts';

const SWEEP_MS = 1000;
const BATCH = 50;
/** Maximum number of sessions that are skipped because they failed repeatedly or lack agents here. */
const MAX_PASSED_OVER = 10_000;

/** Looks once a second for overdue requests and for runs without an owner. */
export interface Sweeper {
  start(): void;
  close(): Promise<void>;
}

export function createSweeper(context: EngineContext, liveness: Liveness | undefined): Sweeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let closed = false;
  /**
   * Sessions that could not be processed; they are skipped so that they do not block others.
   * Sessions with missing agents are not tried again until they change.
   */
  const passedOver = new Map<string, string>();

  async function sweep(): Promise<void> {
    const limit = BATCH + passedOver.size;
    const due = await context.store.due(limit, liveness?.prefix);
    if (due.length < limit) forgetAllBut(due);
    for (const session of due) {
      if (closed) return;
      await processSafely(session);
    }
  }

  /** Sessions that are no longer due were processed by another instance, so they are forgotten. */
  function forgetAllBut(due: readonly DueSession[]): void {
    const still = new Set(due.map(({ key }) => sessionText(key)));
    for (const id of passedOver.keys()) if (!still.has(id)) passedOver.delete(id);
  }

  async function processSafely(session: DueSession): Promise<void> {
    const id = sessionText(session.key);
    const due = JSON.stringify(session);
    if (passedOver.get(id) === due) return;
    try {
      const isLeft = await processDue(session);
      passOver(id, isLeft ? due : undefined);
    } catch (error) {
      passOver(id, 'failed');
      context.onError(error);
    }
  }

  function passOver(id: string, why: string | undefined): void {
    if (why === undefined) passedOver.delete(id);
    else if (passedOver.has(id) || passedOver.size < MAX_PASSED_OVER) passedOver.set(id, why);
  }

  /**
   * Processes a session. Resolves to whether it is left to instances that have the agents of its
   * runs.
   */
  async function processDue(session: DueSession): Promise<boolean> {
    const { key, runnable } = session;
    await expireOverdue(context, key);
    const loaded = await context.log.load(key);
    const isLeft = Object.values(loaded.state.trees).some(
      (tree) => !isFinished(tree) && missingAgent(context.agents, tree) !== undefined,
    );
    if (runnable) await driveOrClaim(key, loaded);
    return isLeft;
  }

  async function driveOrClaim(key: SessionKey, loaded: LoadedSession): Promise<void> {
    for (const tree of Object.values(loaded.state.trees)) {
      if (tree.unsaved.length > 0) await saveRules(context, key, tree);
    }
    const tree = activeTree(loaded.state);
    if (tree === undefined || missingAgent(context.agents, tree) !== undefined) return;
    if (tree.owner === context.owner) {
      // Its lease ends after an error, a stall or a restart: then any instance may take it.
      const { ownerUntil: until, now } = loaded;
      const isClaimed = until !== undefined && until > now;
      if (isClaimed || (await context.store.renew(key, context.owner, LEASE_MS))) {
        context.runner.drive(key, tree.root_run_id);
      }
      return;
    }
    await claimRun(
      context,
      key,
      tree.root_run_id,
      (owner, until, now) => until === undefined || until <= now || isGone(owner),
    );
  }

  function isGone(owner: string): boolean {
    return liveness !== undefined && owner.startsWith(liveness.prefix) && liveness.isGone(owner);
  }

  function keepSweeping(): void {
    running = sweep()
      .catch(context.onError)
      .finally(() => {
        if (!closed) timer = setTimeout(keepSweeping, SWEEP_MS);
      });
  }

  return {
    start() {
      if (running === undefined && !closed) keepSweeping();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
