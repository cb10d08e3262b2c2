import type { RunEvent } from '@hitl/protocol';

/** Tells a listener about what this instance has written. */
export interface Notices {
  /** After a commit is stored. Never throws, and waits for no one. */
  appended(events: readonly RunEvent[]): void;
  /** What could not be delivered yet is tried once more, at once; after `graceMs` it is given up. */
  close(graceMs: number): Promise<void>;
}

/** Options of `createNotices`. */
export interface NoticesOptions<Notice> {
  /** The notice of an event; `undefined`: it makes none. */
  readonly noticeOf: (event: RunEvent) => Notice | undefined;
  /** Delivers one. Where it throws or rejects it is called again, up to five times in all. */
  readonly tell: (notice: Notice, signal: AbortSignal) => void | Promise<void>;
  /** What could not be delivered, and why. */
  readonly onUntold: (notice: Notice, cause: unknown) => void;
  /** Resolves after this time, or as soon as the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Between the attempts. */
const DELAYS_MS = [1000, 4000, 16_000, 40_000];
/** So many may be under way; a listener that is away for long must not fill the memory. */
const MAX_UNDER_WAY = 1000;

/** Begins to deliver. The log has what could not be delivered. */
export function createNotices<Notice>(options: NoticesOptions<Notice>): Notices {
  const { noticeOf, tell, onUntold, pause = systemPause } = options;
  const closing = new AbortController();
  const over = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function tellUntilHeard(notice: Notice): Promise<void> {
    for (const delay of [...DELAYS_MS, null]) {
      const last = delay === null || closing.signal.aborted;
      try {
        await untilAborted(over.signal, tell(notice, over.signal));
        return;
      } catch (error) {
        if (last || over.signal.aborted) return onUntold(notice, error);
      }
      await pause(delay, closing.signal);
    }
  }

  return {
    appended(events) {
      for (const event of events) {
        const notice = noticeOf(event);
        if (notice === undefined) continue;
        if (underWay.size >= MAX_UNDER_WAY) {
          onUntold(notice, new Error('too many are under way'));
          continue;
        }
        // In a microtask: a listener that takes its time, or throws, is no part of the append.
        const told: Promise<void> = Promise.resolve(notice)
          .then(tellUntilHeard)
          .finally(() => underWay.delete(told));
        underWay.add(told);
      }
    },
    async close(graceMs) {
      closing.abort();
      const grace = setTimeout(() => over.abort(), graceMs);
      await Promise.allSettled(underWay);
      clearTimeout(grace);
    },
  };
}

/** A listener that ignores its signal is left behind. */
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
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
