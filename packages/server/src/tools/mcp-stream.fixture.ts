import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  StreamableHTTPServerTransport,
  type EventStore,
} from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { onTestFinished } from 'vitest';

/** What a server does with the response to a request, or to resume the one to the last call. */
export type Answer = (response: ServerResponse, id: number, stop: () => void) => void;

/** A server whose responses can be cut off. */
export interface CutServer {
  readonly url: string;
  /** The `Last-Event-ID` of the attempts to resume a stream. */
  readonly resumed: string[];
}

/**
 * A server that gives these answers to the first requests of a method, and to attempts to resume a
 * stream as `resume`, then usual ones. `stop` ends it, with all of its connections.
 */
export async function serveCut(
  answers: Readonly<Record<string, readonly Answer[]>>,
): Promise<CutServer> {
  const resumed: string[] = [];
  let called = 0;
  const left = new Map(Object.entries(answers).map(([method, list]) => [method, [...list]]));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { id = 0, method } = body === '' ? {} : (JSON.parse(body) as Message);
    const last = request.headers['last-event-id'];
    if (typeof last === 'string') resumed.push(last);
    if (method === 'tools/call') called = id;
    const next = left.get(last === undefined ? String(method) : 'resume')?.shift();
    if (next !== undefined) next(response, id === 0 ? called : id, stop);
    else if (request.method !== 'POST') response.writeHead(405).end();
    else if (id === 0 && method !== 'initialize') response.writeHead(202).end();
    else endAsJson(response, id, RESULTS[String(method)]);
  }

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: await listen(server, stop), resumed };
}

interface Message {
  readonly id?: number;
  readonly method?: string;
}

const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'cut', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'note', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'noted' }] },
};

function endAsJson(response: ServerResponse, id: number, result: object | undefined): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

/** Begins an event stream with these lines. */
export function startStream(response: ServerResponse, lines: string): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(lines);
  return response;
}

/** The event with the result of a call of `note`. */
export function noted(id: number): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS['tools/call'] })}\n\n`;
}

/** What a tool can do to the stream of its call. */
export interface StreamOfCall {
  /** Ends it, so that the client has to ask for the rest. */
  readonly close: () => void;
  /** Reports progress to the client. */
  readonly tell: () => Promise<void>;
  /** Breaks it off, like a connection that fails. */
  readonly cut: () => void;
  /** Resolves when the client next resumes it. */
  readonly resumed: () => Promise<unknown>;
}

/** A server of the SDK whose streams can be resumed, with the tool `note`; returns its URL. */
export async function serveResumable(
  run: (stream: StreamOfCall) => Promise<string>,
): Promise<string> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    eventStore: eventStore(),
    retryInterval: 1,
  });
  let cut = (): void => undefined;
  const server = createServer((request, response) => {
    if (request.method === 'POST') cut = () => response.destroy();
    if (request.headers['last-event-id'] !== undefined) {
      // From its headers on, the stream is the one of the call.
      const begin = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
      response.writeHead = (...args: unknown[]) => {
        server.emit('resumed');
        return begin(...args);
      };
    }
    void transport.handleRequest(request, response);
  });
  const mcp = new McpServer({ name: 'resumable', version: '1.0.0' });
  mcp.registerTool('note', {}, async (extra) => {
    const { closeSSEStream: close = () => undefined, _meta: meta, sendNotification } = extra;
    const params = { progressToken: meta?.progressToken ?? 0, progress: 1 };
    const said = await run({
      close,
      tell: () => sendNotification({ method: 'notifications/progress', params }),
      cut: () => cut(),
      resumed: () => once(server, 'resumed'),
    });
    return { content: [{ type: 'text', text: said }] };
  });
  await mcp.connect(transport);
  return listen(server, () => {
    void transport.close();
    server.close();
    server.closeAllConnections();
  });
}

function eventStore(): EventStore {
  const events: { readonly streamId: string; readonly message: object }[] = [];
  return {
    storeEvent: (streamId, message) => Promise.resolve(String(events.push({ streamId, message }))),
    async replayEventsAfter(last, { send }) {
      const streamId = events[Number(last) - 1]?.streamId ?? '';
      for (const [at, event] of events.entries()) {
        const isEmpty = Object.keys(event.message).length === 0;
        if (at < Number(last) || event.streamId !== streamId || isEmpty) continue;
        // oxlint-disable-next-line no-await-in-loop -- in order
        await send(String(at + 1), event.message as never);
      }
      return streamId;
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, stop: () => void): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(stop);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
