import type { CallState } from '@hitl/protocol/fold';
import { LRUCache } from 'lru-cache';
import type { Transacted } from '../log/session-log.ts';

/** More than one instance runs at once; what is forgotten counts as started by one that is gone. */
const MAX_STARTS = 10_000;

/**
 * Starts of calls that this instance has appended and whose tools it has not run yet. One append wins
 * each attempt of a call, and each start is taken once: no attempt runs twice.
 */
export interface Starts {
  /** Whether no call is started any more but by the drive of its run: this instance is closing. */
  readonly closed: boolean;
  /** Notes the start of a call that was appended; `false`: none was. */
  note(outcome: Transacted): boolean;
  /** Whether this instance has started the call at its present attempt and not run it yet. */
  has(runId: string, call: CallState): boolean;
  /** As `has`, and from now on it counts as run. */
  take(runId: string, call: CallState): boolean;
  /**
   * Does an append that may start a call of the tree, from outside its drive. Until it is known what
   * became of it, no one here can say who started the call: `appending` waits for that.
   */
  during<T>(rootRunId: string, append: () => Promise<T>): Promise<T>;
  /** `undefined`: no such append is on its way. */
  appending(rootRunId: string): Promise<unknown> | undefined;
  /** Resolves when no such append is on its way any more. */
  close(): Promise<void>;
}

export function createStarts(): Starts {
  const noted = new LRUCache<string, true>({ max: MAX_STARTS });
  const appends = new Map<string, Set<Promise<unknown>>>();
  let closed = false;

  return {
    get closed() {
      return closed;
    },
    note(outcome) {
      const event = outcome.kind === 'appended' ? outcome.events.at(-1) : undefined;
      if (event?.type !== 'tool_started') return false;
      noted.set(idOf(event.run_id, event.data), true);
      return true;
    },
    has: (runId, call) => noted.has(idOf(runId, call)),
    take: (runId, call) => noted.delete(idOf(runId, call)),
    async during(rootRunId, append) {
      const own = append();
      const all = appends.get(rootRunId) ?? new Set();
      appends.set(rootRunId, all.add(own));
      try {
        return await own;
      } finally {
        all.delete(own);
        if (all.size === 0) appends.delete(rootRunId);
      }
    },
    appending(rootRunId) {
      const all = appends.get(rootRunId);
      return all === undefined ? undefined : Promise.allSettled(all);
    },
    async close() {
      closed = true;
      await Promise.allSettled([...appends.values()].flatMap((all) => [...all]));
    },
  };
}

type Attempt = Pick<CallState, 'tool_call_id' | 'attempt'>;

function idOf(runId: string, { tool_call_id: id, attempt }: Attempt): string {
  return JSON.stringify([runId, id, attempt]);
}
