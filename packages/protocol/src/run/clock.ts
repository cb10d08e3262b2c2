import { formatTime, parseTime } from '../time.ts';
import type { PendingInteraction } from './state.ts';

/** Removes the deadline and keeps the remaining time at `now`. */
export function stopClock(pending: PendingInteraction, now: string): PendingInteraction {
  const { expires_at: deadline, ...request } = pending.request;
  const end = parseTime(deadline ?? '');
  const start = parseTime(now);
  if (end === null || start === null) return pending;
  return { ...pending, request, remaining_ms: Math.max(0, end - start) };
}

/**
 * Restores the deadline of a stopped request: `deadline` if known, else from the remaining time.
 */
export function startClock(
  pending: PendingInteraction,
  now: string,
  deadline?: string,
): PendingInteraction {
  const { remaining_ms: remaining, request, ...rest } = pending;
  const start = parseTime(now);
  if (remaining === undefined || start === null) return pending;
  return {
    ...rest,
    request: { ...request, expires_at: deadline ?? formatTime(start + remaining) },
  };
}
