import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { write } from './http-response.ts';
import { MAX_SERVER_MESSAGE, readServerMessage, type Message } from './json-rpc.ts';
import { mirrorBody } from './mirrored-headers.ts';

/** One exchange with the MCP server. */
export interface Upstream {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** The server sent a message of more than `MAX_SERVER_MESSAGE` characters. */
export class TooLargeError extends Error {
  constructor() {
    super('The MCP server sent a message that is too large.');
  }
}

/** Headers that belong to one connection or change with a rewritten body. */
const OWN: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Forwards a request with the headers of its client; `message` is its body, and `inputSchema` that of the tool
 * which it calls.
 */
export function forward(
  { url, request, signal }: Upstream,
  message?: Message,
  inputSchema?: unknown,
): Promise<Response> {
  const headers = headersOf(request);
  if (message !== undefined) {
    // The client's own type may name a charset such as UTF-7, in which the server would read another message.
    headers.set('content-type', 'application/json');
    mirrorBody(headers, message, inputSchema);
  }
  return fetch(url, {
    method: request.method ?? 'GET',
    headers,
    signal,
    redirect: 'manual',
    ...(message !== undefined && { body: JSON.stringify(message) }),
  });
}

/** Sends a message of the gateway itself to the server, with the headers of the client. */
export async function sendOwn({ url, request, signal }: Upstream, message: Message): Promise<void> {
  const headers = headersOf(request);
  headers.set('content-type', 'application/json');
  headers.set('accept', 'application/json, text/event-stream');
  headers.delete('last-event-id');
  mirrorBody(headers, message, undefined);
  const body = JSON.stringify(message);
  const answered = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  await answered.body?.cancel();
}

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || OWN.has(name)) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

/** Passes a response on unchanged, and calls `tell` with each message in it before that is sent. */
export async function passOn(
  { response }: Upstream,
  answered: Response,
  tell: (message: Message) => void | Promise<void> = () => undefined,
): Promise<void> {
  // A single message is read before anything is sent, since it may be too large.
  if (isStream(answered)) startWith(response, answered);
  for await (const { text, messages } of messagesIn(answered)) {
    for (const message of messages) await tell(message);
    startWith(response, answered);
    await write(response, text);
  }
  startWith(response, answered);
  response.end();
}

/** Sends the status and the headers of the server, unless a response has begun. */
export function startWith(response: ServerResponse, answered: Response): void {
  if (response.headersSent) return;
  const headers = [...answered.headers].filter(([name]) => !OWN.has(name));
  response.writeHead(answered.status, Object.fromEntries(headers));
  response.flushHeaders();
}

/** The messages of a response one by one, each with the text to pass it on; comments are left out. */
export async function* eventsIn(
  answered: Response,
): AsyncGenerator<{ readonly text: string; readonly message: Message | undefined }> {
  if (!isStream(answered)) {
    const text = await textOf(answered);
    yield { text, message: readServerMessage(text) };
    return;
  }
  for await (const { events } of piecesOf(answered)) {
    for (const { id, event, data } of events) {
      const fields = [
        ...(id === undefined ? [] : [`id: ${id}`]),
        ...(event === undefined ? [] : [`event: ${event}`]),
        ...data.split('\n').map((line) => `data: ${line}`),
      ];
      yield { text: `${fields.join('\n')}\n\n`, message: readServerMessage(data) };
    }
  }
}

interface Piece {
  readonly text: string;
  readonly messages: readonly Message[];
}

/** The pieces of a response: one for JSON, as they arrive for an event stream. */
export async function* messagesIn(answered: Response): AsyncGenerator<Piece> {
  if (!isStream(answered)) {
    const text = await textOf(answered);
    const message = readServerMessage(text);
    if (text !== '') yield { text, messages: message === undefined ? [] : [message] };
    return;
  }
  for await (const { text, events } of piecesOf(answered)) {
    const messages = events.map(({ data }) => readServerMessage(data));
    yield { text, messages: messages.filter((message) => message !== undefined) };
  }
}

/** Whether a response is a stream of events, and not a single message. */
export function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** The body of a response as text. @throws TooLargeError */
async function textOf(answered: Response): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  for await (const chunk of answered.body ?? []) {
    const text = decoder.decode(chunk, { stream: true });
    length += text.length;
    if (length > MAX_SERVER_MESSAGE) throw new TooLargeError();
    pieces.push(text);
  }
  return pieces.join('') + decoder.decode();
}

/** An event stream as it arrives, with the events that each piece of text completes. @throws TooLargeError */
async function* piecesOf(
  answered: Response,
): AsyncGenerator<{ readonly text: string; readonly events: readonly EventSourceMessage[] }> {
  let events: EventSourceMessage[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: MAX_SERVER_MESSAGE,
    onEvent: (event) => events.push(event),
    onError({ type }) {
      isTooLarge ||= type === 'max-buffer-size-exceeded';
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of answered.body ?? []) {
    const text = decoder.decode(chunk, { stream: true });
    parser.feed(text);
    if (isTooLarge) throw new TooLargeError();
    yield { text, events };
    events = [];
  }
}
