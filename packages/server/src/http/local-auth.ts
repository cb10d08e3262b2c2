import { bearerOf, hashOf, sameBytes } from './constant-time.ts';
import { toHex } from '../base/hex.ts';
import { invalidOption } from '../base/invalid-option.ts';

/** Options of local authentication. */
export interface LocalAuthOptions {
  /** Sent as a bearer token by programs; at least 32 characters. */
  readonly secret: string;
  /** Milliseconds since the epoch, for the end of cookies. Default `Date.now`. */
  readonly now?: () => number;
}

/**
 * Identifies the local user by a secret that only they can read: programs send it as a bearer
 * token, a browser gets a cookie by opening a link. A caller with either is a reviewer and may name
 * any user. Requests to a host name other than this machine's are refused.
 */
export interface LocalAuthentication {
  readonly kind: 'local';
  /** Path of the login link after the base path. Valid until the server stops. */
  readonly loginPath: string;
  /** The credentials of a request; `null`: it has none. */
  recognize(request: Request): Promise<'token' | 'cookie' | null>;
  /** Answers a request for `loginPath`: a cookie and the first page; `null`: it is no such request. */
  login(request: Request, basePath: string): Promise<Response | null>;
}

const COOKIE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Creates the authentication of `hitl serve --auth local`.
 * @throws HitlError `invalid_option` for a secret that is too short.
 */
export async function createLocalAuthentication({
  secret,
  now = Date.now,
}: LocalAuthOptions): Promise<LocalAuthentication> {
  if (!/^[\w.~+/=-]{32,}$/.test(secret)) {
    const message =
      'The local secret needs at least 32 characters, all of them allowed in a header.';
    throw invalidOption(message);
  }
  // Loaded here, as most programs that load this module have no such server.
  const { parseSigned, serializeSigned } = await import('hono/utils/cookie');
  const secretHash = await hashOf(secret);
  const code = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const codeHash = await hashOf(code);

  /** A cookie is the time when it expires, signed: it is not valid as a token. */
  async function hasCookie(request: Request): Promise<boolean> {
    const name = cookieName(request);
    const { [name]: end } = await parseSigned(request.headers.get('cookie') ?? '', secret, name);
    return typeof end === 'string' && Number(end) * 1000 > now();
  }

  return {
    kind: 'local',
    loginPath: `/login?code=${code}`,
    async recognize(request) {
      const token = bearerOf(request);
      if (token !== undefined) return sameBytes(await hashOf(token), secretHash) ? 'token' : null;
      return (await hasCookie(request)) ? 'cookie' : null;
    },
    async login(request, basePath) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.method !== 'GET' || pathname !== `${basePath}/login`) return null;
      const given = searchParams.get('code') ?? '';
      if (!sameBytes(await hashOf(given), codeHash)) return null;
      const end = String(Math.floor(now() / 1000) + COOKIE_SECONDS);
      const cookie = await serializeSigned(cookieName(request), end, secret, {
        httpOnly: true,
        sameSite: 'Strict',
        path: basePath === '' ? '/' : basePath,
        maxAge: COOKIE_SECONDS,
      });
      // Redirects, so that the code does not stay in the address bar.
      const headers = { location: `${basePath}/`, 'set-cookie': cookie };
      return new Response(null, { status: 303, headers });
    },
  };
}

/** Browsers share cookies between ports, so the cookie's name contains the port. */
function cookieName(request: Request): string {
  const { port, protocol } = new URL(request.url);
  return `hitl_local_${port === '' ? protocol.replace(':', '') : port}`;
}
