const LEAST_BASE_MS = 100;
const MOST_BASE_MS = 60_000;
const CAP_MS = 30_000;
const MOST_RETRY_AFTER_MS = 3_600_000;

/** The first delay, until the server sets another one with `retry:`. */
export const BASE_MS = 1000;

/**
 * Full jitter: anything from 0 to `base × 2^attempt`, so that clients of one server do not all
 * reconnect at once. At most 30 s, or the base if the server asked for a longer one.
 *
 * @see https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function retryDelay(attempt: number, baseMs: number, random: () => number): number {
  return random() * Math.min(Math.max(CAP_MS, baseMs), baseMs * 2 ** attempt);
}

/** Limits of the base that a `retry:` field can set: 0.1 to 60 s. */
export function clampRetry(milliseconds: number): number {
  return Math.min(Math.max(milliseconds, LEAST_BASE_MS), MOST_BASE_MS);
}

/** A `Retry-After` header in milliseconds, at most an hour; `undefined` if absent or invalid. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (!value) return undefined;
  const seconds = Number(value);
  const milliseconds = Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
  return Number.isNaN(milliseconds)
    ? undefined
    : Math.min(Math.max(milliseconds, 0), MOST_RETRY_AFTER_MS);
}
