import { NewestMap } from '../base/newest-map.ts';
import type { SessionStore } from '../store/store.ts';
import { limitReached, type Limits } from './limits.ts';
import { success, type Result } from '../base/result.ts';

/** How long a count is reused: counting reads a row for each session, or for each request. */
const COUNT_TTL_MS = 5000;

/** With fewer bytes left than this, they are counted each time. */
const MANY_BYTES = 16 << 20;

/** Quotas of users. */
export interface Quota {
  readonly limits: Limits;
  /** Why no request can be opened for this user; `undefined` if one can. */
  tooManyPending(
    tenantId: string,
    userId: string | null,
    more: number,
  ): Promise<string | undefined>;
  /** Whether something new may be started for a user; not if the stored bytes exceed the limit. */
  mayBegin(tenantId: string, userId: string | null): Promise<Result<null>>;
}

/** Creates the quotas. They count in the store, and only for calls with a user. */
export function createQuota(store: SessionStore, limits: Limits): Quota {
  const bytes = new NewestMap<string, { readonly counted: number; readonly at: number }>(1000);
  /** Counts of pending requests, with the calls that were evaluated here since. */
  const pending = new NewestMap<string, { counted: number; readonly at: number }>(1000);
  const isRecent = (at: number): boolean => performance.now() - at <= COUNT_TTL_MS;

  async function bytesOf(tenantId: string, userId: string, most: number): Promise<number> {
    const id = JSON.stringify([tenantId, userId]);
    const known = bytes.get(id);
    if (known !== undefined && isRecent(known.at)) return known.counted;
    const counted = await store.storedBytes(tenantId, userId);
    if (counted > MANY_BYTES || most - counted > MANY_BYTES) {
      bytes.set(id, { counted, at: performance.now() });
    }
    return counted;
  }

  return {
    limits,
    async tooManyPending(tenantId, userId, more) {
      const { pendingPerUser: most } = limits;
      if (userId === null || most === null) return undefined;
      const id = JSON.stringify([tenantId, userId]);
      const known = pending.get(id);
      // Near the limit they are counted each time.
      if (known !== undefined && isRecent(known.at) && (known.counted += 1) < most / 2) {
        return undefined;
      }
      const counted = more + (await store.countPending(tenantId, userId));
      pending.set(id, { counted, at: performance.now() });
      if (counted < most) return undefined;
      return `Too many requests of this user are pending (${most})`;
    },
    async mayBegin(tenantId, userId) {
      const { storedBytesPerUser: most } = limits;
      if (userId === null || most === null) return success(null);
      const stored = await bytesOf(tenantId, userId, most);
      if (stored < most) return success(null);
      return limitReached(
        'storedBytesPerUser',
        `The sessions of ${userId} take ${stored} bytes, and ${most} are allowed. Delete some of them.`,
      );
    },
  };
}
