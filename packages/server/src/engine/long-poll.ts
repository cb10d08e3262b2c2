import type { SessionKey } from '../store/store.ts';
import type { EngineContext } from './context.ts';
import type { LongPollOptions } from './engine.ts';

/** What a look at the state of a session has found. */
export interface Look<T> {
  readonly value: T;
  /** Whether it is what the caller waits for. */
  readonly isDone: boolean;
  /** When to look again without a change, in milliseconds. Default: not. */
  readonly againMs?: number;
}

/**
 * Repeats `look` after each change of a session, until it is done or the time is over. It subscribes
 * before each look, so that it misses no change.
 */
export async function longPoll<T>(
  { feed }: EngineContext,
  key: SessionKey,
  { waitMs = 0, signal = new AbortController().signal }: LongPollOptions,
  look: () => Promise<Look<T>>,
): Promise<T> {
  const until = performance.now() + waitMs;
  for (;;) {
    const left = until - performance.now();
    const enough = new AbortController();
    const changed = (ms: number) => feed.changed(key, ms, AbortSignal.any([signal, enough.signal]));
    try {
      const change = left > 0 ? changed(left) : undefined;
      const { value, isDone, againMs = left } = await look();
      if (isDone || change === undefined || signal.aborted) return value;
      await (againMs < left ? Promise.race([change, changed(againMs)]) : change);
    } finally {
      enough.abort();
    }
  }
}
