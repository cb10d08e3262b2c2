import { failure, success, type Result } from '../base/result.ts';
import { sees, type Caller } from '../store/caller.ts';

/** The records that a caller may list: reviewers see those of all users, others only their own. */
export function seenBy({ tenantId, userId, reviewer, anyUser }: Caller): {
  readonly tenantId: string;
  readonly userId?: string;
} {
  return reviewer || anyUser ? { tenantId } : { tenantId, userId: userId ?? '' };
}

/** A query for a caller, who may name a user whose records they see. */
export function ownQuery<Query extends { readonly userId?: string }>(
  caller: Caller,
  query: Query,
): Result<Query & { readonly tenantId: string }> {
  const { userId: wanted } = query;
  return wanted === undefined || sees(caller, wanted)
    ? success({ ...seenBy(caller), ...query })
    : failure('forbidden', `You may not see data of ${wanted}.`);
}
