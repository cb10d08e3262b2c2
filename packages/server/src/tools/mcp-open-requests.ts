import { ReadableStream } from 'node:stream/web';
import type { FetchLike, Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { hasEvents } from './mcp-body-limit.ts';

/** The error of a request whose response ended before its result, as its `data`. */
export const ENDED = 'its response ended without one';

const END = 'notifications/hitl/response_ended';
/** How often in a row the SDK tries to resume a stream. */
const MAX_FAILURES = 2;

/**
 * The transport that `connect` returns, with a `fetch` for it. Requests fail that the SDK would never settle:
 * those whose response ended without a result, and cannot be resumed.
 */
export function settlingRequests<T extends Transport>(connect: (fetch: FetchLike) => T): T {
  /** Requests without a result, each with the last event id in its response: with one it can be resumed. */
  const open = new Map<RequestId, { event?: string; failures: number }>();

  function fail(id: RequestId): void {
    const error = { code: -32_000, message: ENDED, data: ENDED };
    if (open.has(id)) transport.onmessage?.({ jsonrpc: '2.0', id, error });
  }

  async function send(url: string | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await fetch(url, init);
    if (init?.method !== 'POST') return response;
    const { id, method } = JSON.parse(init.body as string) as Partial<JSONRPCRequest>;
    if (id === undefined || method === undefined) return response;
    if (response.status === 202) fail(id);
    const end = JSON.stringify({ jsonrpc: '2.0', method: END, params: { id } });
    // It follows a whole event; one that is not whole is made void, with its id.
    const after = `\nid:\nevent: cut\n\ndata: ${end}\n\n`;
    return hasEvents(response) ? between('', response, after) : response;
  }

  const transport = connect(async (url, init) => {
    const last = new Headers(init?.headers).get('last-event-id');
    const [id, request] = [...open].find(([, { event }]) => event === last) ?? [];
    if (id === undefined || request === undefined) return send(url, init);
    request.failures += 1;
    try {
      const response = await fetch(url, init);
      if (response.status >= 300 && response.status < 400) return response;
      // The SDK would not go on after 405, for example.
      if (!hasEvents(response)) throw new Error(`the stream is not resumed: ${response.status}`);
      request.failures = 0;
      // The SDK would forget the id if there is none in what follows.
      return between(`id: ${last}\ndata: \n\n`, response, '');
    } finally {
      if (request.failures >= MAX_FAILURES) fail(id);
    }
  });
  const sdkSend = transport.send.bind(transport);
  transport.send = async (message, options) => {
    if (!('method' in message && 'id' in message)) return sdkSend(message, options);
    const request: { event?: string; failures: number } = { failures: 0 };
    open.set(message.id, request);
    const onresumptiontoken = (event: string): void => void Object.assign(request, { event });
    await sdkSend(message, { ...options, onresumptiontoken }).catch((error: unknown) => {
      open.delete(message.id);
      throw error;
    });
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is not an EventTarget
  transport.onmessage = (message) => {
    if (!('method' in message)) open.delete(message.id ?? '');
    else if (message.method === END) {
      const id = message.params?.['id'] as RequestId;
      if (open.get(id)?.event === undefined) fail(id);
    }
  };
  return transport;
}

/** A response with text before and after it. To break off is to end: the SDK makes no difference. */
function between(before: string, response: Response, after: string): Response {
  const encoder = new TextEncoder();
  async function* body(): AsyncGenerator<Uint8Array> {
    yield encoder.encode(before);
    try {
      yield* response.body ?? [];
    } catch {}
    yield encoder.encode(after);
  }
  return new Response(ReadableStream.from(body()) as BodyInit, response);
}
