/**
 * Authentication with signed tokens (JWT) of an identity provider. Needs the package `jose`.
 *
 * @module
 */
import { HitlError } from '@hitl/protocol/endpoints';
import { jwtVerify } from 'jose';
import type { Authenticate } from '../http/auth.ts';
import { bearerOf } from '../http/constant-time.ts';
import { JWT_ALGORITHMS, type JwtAlgorithm } from './algorithms.ts';
import { identityOf } from './identity-of.ts';
import { openKeySet, reasonOf } from './key-set.ts';
import { given } from '../base/given.ts';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import { invalidOption } from '../base/invalid-option.ts';

export { JWT_ALGORITHMS, type JwtAlgorithm } from './algorithms.ts';

/** Options of `createJwtAuthenticate`. */
export interface JwtOptions {
  /**
   * The public keys, as a JSON Web Key Set: the `https://` URL of one (`http://` on this machine
   * only), or a function that returns one as parsed JSON, such as from a file. A URL is fetched
   * every 10 minutes and, for unknown keys, at most every 30 seconds; if it fails, its keys stay
   * valid for an hour. A function is called at most once a second; while it fails, no caller is
   * accepted.
   */
  readonly jwks: string | (() => unknown);
  /** Required value of `iss`. */
  readonly issuer: string;
  /** Required value of `aud`, or one of its values. */
  readonly audience: string;
  /** The claim with the user's id, a string of 1 to 256 characters. Default `sub`. */
  readonly userClaim?: string | undefined;
  /** The claim with the roles: a list, or a string with spaces between them. Default `roles`. */
  readonly rolesClaim?: string | undefined;
  /** The claim with the tenant's id, which is then required. Default: there is one tenant. */
  readonly tenantClaim?: string | undefined;
  /** Default: all of `JWT_ALGORITHMS`. */
  readonly algorithms?: readonly JwtAlgorithm[] | undefined;
  /** Tolerance for `exp` and `nbf`, in milliseconds. Default 5000. */
  readonly clockToleranceMs?: number | undefined;
  /** Called with the reason why the keys could not be loaded again; never a token. Default: not called. */
  readonly onError?: ((message: string) => void) | undefined;
  /** Clock for the validity of tokens, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Monotonic clock in milliseconds, for the age of keys. Default: the machine's. */
  readonly elapsed?: (() => number) | undefined;
}

const OPTIONS: OptionNames<JwtOptions> = {
  jwks: true,
  issuer: true,
  audience: true,
  userClaim: true,
  rolesClaim: true,
  tenantClaim: true,
  algorithms: true,
  clockToleranceMs: true,
  onError: true,
  now: true,
  elapsed: true,
};

const MINUTE_MS = 60_000;
const FETCH_MS = 5000;
const FROM_URL = { refreshMs: 10 * MINUTE_MS, maxAgeMs: 60 * MINUTE_MS, pauseMs: 30_000 };
const FROM_FUNCTION = { refreshMs: 1000, maxAgeMs: 1000, pauseMs: 1000 };

/**
 * Identifies callers by signed tokens: `Authorization: Bearer TOKEN`. A token is valid if a key of
 * the set signed it, with `exp` in the future, `nbf` in the past, this issuer and this audience.
 * Claims may be nested: `realm_access.roles`.
 *
 * @throws HitlError `invalid_option` for a missing, unknown or malformed option, and for keys that
 * cannot be loaded.
 */
export async function createJwtAuthenticate(options: JwtOptions): Promise<Authenticate> {
  refuseUnknownOptions('createJwtAuthenticate', options, OPTIONS);
  const {
    jwks,
    issuer,
    audience,
    userClaim = 'sub',
    rolesClaim = 'roles',
    tenantClaim,
    algorithms = JWT_ALGORITHMS,
    clockToleranceMs: tolerance = 5000,
    onError = () => undefined,
    now = Date.now,
    elapsed = () => performance.now(),
  } = options;
  refuseEmpty({ issuer, audience, userClaim, rolesClaim, ...given({ tenantClaim }) });
  refuseOtherAlgorithms(algorithms);
  if (!Number.isFinite(tolerance) || tolerance < 0) {
    throw invalidOption('clockToleranceMs is not a number of milliseconds.');
  }
  const findKey = await openKeySet({
    ...(typeof jwks === 'function'
      ? { ...FROM_FUNCTION, load: jwks }
      : { ...FROM_URL, load: fetcherOf(jwks) }),
    elapsed,
    onError: (why) => onError(`The keys of tokens could not be loaded: ${why}`),
  }).catch((cause: unknown) => {
    if (cause instanceof HitlError) throw cause;
    throw invalidOption(`jwks: ${reasonOf(cause)}`, { cause });
  });
  const claims = { userClaim, rolesClaim, tenantClaim };

  return async (request) => {
    const token = bearerOf(request);
    if (token === undefined) return null;
    try {
      const { payload } = await jwtVerify(token, findKey, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['exp'],
        clockTolerance: tolerance / 1000,
        currentDate: new Date(now()),
      });
      return identityOf(payload, claims);
    } catch {
      // An invalid token identifies no caller, and none of its content is reported.
      return null;
    }
  };
}

function refuseEmpty(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string' && text !== '') continue;
    throw invalidOption(`${name} is missing. Expected text.`);
  }
}

function refuseOtherAlgorithms(algorithms: readonly string[]): void {
  const known: readonly string[] = JWT_ALGORITHMS;
  const other = algorithms.find((name) => !known.includes(name));
  if (other === undefined && algorithms.length > 0) return;
  const what =
    other === undefined ? 'algorithms is empty.' : `algorithms cannot include "${other}".`;
  throw invalidOption(`${what} Expected some of: ${known.join(', ')}.`);
}

/** Anyone who can change the fetched keys can impersonate any caller, so a network needs TLS. */
function fetcherOf(text: string): () => Promise<unknown> {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
  const isOwn = url !== null && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isOwn))) {
    throw invalidOption('jwks: expected an https:// URL; http:// is for this machine only.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidOption('jwks: expected a URL without user and password.');
  }
  return async () => {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(FETCH_MS),
    });
    if (!response.ok) throw new Error(`${url.origin} answered ${response.status}.`);
    return response.json();
  };
}
