import type { IncomingMessage } from 'node:http';
import { setRemoteAddress } from '../http/remote-address.ts';

/**
 * The web standard request for one of Node. `null` if its target, method or `Host` is invalid, or
 * there are two hosts.
 */
export function createNodeRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET' } = incoming;
  // From the raw headers: `incoming.headers` would create an object that lives as long as a stream.
  const headers: [string, string][] = [];
  let host: string | undefined;
  let hosts = 0;
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? '';
    const value = incoming.rawHeaders[index + 1] ?? '';
    if (!name.startsWith(':')) headers.push([name, value]);
    if (name.toLowerCase() !== 'host') continue;
    host = value;
    hosts += 1;
  }
  if (hosts > 1) return null;
  // HTTP/1.0 has no `Host`, and HTTP/2 has it under another name.
  const url = urlOf(incoming, host ?? 'localhost');
  if (url === null || /^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return null;
  const init = { method, headers, signal };
  const request =
    method === 'GET' || method === 'HEAD'
      ? new Request(url, init)
      : new Request(url, {
          ...init,
          body: parsedBody(incoming) ?? bodyOf(incoming),
          duplex: 'half',
        } as RequestInit);
  setRemoteAddress(request, incoming.socket.remoteAddress);
  return request;
}

function urlOf(incoming: IncomingMessage, host: string): string | null {
  // Express removes the path of a mounted handler from `url`.
  const original = 'originalUrl' in incoming ? incoming.originalUrl : undefined;
  const target = typeof original === 'string' ? original : (incoming.url ?? '/');
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const base = `${scheme}://${host}`;
  if (!isHost(host) || !URL.canParse(base)) return null;
  const path = target.startsWith('/') ? target : pathOf(target, base);
  if (path === null || !URL.canParse(base + path)) return null;
  return base + path;
}

/** Whether it is a host name or an address, with an optional port, and without a password or a path. */
function isHost(text: string): boolean {
  return /^(?:\[[0-9a-f:.]+\]|[a-z0-9._~-]+)(?::\d{1,5})?$/i.test(text);
}

/** The path of an absolute target, whose host must be the same as in the header. */
function pathOf(target: string, base: string): string | null {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return null;
  const { host, pathname, search, username, password } = new URL(target);
  const isSame = host === new URL(base).host && username === '' && password === '';
  return isSame ? pathname + search : null;
}

/**
 * The body as parsed by middleware such as `express.json()`, if any.
 * @throws BodyAlreadyRead if it was read and cannot be found.
 */
function parsedBody(incoming: IncomingMessage): string | Uint8Array<ArrayBuffer> | undefined {
  if (!incoming.readableDidRead) return undefined;
  const body: unknown = 'body' in incoming ? incoming.body : undefined;
  if (body === undefined) throw new BodyAlreadyRead();
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** The body of a request was read before the handler got it, and is lost. */
export class BodyAlreadyRead extends Error {
  constructor() {
    super(
      'The body of the request was read before it came to HITL. Mount toNodeHandler before body parsers, or after one that leaves its result in request.body, such as express.json().',
    );
    this.name = 'BodyAlreadyRead';
  }
}

/**
 * The body, read only as fast as it is consumed. When cancelled, the rest is discarded and the
 * connection stays open, so that the client still gets the refusal of a body that is too large.
 */
function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let detach = (): void => {};
  let started = false;

  function attach(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const onData = (chunk: Buffer): void => {
      controller.enqueue(new Uint8Array(chunk));
      incoming.pause();
    };
    const onEnd = (): void => {
      detach();
      controller.close();
    };
    const onClose = (): void => {
      detach();
      controller.error(new Error('The client disconnected before its body was complete.'));
    };
    detach = () => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      // Later errors do not concern the reader of the body.
      incoming.on('error', () => {});
    };
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
    // It may have closed before anything was read, and says so only once.
    if (incoming.destroyed) onClose();
  }

  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (!started) attach(controller);
        started = true;
        incoming.resume();
      },
      cancel() {
        detach();
        incoming.resume();
      },
    },
    { highWaterMark: 0 },
  );
}
