import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StartEvents } from '../http/sse.ts';

/** Writes a response as fast as it is read. Resolves when it is written or the client is gone. */
export async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  writeHead(outgoing, response);
  if (response.body === null) {
    outgoing.flushHeaders();
    await receiveRest(outgoing.req);
    outgoing.end();
    return;
  }
  const reader = response.body.getReader();
  outgoing.once('close', () => void reader.cancel().catch(() => undefined));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (!outgoing.write(value)) await drained(outgoing);
  }
  await receiveRest(outgoing.req);
  outgoing.end();
}

/** Maximum number of bytes of an unread body that are still received. */
const MAX_UNWANTED = 1 << 23;

/**
 * Receives the rest of a body that nobody reads, up to 8 MiB; call it before the response ends. If
 * the connection were closed before, it would be reset, and a client that is still sending would
 * lose the response with the reason.
 */
export function receiveRest(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let size = 0;
    incoming
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > MAX_UNWANTED) resolve();
      })
      .on('end', resolve)
      .on('close', resolve)
      .resume();
  });
}

/** Writes events directly, without a web stream, which would double the cost. */
export function streamEvents(
  outgoing: ServerResponse,
  response: Response,
  start: StartEvents,
): void {
  // The connection ends with the stream; HTTP/2 has no such header.
  if (outgoing.req.httpVersionMajor === 1) outgoing.shouldKeepAlive = false;
  writeHead(outgoing, response);
  outgoing.flushHeaders();
  if (!outgoing.destroyed) start(outgoing);
}

function writeHead(outgoing: ServerResponse, response: Response): void {
  const headers: [string, string][] = [...response.headers];
  outgoing.writeHead(response.status, headers.flat());
}

function drained(outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed || !outgoing.writableNeedDrain) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done).off('close', done);
      resolve();
    };
    outgoing.on('drain', done).on('close', done);
  });
}
