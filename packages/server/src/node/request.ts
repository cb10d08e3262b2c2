import type { IncomingMessage } from 'node:http';

/** The request as the web writes it; `null`: its target or method is none that the web knows. */
export function createNodeRequest(incoming: IncomingMessage, signal: AbortSignal): Request | null {
  const { method = 'GET' } = incoming;
  // Read from the raw ones: `incoming.headers` would make an object that lives as long as a stream.
  const headers: [string, string][] = [];
  let host = 'localhost';
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? '';
    const value = incoming.rawHeaders[index + 1] ?? '';
    if (!name.startsWith(':')) headers.push([name, value]);
    if (name.toLowerCase() === 'host') host = value;
  }
  const url = urlOf(incoming, host);
  if (url === null || /^(?:CONNECT|TRACE|TRACK)$/i.test(method)) return null;
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  const body = bodyOf(incoming);
  return new Request(url, { method, headers, signal, body, duplex: 'half' } as RequestInit);
}

function urlOf(incoming: IncomingMessage, host: string): string | null {
  // Express takes the path it mounted a handler at out of `url`.
  const original = 'originalUrl' in incoming ? incoming.originalUrl : undefined;
  const target = typeof original === 'string' ? original : (incoming.url ?? '/');
  const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
  const base = `${scheme}://${host}`;
  if (!URL.canParse(base)) return null;
  // A proxy's absolute form names a host too; only the Host header counts.
  const path = target.startsWith('/') ? target : pathOf(target);
  if (path === null || !URL.canParse(base + path)) return null;
  return base + path;
}

function pathOf(target: string): string | null {
  if (!URL.canParse(target)) return null;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/**
 * The body, read only as fast as it is asked for. Cancelled, the rest of it is thrown away and the
 * connection lives on, so that a refusal of a body that is too large still arrives.
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
      controller.error(new Error('The client hung up before its body was complete.'));
    };
    detach = () => {
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      // Whatever breaks later concerns nobody who reads the body.
      incoming.on('error', () => {});
    };
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
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
