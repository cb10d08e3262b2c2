import { problem } from '@hitl/protocol/endpoints';
import { given } from '../base/given.ts';
import { refuseUnknownOptions } from '../base/options.ts';
import type { Failure } from '../base/result.ts';
import { invalidOption } from '../base/invalid-option.ts';

/**
 * Limits for one user. `null` sets no limit. Unauthenticated callers, as with `authenticate:
 * 'none'`, are distinguished by network address and have the limits that begin with `anonymous`.
 * Unauthenticated requests from within the process have no limits.
 */
export interface Limits {
  /**
   * Requests of a user per minute, in bursts of up to the same number; each 16 KiB of a body and of
   * its response count like one more. Default 6,000.
   */
  readonly requestsPerMinute: number | null;
  /** Requests of an unauthenticated caller per minute. Default 60,000. */
  readonly anonymousRequestsPerMinute: number | null;
  /** Event streams that a user may have open. Default 20. */
  readonly streamsPerUser: number | null;
  /** Event streams that an unauthenticated caller may have open. Default 1,000. */
  readonly anonymousStreams: number | null;
  /** Pending requests of a user over all sessions; the next call is denied. Default 500. */
  readonly pendingPerUser: number | null;
  /**
   * Equal pending requests in one session: the same call or question under different ids. The next
   * one is denied. Default 3.
   */
  readonly equalPending: number | null;
  /**
   * Total bytes of the logs of a user's sessions; beyond it, nothing new is started. Default 1 GiB.
   */
  readonly storedBytesPerUser: number | null;
  /** Saved rules of a user. Default 1,000. */
  readonly rulesPerUser: number | null;
  /** Characters of a saved rule. Default 1,024. */
  readonly ruleLength: number | null;
}

/** Default limits. */
export const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: 6000,
  anonymousRequestsPerMinute: 60_000,
  streamsPerUser: 20,
  anonymousStreams: 1000,
  pendingPerUser: 500,
  equalPending: 3,
  storedBytesPerUser: 1_073_741_824,
  rulesPerUser: 1000,
  ruleLength: 1024,
};

/**
 * Completes limits with the defaults.
 *
 * @throws HitlError `invalid_option` for an unknown limit or one that is not a whole number from 1.
 */
export function completeLimits(limits: Partial<Limits> = {}): Limits {
  refuseUnknownOptions<object>('limits', limits, DEFAULT_LIMITS);
  for (const [name, value] of Object.entries(limits)) {
    if (value === null || value === undefined) continue;
    if (Number.isSafeInteger(value) && value >= 1) continue;
    throw invalidOption(`limits.${name} is ${value}, not a whole number from 1 or null.`);
  }
  return { ...DEFAULT_LIMITS, ...given(limits) };
}

/** `rate_limited` with the name of the limit as in YAML, and the seconds to wait. */
export function limitReached(limit: keyof Limits, detail: string, retryAfter?: number): Failure {
  const name = limit.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const extensions = { limit: name, ...(retryAfter !== undefined && { retry_after: retryAfter }) };
  return { ok: false, problem: problem('rate_limited', detail, extensions) };
}
