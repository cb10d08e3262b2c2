import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FetchHandler } from '@hitl/server/node';
import { createFileEncoder } from './encoded-files.ts';

/** Built from `page`. This file is at the same depth in `src` as its chunk in `dist`. */
const FOLDER = new URL('../../dist/page/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The page may call only its own server, and cannot be framed. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};

/** What to do in a checkout without the page. */
export const PAGE_NOT_BUILT: string =
  'The page of the inbox is not built yet. Run "pnpm build", and start the server again.';

/** A handler with the page of the inbox. */
export interface PageHandler extends FetchHandler {
  readonly isBuilt: boolean;
}

/** Serves the inbox in `folder` at the root path; the server handles every other request. */
export function withInboxPage(
  handler: FetchHandler,
  basePath: string,
  folder: URL = FOLDER,
): PageHandler {
  const files = readPage(folder);
  const encode = createFileEncoder();
  return {
    isBuilt: files.size > 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      if (!isRead || !pathname.startsWith(basePath)) return handler.fetch(request);
      const path = pathname.slice(basePath.length);
      if (files.size === 0) {
        return path === '/'
          ? new Response(`${PAGE_NOT_BUILT}\n`, { status: 404 })
          : handler.fetch(request);
      }
      // Paths in the page are relative to it.
      if (path === '')
        return new Response(null, { status: 308, headers: { location: `${basePath}/` } });
      const name = path === '/' ? 'index.html' : path.slice(1);
      const file = files.get(name);
      if (file === undefined) return handler.fetch(request);
      const { body, encoding } = await encode(file, request.headers.get('accept-encoding') ?? '');
      return new Response(body, {
        headers: {
          ...HEADERS,
          vary: 'accept-encoding',
          ...(encoding !== undefined && { 'content-encoding': encoding }),
          'content-type': TYPES[extname(name)] ?? 'text/plain; charset=utf-8',
        },
      });
    },
    close: (graceMs) => handler.close?.(graceMs),
  };
}

/** The files of the page by path; empty if it is not built, as in a checkout. */
function readPage(folder: URL): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const names = listPage(folder).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => extname(name) in TYPES);
  return new Map(files.map((name) => [name, new Uint8Array(readFileSync(new URL(name, folder)))]));
}

function listPage(folder: URL): readonly string[] {
  try {
    return readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
