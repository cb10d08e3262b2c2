import { DEFAULT_TENANT, type Caller } from '../core/caller.ts';
import { failure, success, type Result } from '../core/result.ts';

/** Who somebody is, as the host found out. */
export interface Identity {
  readonly user_id: string;
  /** `reviewer` sees and answers everything of the tenant; other roles mean nothing here. */
  readonly roles: readonly string[];
  /** Left out: the only one. */
  readonly tenant_id?: string;
}

/** Says who sends a request; `null`: nobody known. What it throws ends the request with `internal`. */
export type Authenticate = (request: Request) => Identity | null | Promise<Identity | null>;

/**
 * How a server knows its callers. `none`: it does not; everybody on this machine is a reviewer and
 * may name any user, and requests that come in by another name than this machine's are refused.
 */
export type Authentication = Authenticate | 'none';

const ANYBODY: Caller = {
  tenant_id: DEFAULT_TENANT,
  user_id: null,
  reviewer: true,
  any_user: true,
};

/** The caller that the engine is told, or `unauthenticated`. */
export async function callerOf(
  request: Request,
  authentication: Authentication,
): Promise<Result<Caller>> {
  if (authentication === 'none') return success(ANYBODY);
  const identity = await authentication(request);
  if (identity === null) {
    return failure('unauthenticated', 'Send a valid token: Authorization: Bearer TOKEN.');
  }
  return success({
    tenant_id: identity.tenant_id ?? DEFAULT_TENANT,
    user_id: identity.user_id,
    reviewer: identity.roles.includes('reviewer'),
    any_user: false,
  });
}
