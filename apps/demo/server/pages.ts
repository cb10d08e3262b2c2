import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy':
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The built page and its assets; `null` for every other request. */
export function createPages(folder: string): (request: Request) => Promise<Response | null> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const wanted = pathname === '/' ? '/index.html' : pathname;
    const isPage = wanted === '/index.html' || wanted.startsWith('/assets/');
    if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const file = normalize(join(folder, decodeURIComponent(wanted)));
    if (!file.startsWith(folder + sep)) return null;
    try {
      const body = await readFile(file);
      const caching = wanted.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
      return new Response(new Uint8Array(body), {
        headers: {
          ...HEADERS,
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'cache-control': caching,
        },
      });
    } catch {
      return null;
    }
  };
}
