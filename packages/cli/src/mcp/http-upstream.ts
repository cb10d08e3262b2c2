import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParser } from 'eventsource-parser';
import { readServerMessage, type Message } from './json-rpc.ts';

/** One exchange with the MCP server. */
export interface Upstream {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Headers that belong to one connection or change with a rewritten body. */
const OWN: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Forwards a request with the headers of its client; `message` is its body. */
export function forward({ url, request, signal }: Upstream, message?: Message): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || OWN.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return fetch(url, {
    method: request.method ?? 'GET',
    headers,
    signal,
    redirect: 'manual',
    ...(message !== undefined && { body: JSON.stringify(message) }),
  });
}

/** Passes a response on unchanged, and calls `tell` with each message in it before that is sent. */
export async function passOn(
  { response }: Upstream,
  answered: Response,
  tell: (message: Message) => void | Promise<void> = () => undefined,
): Promise<void> {
  if (!response.headersSent) {
    const headers = [...answered.headers].filter(([name]) => !OWN.has(name));
    response.writeHead(answered.status, Object.fromEntries(headers));
    response.flushHeaders();
  }
  for await (const { text, messages } of messagesIn(answered)) {
    for (const message of messages) await tell(message);
    response.write(text);
  }
  response.end();
}

interface Piece {
  readonly text: string;
  readonly messages: readonly Message[];
}

/** The pieces of a response: one for JSON, as they arrive for an event stream. */
export async function* messagesIn(answered: Response): AsyncGenerator<Piece> {
  const type = answered.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) {
    const text = await answered.text();
    const message = readServerMessage(text);
    if (text !== '') yield { text, messages: message === undefined ? [] : [message] };
    return;
  }
  let messages: Message[] = [];
  const parser = createParser({
    onEvent({ data }) {
      const message = readServerMessage(data);
      if (message !== undefined) messages.push(message);
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of answered.body ?? []) {
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    yield { text, messages };
    messages = [];
  }
}
