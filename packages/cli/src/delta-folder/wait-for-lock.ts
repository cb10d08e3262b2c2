import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from '@hitl/server/sqlite';

/** Half a second in total: writing an answer holds the lock only for a moment. */
const TRIES = 20;
const PAUSE_MS = 25;

/** Takes a lock that is free or will be in a moment; `null` if another process keeps it. */
export async function waitForLock(path: string): Promise<ReturnType<typeof tryLock>> {
  for (let tries = 1; ; tries += 1) {
    const lock = tryLock(path);
    if (lock !== null || tries === TRIES) return lock;
    await sleep(PAUSE_MS);
  }
}
