import type { Glob } from '../glob.ts';
import type { RuleEffect } from '../rule.ts';
import { compileTextGlob, escapeTextGlob } from '../text/pattern.ts';
import { originOf, parse, plainHost, type UrlParts } from './subject.ts';

/** The parts of a URL pattern. */
export interface UrlPattern {
  /** `example.com`, or `*.example.com` for its subdomains. */
  readonly host: string;
  /** Absent: the whole host. */
  readonly origin:
    | { readonly scheme: string; readonly port: string; readonly path: Glob }
    | undefined;
}

/** Parses a URL pattern, or returns the reason why it is invalid. */
export function compileUrl(pattern: string, effect: RuleEffect): UrlPattern | string {
  const text = pattern.trim();
  if (text.startsWith('domain:')) {
    const host = compileHost(text.slice('domain:'.length).trim());
    return host === undefined
      ? 'The domain is not a host name; * may only stand as its first label.'
      : { host, origin: undefined };
  }
  const match = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)(.*)$/s.exec(text);
  if (match === null) return 'A URL pattern is domain:host or scheme://host/path.';
  const [, scheme = '', authority = '', rest = ''] = match;
  if (authority.includes('@')) return 'A URL pattern may not hold credentials.';
  const port = /:(\d+)$/.exec(authority)?.[1];
  const name = port === undefined ? authority : authority.slice(0, -port.length - 1);
  const host = compileHost(name);
  if (host === undefined)
    return 'The host is not a host name; * may only stand as its first label.';
  const base = parse(
    `${scheme}://${host.replace(/^\*\./, '')}${port === undefined ? '' : `:${port}`}/`,
  );
  if (base === undefined) return 'The URL cannot be read.';
  const path = compilePathGlob(rest, effect, base);
  if (typeof path === 'string') return path;
  return { host, origin: { scheme: base.protocol, port: base.port, path } };
}

function compileHost(text: string): string | undefined {
  const below = text.startsWith('*.');
  const name = below ? text.slice(2) : text;
  if (name === '' || /[*/?#@\\\s]|:\d*$/.test(name.startsWith('[') ? name.replace(/:/g, '') : name))
    return undefined;
  const url = parse(`https://${name}/`);
  if (url === undefined || url.username !== '' || url.port !== '') return undefined;
  const host = plainHost(url.hostname);
  if (host === '') return undefined;
  return below ? `*.${host}` : host;
}

/** Path and query with stars, in the spelling of a parsed URL. */
function compilePathGlob(rest: string, effect: RuleEffect, base: URL): Glob | string {
  const text = rest.split('#')[0] ?? '';
  if (text === '') return effect === 'allow' ? ['/'] : ['/', ''];
  const parts = compileTextGlob(text);
  const plain = parts.join('');
  if (plain.includes('\\')) return 'A URL pattern may not hold a backslash.';
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:[/?]|$)/i.test(plain))
    return 'A URL pattern may not hold . or .. as a folder.';
  const first = parts[0] ?? '';
  if (!first.startsWith('/') && !first.startsWith('?'))
    return 'The path of a URL pattern begins with /.';
  let query = false;
  const written = parts.map((part) => {
    const mark = query ? -1 : part.indexOf('?');
    const path = query ? '' : mark < 0 ? part : part.slice(0, mark);
    const search = query ? part : mark < 0 ? '' : part.slice(mark + 1);
    const started = mark >= 0;
    query ||= started;
    return `${encode(path, base, false)}${started ? '?' : ''}${encode(search, base, true)}`;
  });
  if (written[0]?.startsWith('?') === true) written[0] = `/${written[0]}`;
  return written;
}

/** A piece of a path or query, percent-encoded as a URL parser does. */
function encode(piece: string, base: URL, inQuery: boolean): string {
  if (piece === '') return '';
  const url = parse(inQuery ? `${base.origin}/?${piece}` : `${base.origin}/-${piece}-`);
  if (url === undefined) return piece;
  return inQuery ? url.search.slice(1) : url.pathname.slice(2, -1);
}

/** The pattern that covers this URL and nothing else. */
export function exactUrlPattern(url: UrlParts): string {
  return `${originOf(url)}${escapeTextGlob(url.path)}`;
}
