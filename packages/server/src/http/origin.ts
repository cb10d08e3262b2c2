import { failure, success, type Result } from '../base/result.ts';
import { invalidOption } from '../base/invalid-option.ts';

/** Which pages may call the server. */
export interface OriginPolicy {
  /** Refuses requests that a browser sent for a page of another origin. */
  check(request: Request): Result<null>;
  /** Refuses a `Host` that is not this machine, as a protection against DNS rebinding. */
  checkLoopback(request: Request): Result<null>;
  /**
   * Adds CORS headers: pages of allowed origins can read the response, and pages of this machine
   * can read why they are refused.
   */
  addHeaders(request: Request, headers: Headers): void;
  /** Answers `OPTIONS`. */
  preflight(request: Request): Response;
}

const METHODS = 'GET, HEAD, POST, DELETE, OPTIONS';

/**
 * @throws HitlError `invalid_option` for an invalid allowed origin, such as `*` or one with a path.
 */
export function createOriginPolicy(allowedOrigins: readonly string[]): OriginPolicy {
  const allowed = new Set(allowedOrigins.map(normalized));
  const isAllowed = (origin: string | null): origin is string =>
    origin !== null && allowed.has(origin);

  // Requests of pages on this machine, which may read why they are refused. Other sites must not
  // learn which servers run here.
  const readable = new WeakSet<Request>();

  return {
    check(request) {
      const origin = request.headers.get('origin');
      if (isAllowed(origin)) return success(null);
      const site = request.headers.get('sec-fetch-site');
      const sameSite = site === null || site === 'same-origin' || site === 'none';
      if (sameSite && (origin === null || isOwn(origin, request))) return success(null);
      const from = origin ?? `another site (${site ?? ''})`;
      // An opaque origin belongs to no page.
      const host = origin !== null && URL.canParse(origin) ? new URL(origin).host : '';
      if (isLoopback(host)) readable.add(request);
      const remedy = 'Add the origin to its allowed_origins (--allow-origin).';
      return failure('forbidden', `Pages of ${from} may not call this server. ${remedy}`);
    },
    checkLoopback(request) {
      // Requests without a Host header never crossed a network, so there is no name to rebind.
      const host = request.headers.get('host');
      if (host === null || isLoopback(host)) return success(null);
      return failure('forbidden', `This server answers on this machine only, not as ${host}.`);
    },
    addHeaders(request, headers) {
      const origin = request.headers.get('origin');
      if (origin === null || (!isAllowed(origin) && !readable.has(request))) return;
      headers.set('access-control-allow-origin', origin);
      headers.set('access-control-expose-headers', 'Date, Location, Retry-After');
    },
    preflight(request) {
      const preflight = request.headers.has('access-control-request-method');
      const headers = new Headers({ allow: METHODS });
      if (preflight && isAllowed(request.headers.get('origin'))) {
        headers.set('access-control-allow-methods', METHODS);
        headers.set(
          'access-control-allow-headers',
          'Accept, Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
        );
        headers.set('access-control-max-age', '600');
      }
      return new Response(null, { status: 204, headers });
    },
  };
}

function normalized(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin === 'null' || (text !== origin && text !== `${origin}/`)) {
    throw invalidOption(
      `"${text}" is not an origin. Write scheme, host and port, as in https://app.example.com.`,
    );
  }
  return origin;
}

function ownHost(request: Request): string {
  return (request.headers.get('host') ?? new URL(request.url).host).toLowerCase();
}

/** Whether a page belongs to this server. Apps use their own schemes, where any host may be theirs. */
function isOwn(origin: string, request: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  // Behind a TLS proxy, a request that arrives as http may have been https.
  const schemes = new URL(request.url).protocol === 'https:' ? ['https:'] : ['http:', 'https:'];
  return schemes.includes(protocol) && host === ownHost(request);
}

function isLoopback(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false;
  const { hostname, pathname, username, password } = new URL(`http://${host}`);
  if (pathname !== '/' || username !== '' || password !== '') return false;
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
