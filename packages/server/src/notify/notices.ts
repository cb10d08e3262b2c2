import type { RunEvent } from '@hitl/protocol';
import { wait } from '../base/wait.ts';

/** Delivers notices of events that this instance has written. */
export interface Notices {
  /** Called after a commit is stored. Never throws and never waits. */
  appended(events: readonly RunEvent[]): void;
  /** Tries undelivered notices once more, immediately, and gives them up after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Options of `createNotices`. */
export interface NoticesOptions<Notice> {
  /** The notice of an event; `undefined`: none. */
  readonly noticeOf: (event: RunEvent) => Notice | undefined;
  /** Delivers one notice. If it throws or rejects it is retried, up to five attempts in all. */
  readonly deliver: (notice: Notice, signal: AbortSignal) => void | Promise<void>;
  /** Called with an undelivered notice and the reason. */
  readonly onUndelivered: (notice: Notice, cause: unknown) => void;
  /** Resolves after this time, or as soon as the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Delays between the attempts. */
const DELAYS_MS = [1000, 4000, 16_000, 40_000];
/** Maximum number of undelivered notices, so that an unavailable receiver cannot exhaust the memory. */
const MAX_IN_PROGRESS = 1000;

/** Starts delivering. Undelivered notices can be recovered from the log. */
export function createNotices<Notice>(options: NoticesOptions<Notice>): Notices {
  const { noticeOf, deliver, onUndelivered, pause = systemPause } = options;
  const closing = new AbortController();
  const over = new AbortController();
  const inProgress = new Set<Promise<void>>();

  async function deliverWithRetries(notice: Notice): Promise<void> {
    for (const delay of [...DELAYS_MS, null]) {
      const last = delay === null || closing.signal.aborted;
      try {
        await untilAborted(over.signal, deliver(notice, over.signal));
        return;
      } catch (error) {
        if (last || over.signal.aborted) return onUndelivered(notice, error);
      }
      await pause(delay, closing.signal);
    }
  }

  return {
    appended(events) {
      for (const event of events) {
        const notice = noticeOf(event);
        if (notice === undefined) continue;
        if (inProgress.size >= MAX_IN_PROGRESS) {
          onUndelivered(notice, new Error('too many are in progress'));
          continue;
        }
        // In a microtask, so that a slow or failing listener does not affect the append.
        const delivery: Promise<void> = Promise.resolve(notice)
          .then(deliverWithRetries)
          .finally(() => inProgress.delete(delivery));
        inProgress.add(delivery);
      }
    },
    async close(graceMs) {
      closing.abort();
      const grace = setTimeout(() => over.abort(), graceMs);
      await Promise.allSettled(inProgress);
      clearTimeout(grace);
    },
  };
}

/** A listener that ignores its signal is abandoned. */
async function untilAborted(signal: AbortSignal, work: void | Promise<void>): Promise<void> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new Error('the server is closing'));
    signal.addEventListener('abort', stop);
  });
  try {
    await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
}

function systemPause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return wait(milliseconds, signal).catch(() => undefined);
}
