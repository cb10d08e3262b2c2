import { DEFAULT_TENANT, type Caller } from '../store/caller.ts';
import { failure, success, type Result } from '../base/result.ts';
import type { LocalAuthentication } from './local-auth.ts';

/** Identity of a caller, as authenticated by the host. */
export interface Identity {
  readonly userId: string;
  /**
   * `reviewer` sees and answers everything of the tenant; `agent` can ask and read the outcome, but
   * never answer or change a rule, regardless of its other roles; unknown roles are ignored.
   */
  readonly roles: readonly string[];
  /** Default: the only tenant. */
  readonly tenantId?: string;
}

/**
 * Identifies the caller of a request; `null` refuses it. An error ends the request with `internal`.
 * It is called again every 60 seconds for the request of an event stream, which ends if the result
 * has changed.
 */
export type Authenticate = (request: Request) => Identity | null | Promise<Identity | null>;

/**
 * How a server identifies its callers. `none`: not at all; every program on this machine is a
 * reviewer and may name any user, and requests to another host name than this machine's are
 * refused.
 */
export type Authentication = Authenticate | LocalAuthentication | 'none';

const ANYBODY: Caller = {
  tenantId: DEFAULT_TENANT,
  userId: null,
  reviewer: true,
  anyUser: true,
};

/** Whether a server only answers requests to names of this machine. */
export function isForThisMachine(
  authentication: Authentication,
): authentication is LocalAuthentication | 'none' {
  return typeof authentication !== 'function';
}

/** The caller for the engine, or `unauthenticated`. */
export async function callerOf(
  request: Request,
  authentication: Authentication,
): Promise<Result<Caller>> {
  if (authentication === 'none') return success(ANYBODY);
  if (typeof authentication !== 'function') return localCaller(request, authentication);
  const identity = await authentication(request);
  if (identity === null) {
    return failure(
      'unauthenticated',
      'This server needs a valid token. Programs send it as Authorization: Bearer TOKEN.',
    );
  }
  checkIdentity(identity);
  return success({
    tenantId: identity.tenantId ?? DEFAULT_TENANT,
    userId: identity.userId,
    reviewer: identity.roles.includes('reviewer'),
    anyUser: false,
    ...(identity.roles.includes('agent') && { agent: true }),
    ...(identity.roles.includes('service') && { service: true }),
  });
}

/**
 * Refuses what is no identity, for hosts in JavaScript: the text `not-a-reviewer` would include
 * `reviewer`, and a caller without an id would be everyone without an id.
 * @throws TypeError that names the member.
 */
function checkIdentity({ userId, roles, tenantId }: Identity): void {
  const wrong = (member: string, value: unknown, expected: string): never => {
    const got = value === '' ? 'an empty text' : Array.isArray(value) ? 'a list' : typeof value;
    throw new TypeError(`authenticate returned ${member}: ${got}; expected ${expected}.`);
  };
  if (typeof userId !== 'string' || userId === '') wrong('userId', userId, 'a text');
  if (!Array.isArray(roles) || !roles.every((role) => typeof role === 'string')) {
    wrong('roles', roles, 'a list of texts, such as [] or ["reviewer"]');
  }
  if (tenantId !== undefined && (typeof tenantId !== 'string' || tenantId === '')) {
    wrong('tenantId', tenantId, 'a text, or nothing');
  }
}

async function localCaller(
  request: Request,
  authentication: LocalAuthentication,
): Promise<Result<Caller>> {
  const proof = await authentication.recognize(request);
  if (proof === null) {
    const wrong = request.headers.has('authorization')
      ? 'The token is not the secret of this server. '
      : '';
    return failure(
      'unauthenticated',
      `${wrong}Open the link that the server printed when it started, or send its secret: Authorization: Bearer SECRET.`,
    );
  }
  // Browsers send an origin with changes, so a change with a cookie but no origin does not come
  // from a browser.
  const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(request.method);
  const { headers } = request;
  if (proof === 'cookie' && isChange && !headers.has('origin') && !headers.has('sec-fetch-site')) {
    return failure('forbidden', 'A request with a cookie needs an Origin header.');
  }
  return success(ANYBODY);
}
