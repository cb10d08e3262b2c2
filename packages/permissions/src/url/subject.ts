import type { ReasonCode } from '../decision.ts';
import type { Glob } from '../glob.ts';
import { hasHiddenText, plainReading } from '../unicode.ts';

/** A URL in the form that rules compare. */
export interface UrlParts {
  /** With its colon: `https:`. */
  readonly scheme: string;
  /** Lower case, punycode, no trailing dot; each address has one spelling. */
  readonly host: string;
  /** Empty for the default port of the scheme. */
  readonly port: string;
  /** Path and query, without the fragment. */
  readonly path: string;
}

/** The URLs that a text may refer to. */
export interface UrlSubject {
  /** `undefined` if no pattern may allow it; `problem` is the reason. */
  readonly allow: UrlParts | undefined;
  /** Empty if the text could not be read as a URL at all, so that any deny rule might mean it. */
  readonly deny: readonly UrlParts[];
  readonly problem: ReasonCode | undefined;
}

/** Schemes for which a rule may allow a host. */
const WEB_SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'ws:', 'wss:']);

const MAX_URL_LENGTH = 16_384;

/** Determines which URLs a text may refer to. */
export function urlSubject(text: string): UrlSubject {
  if (text.length > MAX_URL_LENGTH) {
    return { allow: undefined, deny: [], problem: 'limit' };
  }
  const deny: UrlParts[] = [];
  const plain = plainReading(text);
  // Clients disagree on whether a backslash is a slash.
  const readings = new Set([text, plain, plain.replaceAll('\\', '%5C')]);
  for (const reading of readings) {
    const whole = parse(reading);
    // `localhost:80` has no scheme, but `view-source:http://localhost` is no host with a path.
    const isWhole = whole?.hostname || /^[^/\\?#]*:[/\\]/.test(reading);
    const parsed = isWhole ? whole : parse(`https://${reading}`);
    if (!parsed?.hostname) continue;
    const found = partsOf(parsed);
    // Some clients drop one dot at the end of a name, and look up the rest.
    const parts = { ...found, host: found.host.replace(/\.+$/, '') };
    deny.push(parts);
    const decoded = decodedPath(parts.path);
    if (decoded !== undefined && decoded !== parts.path) deny.push({ ...parts, path: decoded });
  }
  const url = parse(text);
  let problem: ReasonCode | undefined;
  if (hasHiddenText(text)) problem = 'hidden-characters';
  else if (url === undefined || !WEB_SCHEMES.has(url.protocol)) problem = 'unparsable';
  else if (url.username !== '' || url.password !== '' || /[\\\s]|%(?:25)*00/.test(text))
    problem = 'bad-argument';
  const allow = problem === undefined && url !== undefined ? partsOf(url) : undefined;
  return { allow, deny, problem };
}

/** Parses as browsers and `fetch` do; `undefined` if that fails. */
export function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** The parts of a URL that rules compare. */
function partsOf(url: URL): UrlParts {
  return {
    scheme: url.protocol,
    host: plainHost(url.hostname),
    port: url.port,
    path: `${url.pathname}${url.search}`,
  };
}

/** The beginning of a URL: its scheme, host and port. */
export function originOf({ scheme, host, port }: UrlParts): string {
  return `${scheme}//${host}${port === '' ? '' : `:${port}`}`;
}

/** A host without its trailing dot; an IPv4-mapped IPv6 address as IPv4. */
export function plainHost(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  const mapped = /^\[(?:::ffff:|64:ff9b::|::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host);
  if (mapped === null) return host;
  const [high, low] = [mapped[1], mapped[2]].map((part) => Number.parseInt(part ?? '0', 16));
  return [high, low].flatMap((part = 0) => [part >> 8, part & 255]).join('.');
}

/** Whether a host is an IP address. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);
}

/** Dots, slashes, NUL and percent signs that were encoded more than once. */
const ENCODED_AGAIN = /%25(?:25)*(?:2e|2f|5c|00|3b|c0|c1|e0)/i;

/** Overlong UTF-8 bytes, which some decoders read as ASCII; and a vendor-specific encoding. */
const OVERLONG = /%(?:c[01]|e0%[89]|f0%8|f[5-9a-f])|%u[0-9a-f]{4}/i;

/**
 * Whether some server might see the path leave its folder: one that decodes twice, cuts segments at a `;` or
 * a NUL, or reads overlong bytes as dots and slashes.
 */
export function climbsWhenDecoded(path: string): boolean {
  if (ENCODED_AGAIN.test(path) || OVERLONG.test(path)) return true;
  const text = decodedOnce(path);
  return /(?:^|[/\\])\.\.(?:[/\\?;\0]|$)/.test(text) || /[\\\0]/.test(text);
}

/**
 * Whether a text that may be a path has segments that lead out of a folder, and the pattern for it has none. In
 * an allow rule, a star does not match them unless it is the whole pattern: `/docs/*` would otherwise cover the
 * whole disk.
 */
export function leavesFolder(pattern: Glob, text: string): boolean {
  const narrow = pattern.length > 1 && pattern.some((part) => part !== '');
  return narrow && CLIMBS.test(decodedOnce(text)) && !CLIMBS.test(decodedOnce(pattern.join('*')));
}

const CLIMBS = /(?:^|[/\\])\.\.(?:[/\\;\0]|$)/;

/** The text with its encoded ASCII characters decoded, once. */
function decodedOnce(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

function decodedPath(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
