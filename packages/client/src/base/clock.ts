/** The client's source of time. Tests pass a clock that they control. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, after `milliseconds`. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    // A longer delay than 2^31-1 ms would fire immediately; the caller checks the time again.
    const timer = setTimeout(run, Math.min(milliseconds, 0x7fffffff));
    return () => clearTimeout(timer);
  },
};

/** The server's time, estimated from `Date` headers. */
export interface ServerClock {
  /** Milliseconds since the epoch, on the server's clock. */
  now(): number;
  /** Takes the `Date` header of one response and the time at which its request was sent. */
  observe(sentAt: number, date: string | null): void;
}

/**
 * A `Date` header is truncated to the second and the network takes time, so one response only
 * bounds the offset. The bounds of all responses are intersected, and the smallest offset within
 * them is used: a clock that may be right is not adjusted.
 */
export function createServerClock(clock: Clock): ServerClock {
  let least = -Infinity;
  let most = Infinity;
  return {
    now: () => clock.now() + Math.min(Math.max(0, least), most),
    observe(sentAt, date) {
      const served = date === null ? Number.NaN : Date.parse(date);
      if (Number.isNaN(served)) return;
      const low = served - clock.now();
      const high = served + 1000 - sentAt;
      const agrees = low <= most && high >= least;
      // A clock was set: earlier bounds are no longer valid.
      least = agrees ? Math.max(least, low) : low;
      most = agrees ? Math.min(most, high) : high;
    },
  };
}
