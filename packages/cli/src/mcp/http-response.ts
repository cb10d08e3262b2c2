import type { ServerResponse } from 'node:http';
import type { Message } from './json-rpc.ts';

/** Sends text, and waits while the client does not read: nothing more is read from the server meanwhile. */
export async function write(response: ServerResponse, text: string): Promise<void> {
  if (response.destroyed || response.writableEnded || response.write(text)) return;
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
  });
}

/** Sends an event of a stream that has begun. */
export function sendEvent(response: ServerResponse, message: Message): Promise<void> {
  return write(response, `event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

/** Sends a comment, so that the connection does not time out, unless the client has still much to read. */
export function keepOpen(response: ServerResponse): void {
  if (!response.writableEnded && !response.writableNeedDrain) response.write(': waiting\n\n');
}

/** Sends the last message: as an event if a stream has begun. */
export function end(response: ServerResponse, message: Message): void {
  if (response.headersSent) {
    // The stream may have stopped inside of an event.
    response.end(`\n\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(message));
}
