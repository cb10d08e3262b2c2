import type { InteractionRequest, RunEvent } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';

/** Says that something waits for a person: ids only, nothing of what was asked. */
export interface PendingNotice {
  readonly interaction_id: string;
  readonly run_id: string;
  readonly session_id: string;
  readonly tool_call_id: string;
  readonly purpose: InteractionRequest['purpose'];
}

/**
 * Is told when something waits. Where it throws or rejects it is told again, up to five times in all
 * within about a minute, so it may hear of the same interaction twice. `signal`: the server is
 * closing and cannot wait any longer.
 */
export type OnPending = (notice: PendingNotice, signal: AbortSignal) => void | Promise<void>;

/** Tells about what this instance has asked. */
export interface PendingNotices {
  /** After a commit is stored. Never throws, and waits for nobody. */
  appended(events: readonly RunEvent[]): void;
  /** What could not be told yet is tried once more, at once; after `graceMs` it is given up. */
  close(graceMs: number): Promise<void>;
}

/** What notices are told with. */
export interface PendingNoticesOptions {
  readonly onPending: OnPending;
  /** Told what nobody could be told, with `code` `pending_not_told`. */
  readonly onError: (error: unknown) => void;
  /** Resolves after this time, or as soon as the signal is aborted. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Between the attempts. */
const DELAYS_MS = [1000, 4000, 16_000, 40_000];
/** So many may be under way; a listener that is away for long must not fill the memory. */
const MAX_UNDER_WAY = 1000;

/** Begins to tell. The log is the truth: what is told to nobody still waits, and is in the inbox. */
export function createPendingNotices(options: PendingNoticesOptions): PendingNotices {
  const { onPending, onError, pause = systemPause } = options;
  const closing = new AbortController();
  const over = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function tell(notice: PendingNotice): Promise<void> {
    for (const delay of [...DELAYS_MS, null]) {
      const last = delay === null || closing.signal.aborted;
      try {
        await untilAborted(over.signal, onPending(notice, over.signal));
        return;
      } catch (error) {
        if (last || over.signal.aborted) return onError(untold(notice, error));
      }
      await pause(delay, closing.signal);
    }
  }

  return {
    appended(events) {
      for (const event of events) {
        if (event.type !== 'interaction_request') continue;
        const notice = noticeOf(event.data.interaction_request);
        if (underWay.size >= MAX_UNDER_WAY) {
          onError(untold(notice, new Error('too many are under way')));
          continue;
        }
        // In a microtask: a listener that takes its time, or throws, is no part of the append.
        const told: Promise<void> = Promise.resolve(notice)
          .then(tell)
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

function noticeOf(request: InteractionRequest): PendingNotice {
  const { id, run_id, session_id, tool_call_id, purpose } = request;
  return { interaction_id: id, run_id, session_id, tool_call_id, purpose };
}

function untold({ interaction_id: id }: PendingNotice, cause: unknown): HitlError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new HitlError(
    'pending_not_told',
    `Nobody could be told that the interaction ${id} waits: ${why}. It is in the inbox.`,
    { cause },
  );
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
