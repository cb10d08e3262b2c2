import { parseTime } from '@hitl/protocol/fold';
import type { PermissionStore, RuleOwner } from '../store/permission-store.ts';
import { limitReached, type Limits } from './limits.ts';
import { failure, success, type Result } from '../base/result.ts';

/**
 * Whether a user may save these rules: `invalid_request` for a rule that is too long,
 * `rate_limited` beyond the maximum number. Expired rules do not count.
 */
export async function checkRuleLimits(
  store: PermissionStore | null,
  { ruleLength: length, rulesPerUser: most }: Limits,
  owner: RuleOwner,
  patterns: readonly string[],
): Promise<Result<null>> {
  const long = patterns.find((pattern) => length !== null && pattern.length > length);
  if (long !== undefined) {
    const message = `has ${long.length} characters, more than ${length}`;
    return failure('invalid_request', `The rule cannot be saved: it ${message}.`, {
      errors: [{ path: 'resource', message }],
    });
  }
  if (most === null || store === null) return success(null);
  const now = Date.now();
  const live = (await store.rules(owner)).filter(
    ({ expires_at: expiry }) => expiry === undefined || (parseTime(expiry) ?? Infinity) > now,
  );
  const known = new Set(live.map(({ pattern }) => pattern));
  const added = new Set(patterns.filter((pattern) => !known.has(pattern)));
  if (added.size === 0 || live.length + added.size <= most) return success(null);
  return limitReached(
    'rulesPerUser',
    `${owner.userId} has ${live.length} rules, and ${most} are allowed. Revoke some of them.`,
  );
}
