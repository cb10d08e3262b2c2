import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { IDLE_TIMEOUT_MS, receiveRest } from '@hitl/server/node';
import type { CliIo } from '../process/io.ts';
import { firstSignal } from '../process/signals.ts';
import { UsageError } from '../process/usage-error.ts';
import { isLoopback } from '../remote/loopback.ts';
import { ANSWERED_IN_INBOX, answersElicitation, mayAsk, type Elicitations } from './elicitation.ts';
import { undecided, type Gateway } from './gateway.ts';
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
import { createPassedRequests, isResponse, type PassedRequests } from './passed-requests.ts';
import { TOO_MANY_CALLS, hasRoom, type Held } from './waiting-messages.ts';
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
  const sessions = new Map<string, PassedRequests>();
  const calls = new Map<string, ServerResponse>();
  const held = new Map<ServerResponse, Held>();
  const server = createServer({ keepAliveTimeout: IDLE_TIMEOUT_MS }, (request, response) => {
    // What is written to a client that has left fails.
    response.on('error', () => undefined);
    answer({ ...behind, url, sessions, calls, held }, request, response).catch((error: unknown) => {
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
  /**
   * The sessions of 2025-11-25 whose elicitations the inbox answers, by their `mcp-session-id`, with what
   * the server has asked their clients themselves.
   */
  readonly sessions: Map<string, PassedRequests>;
  /** Responses to the calls of sessions that are pending or run, by `keyOf`. */
  readonly calls: Map<string, ServerResponse>;
  /** All calls that are pending or run. */
  readonly held: Map<ServerResponse, Held>;
}

/** The requests that the client of a session may answer; `undefined` if it answers elicitations, too. */
function passedRequestsOf(
  { sessions, elicitations: { always } }: Behind,
  session: string | string[] | undefined,
): PassedRequests | undefined {
  // A server may have no sessions, and a session may be older than this process.
  const key = String(session ?? '');
  return sessions.get(key) ?? (always ? addSession(sessions, key) : undefined);
}

function addSession(sessions: Behind['sessions'], session: string): PassedRequests {
  const [oldest] = sessions.keys();
  if (sessions.size >= MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
  const passed = createPassedRequests();
  sessions.set(session, passed);
  return passed;
}

function keyOf(session: string | string[] | undefined, id: unknown): string {
  return JSON.stringify([session, id]);
}

async function answer(
  behind: Behind,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { gateway, elicitations, url, sessions, calls, held } = behind;
  const refusal = refusalOf(request, url);
  if (refusal !== undefined) {
    sendJson(response, refusal.status, errorResponse(null, -32_000, refusal.why));
    return;
  }
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const upstream: Upstream = { url, request, response, signal: gone.signal };
  const session = request.headers['mcp-session-id'];
  const passed = passedRequestsOf(behind, session);
  const note = (sent: Message): void => passed?.note(sent);
  if (request.method !== 'POST') {
    const answered = await forward(upstream);
    if (request.method === 'DELETE' && answered.ok) sessions.delete(String(session));
    await within(response, null, () =>
      passed ? passOnAsking(elicitations, upstream, answered, note) : passOn(upstream, answered),
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
  const isOfInbox = passed !== undefined || inInbox === true;
  // The answer to a question that the inbox answers is not the client's to give.
  const isForged =
    passed !== undefined && isResponse(message)
      ? !passed.take(message)
      : isOfInbox && answersElicitation(message);
  if (isForged) {
    sendJson(response, 400, errorResponse(id ?? null, -32_602, ANSWERED_IN_INBOX));
    return;
  }
  const isCall = message['method'] === 'tools/call';
  if (isCall || (isOfInbox && mayAsk(message))) {
    if (id === undefined) {
      sendJson(response, 400, errorResponse(null, -32_600, 'A call needs an id.'));
      return;
    }
    const key = keyOf(session, id);
    if (calls.has(key)) {
      sendJson(response, 400, errorResponse(id, -32_600, 'A call with this id is running.'));
      return;
    }
    if (!hasRoom(body.length, held)) {
      sendJson(response, 200, errorResponse(id, -32_000, TOO_MANY_CALLS));
      return;
    }
    const asking = isOfInbox ? { elicitations, note } : undefined;
    // Without a session, the same id may be that of another client.
    if (session !== undefined) calls.set(key, response);
    held.set(response, { size: body.length });
    try {
      const decided = isCall
        ? gateway.evaluate(objectIn(message, 'params'), gone.signal)
        : Promise.resolve(undecided(message));
      await callThrough(decided, asking, upstream, message, id);
    } finally {
      calls.delete(key);
      held.delete(response);
    }
    return;
  }
  const isList = message['method'] === 'tools/list';
  const learn = (listed: Message): void => {
    if (isList) gateway.learn(listed);
  };
  const cancelled =
    message['method'] === 'notifications/cancelled'
      ? calls.get(keyOf(session, objectIn(message, 'params')['requestId']))
      : undefined;
  // As if the client had left: it takes no response any more, and keeps the connection open.
  const giveUp = (): void => void cancelled?.destroy();
  const answered = await forward(upstream, message).catch((error: unknown) => {
    giveUp();
    throw error;
  });
  // A server that has not received the call yet may refuse its cancellation.
  if (answered.status !== 401 && answered.status !== 403) giveUp();
  const opened = answered.headers.get('mcp-session-id');
  if (message['method'] === 'initialize' && inInbox === true && opened !== null) {
    addSession(sessions, opened);
  }
  const tell = (sent: Message): void => {
    note(sent);
    learn(sent);
  };
  await within(response, id ?? null, () =>
    passed
      ? passOnAsking(elicitations, upstream, answered, tell)
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
