import type { Run, RunEvent, ToolProgress } from '@hitl/protocol';
import type { Bus, SessionKey, SessionStore } from '@hitl/server';

/** Follows a run in its log, which is read only after changes. */
export interface RunWatch {
  /** Resolves with the current state once the run has ended or waits for a person. */
  settled(): Promise<Run>;
  /** Resolves once an event after `after` satisfies `fits`, or the run is settled. */
  until(after: number, fits: (event: RunEvent) => boolean): Promise<void>;
  close(): void;
}

export interface WatchOptions {
  readonly store: SessionStore;
  readonly bus: Bus;
  readonly key: SessionKey;
  readonly runId: string;
  /** Called once with each event, in order. `isNew`: it was added after the watch started. */
  readonly onEvent: (event: RunEvent, isNew: boolean) => void;
  /** Called with the progress of the session's running tools. Default: not called. */
  readonly onProgress?: (progress: ToolProgress) => void;
}

const PAGE = 500;

/** Whether a run makes no more progress without an answer. */
export function isSettled({ status, pending_interaction_ids: pending }: Run): boolean {
  return status !== 'running' && (status !== 'suspended' || pending.length > 0);
}

/** Starts to watch; existing events are reported first. */
export async function watchRun(options: WatchOptions): Promise<RunWatch> {
  const { store, bus, key, runId, onEvent } = options;
  const looks = new Set<() => void>();
  const unsubscribe = bus.subscribe((change) => {
    if (change.kind === 'session') for (const wake of looks) wake();
    if (change.kind === 'progress' && change.key.sessionId === key.sessionId) {
      void tellProgress(change.progress);
    }
  });
  let last = 0;
  let reading: Promise<void> = read(false);
  await reading;

  async function read(isNew: boolean): Promise<void> {
    for (;;) {
      const events = await store.readRun(key, runId, last, PAGE);
      for (const event of events) {
        last = event.seq;
        onEvent(event, isNew);
      }
      if (events.length < PAGE) return;
    }
  }

  /** One reader at a time, so that no event is reported twice. */
  function readOn(): Promise<void> {
    reading = reading.then(() => read(true));
    return reading;
  }

  /** Queued behind earlier events, such as the start of the call. */
  async function tellProgress(progress: ToolProgress): Promise<void> {
    if (options.onProgress === undefined) return;
    try {
      await readOn();
    } catch {
      // Resolves everything that waits for the run.
      return;
    }
    options.onProgress(progress);
  }

  async function find(): Promise<Run> {
    await readOn();
    const found = await store.findRun(key.tenantId, runId);
    if (found === null) throw new Error(`The journal of the run ${runId} lost its run.`);
    return found.run;
  }

  /** Checks again after each change, until the check succeeds. */
  async function look<T>(once: () => Promise<T | null>): Promise<T> {
    for (;;) {
      let wake = (): void => undefined;
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      looks.add(wake);
      try {
        const found = await once();
        if (found !== null) return found;
        await changed;
      } finally {
        looks.delete(wake);
      }
    }
  }

  return {
    settled: () =>
      look(async () => {
        const run = await find();
        return isSettled(run) ? run : null;
      }),
    async until(after, fits) {
      await look(async () => {
        if (isSettled(await find())) return true;
        const events = await store.readRun(key, runId, after, PAGE);
        return events.some(fits) || null;
      });
    },
    close: unsubscribe,
  };
}
