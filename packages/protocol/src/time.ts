const TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(?:[Zz]|([+-])(\d\d):?(\d\d))?)?$/;

/** The latest time that RFC 3339 can represent. */
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/**
 * Milliseconds since the epoch of an RFC 3339 time, or `null` if it is invalid. A time without a
 * zone is UTC, a date alone is its first instant; fractions of a millisecond are truncated. Leap
 * seconds are not supported.
 */
export function parseTime(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => Number(digits ?? 0));
  const offset = Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59 || offset > 1439) return null;
  date.setUTCHours(hour, minute, second, Number((match[7] ?? '').slice(0, 3).padEnd(3, '0')));
  return date.getTime() - (match[8] === '-' ? -offset : offset) * 60_000;
}

/**
 * Starts a stopwatch. It returns the milliseconds since then by the clock that has moved more: the
 * monotonic one stops while a machine sleeps, and `now`, in milliseconds since the epoch, may jump.
 */
export function stopwatch(now: () => number = Date.now): () => number {
  const elapsed = performance.now();
  const time = now();
  return () => Math.max(performance.now() - elapsed, Math.abs(now() - time));
}

/**
 * A time in the format of the HTTP API: RFC 3339, UTC, milliseconds. Times after the year 9999
 * become its last instant.
 */
export function formatTime(milliseconds: number): string {
  return new Date(Math.min(milliseconds, LAST)).toISOString();
}
