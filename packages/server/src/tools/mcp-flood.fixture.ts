import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A response without end. */
export interface Flood {
  /** Method of the message that gets it, or `GET` for the stream of the session. */
  readonly on: string;
  readonly status?: number;
  readonly type: string;
  /** How it begins, and what is then repeated. */
  readonly start: string;
  readonly piece: string;
  /** How it ends if all of it was read; by default it then breaks off. */
  readonly end?: (id: unknown) => string;
}

/** A server that floods the first time, and answers after that. */
export interface FloodingServer {
  readonly url: string;
  /** Bytes that it could send before its connection was closed. */
  readonly sent: () => number;
  /** Resolves when no more of the flood is sent. */
  readonly closed: Promise<void>;
}

const MANY_BYTES = 64 * 1024 * 1024;

/** Starts the server on a free port; it is closed with the test. */
export async function serveFlood(flood: Flood): Promise<FloodingServer> {
  let sent = 0;
  let flooded = false;
  const over = new EventEmitter();
  const closed = once(over, 'over').then(() => undefined);

  async function pour(response: ServerResponse, id: unknown): Promise<void> {
    flooded = true;
    response.writeHead(flood.status ?? 200, { 'content-type': flood.type });
    response.write(flood.start);
    const gone = once(response, 'close');
    while (sent < MANY_BYTES && !response.destroyed) {
      sent += flood.piece.length;
      if (!response.write(flood.piece)) await Promise.race([once(response, 'drain'), gone]);
    }
    if (flood.end === undefined) response.destroy();
    else response.end(flood.end(id));
    over.emit('over');
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { id, method = 'GET' } = body === '' ? {} : (JSON.parse(body) as Message);
    if (method === flood.on && !flooded) return pour(response, id);
    if (method === 'GET') return void response.writeHead(405).end();
    if (id === undefined) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] }));
  }

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, sent: () => sent, closed };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'flood', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'note', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'noted' }] },
};
