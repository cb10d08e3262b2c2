import { activeTree } from '@hitl/protocol/fold';
import type { DueSession } from '../store/store.ts';
import type { EngineContext } from './context.ts';
import { expireOverdue } from './overdue.ts';
import { takeUp } from './starting.ts';

const SWEEP_MS = 1000;
const BATCH = 50;
/** How many sessions that fail again and again are looked past. */
const MAX_FAILING = 1000;

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
  /** Sessions that could not be attended to: without them in the count, they would bar the others. */
  const failing = new Set<string>();

  async function sweep(): Promise<void> {
    const due = await context.store.due(BATCH + failing.size, liveness?.prefix);
    for (const session of due) {
      if (closed) return;
      await attend(session);
    }
  }

  async function attend(session: DueSession): Promise<void> {
    const { key } = session;
    const id = JSON.stringify([key.tenant_id, key.session_id]);
    try {
      await tend(session);
      failing.delete(id);
    } catch (error) {
      if (failing.size < MAX_FAILING) failing.add(id);
      onError(error);
    }
  }

  async function tend({ key, runnable }: DueSession): Promise<void> {
    await expireOverdue(context, key);
    if (!runnable) return;
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
