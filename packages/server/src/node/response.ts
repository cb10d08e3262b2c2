import type { ServerResponse } from 'node:http';
import type { StartEvents } from '../http/sse.ts';

/** Writes a response, as fast as its reader takes it. Resolves when it is written or the reader is gone. */
export async function sendResponse(outgoing: ServerResponse, response: Response): Promise<void> {
  writeHead(outgoing, response);
  if (response.body === null) {
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
  outgoing.end();
}

/** Writes events without the detour over a web stream, which costs as much as the writing. */
export function streamEvents(
  outgoing: ServerResponse,
  response: Response,
  start: StartEvents,
): void {
  // The stream is the last thing on its connection; HTTP/2 has no such header.
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
