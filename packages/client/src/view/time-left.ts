/** The remaining time of a request. */
export interface Countdown {
  /** Whole seconds left, rounded up; never negative. */
  seconds: number;
  /** The last tenth of the time has begun (at least 10 s, at most a minute before the end). */
  urgent: boolean;
}

/**
 * The remaining time of a request. `now`: the server's time in milliseconds since the epoch, as
 * `client.clock.now()`. `null`: it never expires.
 */
export function timeLeft(
  expiresAt: string | undefined,
  createdAt: string | undefined,
  now: number,
): Countdown | null {
  const deadline = Date.parse(expiresAt ?? '');
  if (Number.isNaN(deadline)) return null;
  const seconds = Math.max(0, Math.ceil((deadline - now) / 1000));
  const whole = (deadline - Date.parse(createdAt ?? '')) / 1000;
  return { seconds, urgent: seconds <= Math.min(60, Math.max(10, whole / 10 || 0)) };
}
