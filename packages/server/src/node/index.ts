/**
 * The server on Node's own HTTP server.
 *
 * @module
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { problem } from '@hitl/protocol/endpoints';
import { addSecurityHeaders } from '../http/headers.ts';
import { problemResponse } from '../http/problems.ts';
import { takeEvents } from '../http/sse.ts';
import { BodyAlreadyRead, createNodeRequest } from './request.ts';
import { sendResponse, streamEvents } from './response.ts';
import { refuseUnknownOptions, type OptionNames } from '../base/options.ts';
import { messageOf } from '../base/message-of.ts';
import { invalidOption } from '../base/invalid-option.ts';

export { openLocalSecret, readSecret, type LocalSecret } from './local-secret.ts';
export { receiveRest } from './response.ts';

/**
 * Idle time in milliseconds after which `serve` closes a connection. Node's default of five seconds
 * would end one while a client, or a proxy in between, is about to reuse it.
 */
export const IDLE_TIMEOUT_MS = 120_000;

/** Any handler of web standard requests. */
export interface FetchHandler {
  fetch(request: Request): Response | Promise<Response>;
  /** Starts background work. Called and awaited once the server listens. */
  start?(): void | Promise<void>;
  /** Ends streams and other open-ended work. Called and awaited when the server closes. */
  close?(graceMs?: number): void | Promise<void>;
}

/**
 * A listener for `node:http`, Express and similar frameworks. `next`, as passed by Express, is
 * called with errors of a handler.
 */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error: unknown) => void,
) => void;

/**
 * Serves a handler from any Node server. Mount it before body parsers; after `express.json()` or
 * similar it uses `request.body`. Below a path, as with `app.use('/hitl', …)`, the handler still
 * sees the whole path: set its `basePath` accordingly. A client that disconnects aborts the
 * request's signal. Event streams are written directly to the socket, and close their connection
 * when they end. An error of the handler, such as of a `globalHitl` whose server cannot be created,
 * is passed to `next`, if there is one. Otherwise the response is 500, and the error a warning of
 * the process.
 * @throws HitlError `invalid_option` for a handler without `fetch`.
 */
export function toNodeHandler(handler: FetchHandler): NodeHandler {
  refuseNoHandler('toNodeHandler', handler);
  return (incoming, outgoing, next) => {
    const go = (): void => void answer(handler, incoming, outgoing, next);
    // Node gives a response its socket once the ones before it are sent.
    if (outgoing.socket !== null || outgoing.destroyed) go();
    else queue(incoming.socket, outgoing, go);
  };
}

/** How many requests a client may send on a connection before it has read the responses. */
const MAX_PIPELINED = 100;

const QUEUED = new WeakMap<Socket, number>();

/**
 * Waits until the earlier requests of the connection are answered: their responses would all be in
 * memory until the client reads them.
 */
function queue(socket: Socket, outgoing: ServerResponse, go: () => void): void {
  const before = QUEUED.get(socket) ?? 0;
  if (before === MAX_PIPELINED) {
    socket.destroy();
    return;
  }
  QUEUED.set(socket, before + 1);
  outgoing.once('socket', () => {
    QUEUED.set(socket, (QUEUED.get(socket) ?? 1) - 1);
    go();
  });
}

async function answer(
  handler: FetchHandler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error: unknown) => void,
): Promise<void> {
  const gone = new AbortController();
  const hangUp = (): void => {
    if (!outgoing.writableFinished) gone.abort();
  };
  outgoing.once('close', hangUp);
  // Such as of a write after the host has ended the response: without a listener it ends the process.
  outgoing.on('error', ignore);
  const refuse = async (response: Response): Promise<void> => {
    addSecurityHeaders(response.headers);
    await sendResponse(outgoing, response);
  };
  try {
    const request = createNodeRequest(incoming, gone.signal);
    if (request === null) {
      const detail = 'The target, the method or the Host header is not valid.';
      await refuse(problemResponse(problem('invalid_request', detail), { connection: 'close' }));
      return;
    }
    let response: Response;
    try {
      response = await handler.fetch(request);
    } catch (error) {
      if (gone.signal.aborted) return;
      if (next !== undefined) {
        next(error);
        return;
      }
      process.emitWarning(new HandlerFailure(error));
      await refuse(problemResponse(problem('internal', 'The server could not answer.')));
      return;
    }
    const events = incoming.method === 'HEAD' ? undefined : takeEvents(response);
    if (events === undefined) {
      await sendResponse(outgoing, response);
    } else {
      // From here on only the stream listens for the end of the connection, so that it does not
      // keep its request in memory.
      outgoing.off('close', hangUp);
      streamEvents(outgoing, response, events);
    }
  } catch (error) {
    if (error instanceof BodyAlreadyRead) {
      await refuse(problemResponse(problem('internal', error.message)));
      return;
    }
    // The socket is broken, so the error cannot be reported.
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
}

function ignore(): void {}

/** An error of a handler, not of a broken socket. */
class HandlerFailure extends Error {
  constructor(cause: unknown) {
    super(`A handler failed: ${messageOf(cause)}`, { cause });
    this.name = 'HandlerFailure';
  }
}

/** Options of `serve`. */
export interface ServeOptions {
  readonly handler: FetchHandler;
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Default 8787; 0 picks a free one. */
  readonly port?: number | undefined;
  /** Maximum time to receive a request in milliseconds; then it is refused with 408. Default 10,000. */
  readonly requestTimeoutMs?: number | undefined;
  /**
   * Idle time in milliseconds after which a connection is closed. Must exceed the 60 seconds of a
   * long poll, and the 15 seconds between heartbeats. Default 120,000.
   */
  readonly idleTimeoutMs?: number | undefined;
}

/** A listening server. */
export interface ServedHandler {
  /** Its URL, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no new connections, closes the handler, and gives open requests `graceMs` (10,000) to
   * finish.
   */
  close(graceMs?: number): Promise<void>;
}

const SERVE_OPTIONS: OptionNames<ServeOptions> = {
  handler: true,
  host: true,
  port: true,
  requestTimeoutMs: true,
  idleTimeoutMs: true,
};

function refuseNoHandler(owner: string, handler: unknown): void {
  if (typeof Reflect.get(Object(handler), 'fetch') === 'function') return;
  throw invalidOption(
    `${owner} needs a handler with the function fetch, such as what createHitl returns.`,
  );
}

/**
 * Starts listening. Rejects if the port is in use or the handler cannot start, and with
 * `invalid_option` for an unknown option or a port that is none.
 */
export async function serve(options: ServeOptions): Promise<ServedHandler> {
  if (typeof Reflect.get(Object(options), 'fetch') === 'function') {
    throw invalidOption('serve takes { handler, port }, not the handler itself.');
  }
  refuseUnknownOptions('serve', options, SERVE_OPTIONS);
  refuseNoHandler('serve', options.handler);
  const { handler, host = '127.0.0.1', port = 8787, requestTimeoutMs = 10_000 } = options;
  const { idleTimeoutMs = IDLE_TIMEOUT_MS } = options;
  // Node takes a text for the path of a socket.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw invalidOption(
      `port of serve is ${JSON.stringify(port)}. It takes a number from 0 to 65535.`,
    );
  }
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: requestTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1000),
      maxHeaderSize: 16_384,
    },
    toNodeHandler(handler),
  );
  server.setTimeout(idleTimeoutMs);
  const unused = trackUnused(server);
  server.listen(port, host);
  await once(server, 'listening');
  // A connection that cannot be accepted, such as because of too many open files, concerns only itself.
  server.on('error', (error) => process.emitWarning(error));
  try {
    await handler.start?.();
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;

  return {
    url: `http://${name}:${address.port}`,
    port: address.port,
    async close(graceMs = 10_000) {
      const closed = once(server, 'close');
      server.close();
      const handled = handler.close?.(graceMs);
      for (const socket of unused) socket.destroy();
      // Other connections become idle later, when their responses end.
      const sweep = setInterval(() => server.closeIdleConnections(), 20);
      const limit = setTimeout(() => server.closeAllConnections(), graceMs);
      try {
        await Promise.all([closed, handled]);
      } finally {
        clearInterval(sweep);
        clearTimeout(limit);
      }
    },
  };
}

/**
 * The connections without a request so far: browsers open some in advance, and Node's
 * `closeIdleConnections` does not close them. Connections of streams, of which there may be many,
 * are not kept here.
 */
function trackUnused(server: Server): Set<Socket> {
  const unused = new Set<Socket>();
  function forget(this: Socket): void {
    unused.delete(this);
  }
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.on('close', forget);
  });
  server.on('request', ({ socket }: IncomingMessage) => {
    if (unused.delete(socket)) socket.off('close', forget);
  });
  return unused;
}
