import { LRUCache } from 'lru-cache';
import type { Caller } from '../store/caller.ts';
import { limitReached, type Limits } from '../approval/limits.ts';
import { success, type Result } from '../base/result.ts';
import { remoteNetworkOf } from './remote-address.ts';

/** The caller that a limit applies to; `null`: unlimited. */
type LimitedCaller = { readonly id: string; readonly known: boolean } | null;

/** The event streams of one caller. */
export interface StreamSlots {
  /** Whether one more may be opened; check before any irreversible step. */
  check(): Result<null>;
  /** Takes a slot; `false` if there is none left. */
  open(): boolean;
  /** Releases a slot. */
  close(): void;
}

/** Enforces the limits of callers on this instance. */
export interface CallerLimits {
  /** Counts a request; `null` for an unauthenticated caller. */
  admit(request: Request, caller: Caller | null): Result<null>;
  /**
   * Counts a page before it is read, since a caller may ask for many at once. Returns the bytes that
   * were counted, for `charge` to subtract.
   */
  reserve(request: Request, caller: Caller): number;
  /** Counts what an admitted request has sent and received: later ones wait for it. */
  charge(request: Request, caller: Caller, bytes: number): void;
  streamsOf(request: Request, caller: Caller): StreamSlots;
}

/** Token bucket of a caller; its capacity is the number of requests per minute. */
interface Bucket {
  tokens: number;
  readonly perMinute: number;
  /** Time of the last refill, in milliseconds. */
  at: number;
}

/** Maximum number of tracked callers; a caller that was dropped starts with a full bucket. */
const MAX_BUCKETS = 10_000;

const MINUTE_MS = 60_000;

/** Bytes of a body and of its response that count like one more request. */
const BYTES_PER_REQUEST = 1 << 14;

/** What a page of large items counts: 4 MiB. */
const PAGE_TOKENS = 256;

/** How many pages a caller may ask for at once, however few requests it may send. */
const MIN_PAGES = 16;

/** Seconds until a stream may be tried again, as another one has to be closed first. */
const STREAM_RETRY_SECONDS = 5;

/** Uses the monotonic clock, since the machine's clock may jump. */
export function createCallerLimits(
  limits: Limits,
  now: () => number = () => performance.now(),
): CallerLimits {
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS });
  const streams = new Map<string, number>();

  function whoIs(request: Request, caller: Caller | null): LimitedCaller {
    if (caller !== null && caller.userId !== null) {
      // Agents and people of the same user have separate limits.
      const side = caller.agent === true ? 'agent' : 'person';
      return { id: JSON.stringify([caller.tenantId, caller.userId, side]), known: true };
    }
    const network = remoteNetworkOf(request);
    if (network === undefined) return null;
    // Separate, so that unauthenticated callers cannot lock out the authenticated local user.
    return { id: `${caller === null ? 'stranger' : 'caller'} ${network}`, known: false };
  }

  return {
    admit(request, caller) {
      const who = whoIs(request, caller);
      if (who === null) return success(null);
      const name = who.known ? 'requestsPerMinute' : 'anonymousRequestsPerMinute';
      const { [name]: perMinute } = limits;
      if (perMinute === null) return success(null);
      const time = now();
      const bucket = buckets.get(who.id) ?? { tokens: perMinute, perMinute, at: time };
      const refilled = ((time - bucket.at) / MINUTE_MS) * perMinute;
      bucket.tokens = Math.min(perMinute, bucket.tokens + refilled);
      bucket.at = time;
      buckets.set(who.id, bucket);
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1;
        return success(null);
      }
      const seconds = Math.ceil(((1 - bucket.tokens) * MINUTE_MS) / perMinute / 1000);
      const whose = who.known ? 'You' : 'Callers from your address';
      return limitReached(
        name,
        `${whose} may send ${perMinute} requests in a minute. Try again in ${seconds} s.`,
        seconds,
      );
    },
    reserve(request, caller) {
      const bucket = buckets.get(whoIs(request, caller)?.id ?? '');
      if (bucket === undefined) return 0;
      const tokens = Math.min(PAGE_TOKENS, Math.floor(bucket.perMinute / MIN_PAGES));
      bucket.tokens -= tokens;
      return tokens * BYTES_PER_REQUEST;
    },
    charge(request, caller, bytes) {
      const bucket = buckets.get(whoIs(request, caller)?.id ?? '');
      if (bucket === undefined) return;
      const left = bucket.tokens - Math.floor(bytes / BYTES_PER_REQUEST);
      // Nobody has to wait for much more than a minute.
      bucket.tokens = Math.max(left, -bucket.perMinute);
    },
    streamsOf(request, caller) {
      const who = whoIs(request, caller);
      if (who === null) return UNLIMITED_STREAMS;
      const name = who.known ? 'streamsPerUser' : 'anonymousStreams';
      const { [name]: most } = limits;
      if (most === null) return UNLIMITED_STREAMS;
      const { id } = who;
      const count = (): number => streams.get(id) ?? 0;
      return {
        check() {
          if (count() < most) return success(null);
          return limitReached(
            name,
            `You have ${most} event streams open, which is the maximum. Close one.`,
            STREAM_RETRY_SECONDS,
          );
        },
        open() {
          if (count() >= most) return false;
          streams.set(id, count() + 1);
          return true;
        },
        close() {
          const left = count() - 1;
          if (left > 0) streams.set(id, left);
          else streams.delete(id);
        },
      };
    },
  };
}

/** Slots of callers without a limit. */
export const UNLIMITED_STREAMS: StreamSlots = {
  check: () => success(null),
  open: () => true,
  close: () => {},
};
