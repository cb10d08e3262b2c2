/** Time as the client reads it. Tests hand in one that they turn themselves. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, after `milliseconds`. Returns what cancels it. */
  after(milliseconds: number, run: () => void): () => void;
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    // A longer delay than 2^31-1 ms would fire at once; who waits looks at the time again.
    const timer = setTimeout(run, Math.min(milliseconds, 0x7fffffff));
    return () => clearTimeout(timer);
  },
};

/** The server's time, as well as it is known from `Date` headers. */
export interface ServerClock {
  /** Milliseconds since the epoch, on the server's clock. */
  now(): number;
  /** Learns from one answer: when its request was sent, and its `Date` header. */
  observe(sentAt: number, date: string | null): void;
}

/**
 * A `Date` header is cut to the second and the way takes time, so one answer only says that the
 * offset lies between two bounds. The bounds of all answers are intersected, and the smallest offset
 * inside them is taken: a clock that may be right is not touched.
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
      // A clock was set: what was learned before says nothing any more.
      least = agrees ? Math.max(least, low) : low;
      most = agrees ? Math.min(most, high) : high;
    },
  };
}
