import type { CallState } from '@hitl/protocol/fold';
import { NewestMap } from '../base/newest-map.ts';
import type { Transacted } from '../log/session-log.ts';

/**
 * Maximum number of started calls, far more than run at the same time. A dropped one counts as
 * started by an instance that is gone.
 */
const MAX_STARTS = 10_000;

/**
 * Started calls that this instance has appended and not run yet. Each attempt of a call is appended
 * by one instance only, and each start is taken once, so no attempt runs twice.
 */
export interface Starts {
  /** Whether this instance is closing: then only the drive of a run starts calls. */
  readonly closed: boolean;
  /** Records the started call of an appended commit; `false`: it contains none. */
  note(outcome: Transacted): boolean;
  /** Whether this instance has started the current attempt of the call and not run it yet. */
  has(runId: string, call: CallState): boolean;
  /**
   * The milliseconds since the attempt was started here; afterwards it counts as run. `undefined`:
   * see `has`.
   */
  take(runId: string, call: CallState): (() => number) | undefined;
  /**
   * Appends from outside the drive of the tree, which may start a call. Until the append has ended,
   * it is unknown who started the call: the drive waits for `appending`.
   */
  during<T>(rootRunId: string, append: () => Promise<T>): Promise<T>;
  /** The current appends for a tree; `undefined` if there are none. */
  appending(rootRunId: string): Promise<unknown> | undefined;
  /** Resolves when all such appends have ended. */
  close(): Promise<void>;
}

export function createStarts(): Starts {
  const started = new NewestMap<string, () => number>(MAX_STARTS);
  const appends = new Map<string, Set<Promise<unknown>>>();
  let closed = false;

  return {
    get closed() {
      return closed;
    },
    note(outcome) {
      if (outcome.kind !== 'appended') return false;
      const event = outcome.events.at(-1);
      if (event?.type !== 'tool_started') return false;
      started.set(idOf(event.run_id, event.data), outcome.elapsed);
      return true;
    },
    has: (runId, call) => started.has(idOf(runId, call)),
    take(runId, call) {
      const id = idOf(runId, call);
      const elapsed = started.get(id);
      started.delete(id);
      return elapsed;
    },
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
