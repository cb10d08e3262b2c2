import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A folder that is served on a free port. */
export interface FileServer {
  /** Its address, with the path below which the folder is, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the files of a folder below `base`, and nothing beside it, as a host of static pages does. */
export async function serveFiles(folder: string, base = ''): Promise<FileServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = decodeURIComponent(pathname.slice(base.length));
    const file = normalize(join(folder, path.endsWith('/') ? `${path}index.html` : path));
    if (!pathname.startsWith(`${base}/`) || !file.startsWith(folder + sep)) {
      return void response.writeHead(404).end();
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    createReadStream(file)
      .on('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  return {
    url: `http://127.0.0.1:${address.port}${base}`,
    async close() {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}
