import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  vary: 'accept-encoding',
};

const zip = promisify(gzip);

/** How to read a file in a content coding, smallest result first. */
const ENCODINGS = {
  // The build writes it, because the best compression takes a second.
  br: (file: string) => readFile(`${file}.br`),
  gzip: async (file: string) => zip(await readFile(file), { level: 9 }),
} as const;

type Encoding = keyof typeof ENCODINGS;

/** The built page and its assets; `null` for every other request. */
export function createPages(folder: string): (request: Request) => Promise<Response | null> {
  // Each file is compressed once: the demo is built before it starts.
  const compressed = new Map<string, Promise<Buffer>>();

  function bodyOf(file: string, encoding: Encoding | undefined): Promise<Buffer> {
    if (encoding === undefined) return readFile(file);
    const key = `${encoding} ${file}`;
    const known = compressed.get(key) ?? ENCODINGS[encoding](file);
    compressed.set(key, known);
    known.catch(() => compressed.delete(key));
    return known;
  }

  let policy: Promise<string> | undefined;

  return async (request) => {
    const { pathname } = new URL(request.url);
    const wanted = pathname === '/' ? '/index.html' : pathname;
    const isPage = wanted === '/index.html' || wanted.startsWith('/assets/');
    if (!isPage || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
    const name = decoded(wanted);
    if (name === null) return null;
    const file = normalize(join(folder, name));
    if (!file.startsWith(folder + sep)) return null;
    const encoding = encodingFor(request.headers.get('accept-encoding') ?? '');
    try {
      const body = await bodyOf(file, encoding);
      const isAsset = wanted.startsWith('/assets/');
      const caching = isAsset ? 'max-age=31536000, immutable' : 'no-cache';
      policy ??= scriptPolicy(folder);
      const headers = {
        ...HEADERS,
        'content-security-policy': POLICY + (await policy),
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'cache-control': caching,
        // The page contains code, so a browser that has it need not load it again.
        ...(!isAsset && { etag: `"${createHash('sha256').update(body).digest('base64url')}"` }),
        ...(encoding !== undefined && { 'content-encoding': encoding }),
      };
      if (headers.etag !== undefined && headers.etag === request.headers.get('if-none-match')) {
        return new Response(null, { status: 304, headers });
      }
      return new Response(new Uint8Array(body), { headers });
    } catch {
      return null;
    }
  };
}

/** A path without escapes; `null` if it is malformed. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** A policy that allows only the inline scripts of the page, by their hashes. */
async function scriptPolicy(folder: string): Promise<string> {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const hashes = [...page.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return `; script-src 'self' ${hashes.join(' ')}`;
}

function encodingFor(accepted: string): Encoding | undefined {
  const names = accepted.split(',').map((part) => part.trim());
  return (['br', 'gzip'] as const).find((name) => names.includes(name));
}
