import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { CliIo } from '../process/io.ts';
import { UsageError } from '../process/usage-error.ts';
import { isLoopback } from '../remote/loopback.ts';
import type { Gateway } from './gateway.ts';
import { forward, passOn, type Upstream } from './http-upstream.ts';
import { callThrough } from './http-call.ts';
import { errorResponse, idOf, readClientMessage, type Message } from './json-rpc.ts';

/** URL of the MCP server, and port of the gateway for its clients. */
export interface HttpTarget {
  readonly url: string;
  readonly port: number;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Runs a gateway to an MCP server over HTTP, on this machine only; resolves after a signal. */
export async function serveHttp(
  gateway: Gateway,
  { url: target, port }: HttpTarget,
  io: CliIo,
): Promise<number> {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--url: expected a URL such as http://127.0.0.1:3000/mcp.');
  }
  const server = createServer((request, response) => {
    answer({ gateway, url }, request, response).catch((error: unknown) => {
      io.stderr.write(`hitl: ${error instanceof Error ? error.message : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else
        sendJson(
          response,
          502,
          errorResponse(null, -32_000, 'The MCP server could not be reached.'),
        );
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : port;
  io.stdout.write(`listening on http://127.0.0.1:${own}${url.pathname}\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) io.on(signal, resolve);
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return 0;
}

interface Behind {
  readonly gateway: Gateway;
  readonly url: URL;
}

async function answer(
  { gateway, url }: Behind,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = refusalOf(request, url);
  if (refusal !== undefined) {
    sendJson(response, refusal.status, errorResponse(null, -32_000, refusal.why));
    return;
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const upstream: Upstream = { url, request, response, signal: gone.signal };
  if (request.method !== 'POST') {
    await passOn(upstream, await forward(upstream));
    return;
  }
  const body = await buffer(request);
  if (body.byteLength > MAX_BODY_BYTES) {
    sendJson(response, 413, errorResponse(null, -32_600, 'The message is too large.'));
    return;
  }
  const read = readClientMessage(body.toString('utf8'));
  if (!read.ok) {
    sendJson(response, 400, read.error);
    return;
  }
  const { message } = read;
  const id = idOf(message);
  if (message['method'] === 'tools/call') {
    if (id === undefined) {
      sendJson(response, 400, errorResponse(null, -32_600, 'A call needs an id.'));
      return;
    }
    await callThrough(gateway, upstream, message, id);
    return;
  }
  const isList = message['method'] === 'tools/list';
  const learn = (answered: Message): void => {
    if (isList) gateway.learn(answered);
  };
  await passOn(upstream, await forward(upstream, message), learn);
}

/** Refuses pages of other sites, and other host names that resolve to this machine. */
function refusalOf(
  { headers, url = '/' }: IncomingMessage,
  target: URL,
): { readonly status: number; readonly why: string } | undefined {
  const host = hostOf(`http://${headers.host ?? ''}`);
  if (host === undefined || !isLoopback(host)) {
    return { status: 403, why: 'This gateway only serves programs on this machine.' };
  }
  const { origin } = headers;
  const from = origin === undefined ? 'localhost' : hostOf(origin);
  if (from === undefined || !isLoopback(from)) {
    return { status: 403, why: 'This gateway does not serve pages of other sites.' };
  }
  if (new URL(url, 'http://localhost').pathname === target.pathname) return undefined;
  return { status: 404, why: `The MCP server is at ${target.pathname}.` };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function sendJson(response: ServerResponse, status: number, body: Message): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
