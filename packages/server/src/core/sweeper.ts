import { activeTree } from '@hitl/protocol/fold';
import type { DueSession } from '../store/store.ts';
import type { EngineContext } from './context.ts';
import { expireOverdue } from './overdue.ts';
import { takeUp } from './starting.ts';

const SWEEP_MS = 1000;
const BATCH = 50;

/** Tells which owners are known to be gone, so that their runs need not wait for a lease to end. */
export interface Liveness {
  /** What the owners on this host begin with. */
  readonly prefix: string;
  /** Whether an owner with that prefix is gone. */
  isGone(owner: string): boolean;
}

/** Looks for what is overdue and for runs that nobody drives, once a second. */
export interface Sweeper {
  start(): void;
  /** One look; for tests and at start. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export function createSweeper(
  context: EngineContext,
  liveness: Liveness | undefined,
  onError: (error: unknown) => void,
): Sweeper {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  async function sweep(): Promise<void> {
    const due = await context.store.due(BATCH, liveness?.prefix);
    for (const session of due) {
      if (closed) return;
      await attend(session);
    }
  }

  async function attend(session: DueSession): Promise<void> {
    const { key } = session;
    try {
      await expireOverdue(context, key);
      if (!session.runnable) return;
      const { state } = await context.log.load(key);
      for (const tree of Object.values(state.trees)) {
        if (tree.unsaved.length > 0) await context.saveRules(key, tree);
      }
      const tree = activeTree(state);
      if (tree === undefined) return;
      if (tree.owner === context.owner) {
        context.runner.drive(key, tree.root_run_id);
        return;
      }
      await takeUp(
        context,
        key,
        tree.root_run_id,
        (owner, until, now) => until === undefined || until <= now || isGone(owner),
      );
    } catch (error) {
      onError(error);
    }
  }

  function isGone(owner: string): boolean {
    return liveness !== undefined && owner.startsWith(liveness.prefix) && liveness.isGone(owner);
  }

  function next(): void {
    if (closed) return;
    timer = setTimeout(() => {
      running = sweep()
        .catch(onError)
        .finally(() => next());
    }, SWEEP_MS);
  }

  return {
    sweep,
    start() {
      running = sweep()
        .catch(onError)
        .finally(() => next());
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
