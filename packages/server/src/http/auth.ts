import { DEFAULT_TENANT, type Caller } from '../store/caller.ts';
import { failure, success, type Result } from '../base/result.ts';
import type { LocalAuthentication } from './local-auth.ts';

/** Who someone is, as the host found out. */
export interface Identity {
  readonly userId: string;
  /**
   * `reviewer` sees and answers everything of the tenant; `agent` asks and reads what became of it,
   * and never answers or changes a rule, whatever else it is; other roles mean nothing here.
   */
  readonly roles: readonly string[];
  /** Left out: the only one. */
  readonly tenantId?: string;
}

/**
 * Says who sends a request; `null`: no one known. What it throws ends the request with `internal`. It
 * is asked again every 60 seconds about the request of an event stream, which ends when the answer is
 * another one.
 */
export type Authenticate = (request: Request) => Identity | null | Promise<Identity | null>;

/**
 * How a server knows its callers. `none`: it does not; everyone on this machine is a reviewer and
 * may name any user, and requests that come in by another name than this machine's are refused.
 */
export type Authentication = Authenticate | LocalAuthentication | 'none';

const ANYBODY: Caller = {
  tenantId: DEFAULT_TENANT,
  userId: null,
  reviewer: true,
  anyUser: true,
};

/** Whether a server answers under names of this machine only. */
export function isForThisMachine(
  authentication: Authentication,
): authentication is LocalAuthentication | 'none' {
  return typeof authentication !== 'function';
}

/** The caller that the engine sees, or `unauthenticated`. */
export async function callerOf(
  request: Request,
  authentication: Authentication,
): Promise<Result<Caller>> {
  if (authentication === 'none') return success(ANYBODY);
  if (typeof authentication !== 'function') return localCaller(request, authentication);
  const identity = await authentication(request);
  if (identity === null) {
    return failure('unauthenticated', 'Send a valid token: Authorization: Bearer TOKEN.');
  }
  return success({
    tenantId: identity.tenantId ?? DEFAULT_TENANT,
    userId: identity.userId,
    reviewer: identity.roles.includes('reviewer'),
    anyUser: false,
    ...(identity.roles.includes('agent') && { asksOnly: true }),
    ...(identity.roles.includes('service') && { service: true }),
  });
}

async function localCaller(
  request: Request,
  authentication: LocalAuthentication,
): Promise<Result<Caller>> {
  const proof = await authentication.recognize(request);
  if (proof === null) {
    return failure(
      'unauthenticated',
      'Open the link that the server printed when it started, or send its secret: Authorization: Bearer SECRET.',
    );
  }
  // Browsers say which page sends a change; what sends a cookie and does not say so is none.
  const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  const { headers } = request;
  if (proof === 'cookie' && isChange && !headers.has('origin') && !headers.has('sec-fetch-site')) {
    return failure('forbidden', 'A request with a cookie has to say its Origin.');
  }
  return success(ANYBODY);
}

/** Whether two requests come from the same caller with the same rights. */
export function isSameCaller(left: Caller, right: Caller): boolean {
  return (
    left.tenantId === right.tenantId &&
    left.userId === right.userId &&
    left.reviewer === right.reviewer &&
    left.anyUser === right.anyUser &&
    (left.asksOnly ?? false) === (right.asksOnly ?? false) &&
    (left.service ?? false) === (right.service ?? false)
  );
}
