import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { IDLE_TIMEOUT_MS, receiveRest } from '@hitl/server/node';
import type { CliIo } from '../process/io.ts';
import { firstSignal } from '../process/signals.ts';
import { UsageError } from '../process/usage-error.ts';
import { isLoopback } from '../remote/loopback.ts';
import type { Elicitations } from './elicitation.ts';
import type { Gateway } from './gateway.ts';
import { passOnAsking } from './http-asking.ts';
import { end } from './http-response.ts';
import { TooLargeError, forward, passOn, type Upstream } from './http-upstream.ts';
import { callThrough } from './http-call.ts';
import {
  errorResponse,
  idOf,
  objectIn,
  readClientMessage,
  type Message,
  type MessageId,
} from './json-rpc.ts';
import { messageOf } from '../process/message-of.ts';

/** URL of the MCP server, and port of the gateway for its clients. */
export interface HttpTarget {
  readonly url: string;
  readonly port: number;
}

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_SESSIONS = 10_000;

/** Runs a gateway to an MCP server over HTTP, on this machine only; resolves after a signal. */
export async function serveHttp(
  behind: Pick<Behind, 'gateway' | 'elicitations'>,
  { url: target, port }: HttpTarget,
  io: CliIo,
): Promise<number> {
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError('--url: expected a URL such as http://127.0.0.1:3000/mcp.');
  }
  const sessions = new Set<string>();
  const calls = new Map<string, ServerResponse>();
  const server = createServer({ keepAliveTimeout: IDLE_TIMEOUT_MS }, (request, response) => {
    // What is written to a client that has left fails.
    response.on('error', () => undefined);
    answer({ ...behind, url, sessions, calls }, request, response).catch((error: unknown) => {
      if (response.destroyed) return;
      io.stderr.write(`hitl: ${messageOf(error)}\n`);
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
  // A connection that cannot be accepted, because of too many open files, is not the end of the others.
  server.on('error', (error) => io.stderr.write(`hitl: ${error.message}\n`));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : port;
  io.stdout.write(`listening on http://127.0.0.1:${own}${url.pathname}\n`);
  await firstSignal(io, ['SIGINT', 'SIGTERM', 'SIGHUP'], 'ignored').signal;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return 0;
}

interface Behind {
  readonly gateway: Gateway;
  readonly elicitations: Elicitations;
  readonly url: URL;
  /** The sessions of 2025-11-25 whose elicitations the inbox answers, by their `mcp-session-id`. */
  readonly sessions: Set<string>;
  /** Responses to the calls of sessions that are pending or run, by `keyOf`. */
  readonly calls: Map<string, ServerResponse>;
}

function keyOf(session: string | string[] | undefined, id: unknown): string {
  return JSON.stringify([session, id]);
}

async function answer(
  { gateway, elicitations, url, sessions, calls }: Behind,
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
  const session = request.headers['mcp-session-id'];
  const ofInbox = typeof session === 'string' && sessions.has(session);
  if (request.method !== 'POST') {
    if (request.method === 'DELETE' && ofInbox) sessions.delete(session);
    const answered = await forward(upstream);
    await within(response, null, () =>
      ofInbox ? passOnAsking(elicitations, upstream, answered) : passOn(upstream, answered),
    );
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    response.writeHead(413, { 'content-type': 'application/json', connection: 'close' });
    response.write(JSON.stringify(errorResponse(null, -32_600, 'The message is too large.')));
    await receiveRest(request);
    response.end();
    return;
  }
  const read = readClientMessage(body);
  if (!read.ok) {
    sendJson(response, 400, read.error);
    return;
  }
  const { message, inInbox } = elicitations.declare(read.message);
  const id = idOf(message);
  if (message['method'] === 'tools/call') {
    if (id === undefined) {
      sendJson(response, 400, errorResponse(null, -32_600, 'A call needs an id.'));
      return;
    }
    const asker = ofInbox || inInbox === true ? elicitations : undefined;
    const key = keyOf(session, id);
    // Without a session, the same id may be that of another client.
    if (session !== undefined) calls.set(key, response);
    try {
      await callThrough(gateway, asker, upstream, message, id);
    } finally {
      if (calls.get(key) === response) calls.delete(key);
    }
    return;
  }
  const isList = message['method'] === 'tools/list';
  const learn = (listed: Message): void => {
    if (isList) gateway.learn(listed);
  };
  const answered = await forward(upstream, message);
  if (message['method'] === 'notifications/cancelled' && answered.ok) {
    // As if the client had left: it takes no response any more, and keeps the connection open.
    calls.get(keyOf(session, objectIn(message, 'params')['requestId']))?.destroy();
  }
  const opened = answered.headers.get('mcp-session-id');
  if (message['method'] === 'initialize' && inInbox === true && opened !== null) {
    if (sessions.size >= MAX_SESSIONS) {
      for (const oldest of [...sessions].slice(0, 1)) sessions.delete(oldest);
    }
    sessions.add(opened);
  }
  await within(response, id ?? null, () =>
    ofInbox
      ? passOnAsking(elicitations, upstream, answered, learn)
      : passOn(upstream, answered, learn),
  );
}

/** Passes a response on; a message in it that is too large is replaced by an error. */
async function within(
  response: ServerResponse,
  id: MessageId | null,
  pass: () => Promise<void>,
): Promise<void> {
  try {
    await pass();
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    end(response, errorResponse(id, -32_000, error.message));
  }
}

/** The body as text; `undefined` as soon as it exceeds the limit. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
  const asked = URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost')
    : undefined;
  if (asked?.pathname === target.pathname) return undefined;
  return { status: 404, why: `The MCP server is at ${target.pathname}.` };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function sendJson(response: ServerResponse, status: number, body: Message): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
