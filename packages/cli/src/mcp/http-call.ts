import type { ServerResponse } from 'node:http';
import type { Gateway } from './gateway.ts';
import { forward, messagesIn, passOn, type Upstream } from './http-upstream.ts';
import {
  NO_RESULT,
  errorResponse,
  idOf,
  objectIn,
  resultResponse,
  type Message,
  type MessageId,
} from './json-rpc.ts';
import { tellWaiting } from './waiting.ts';

/** A call decided within this time gets the server's own response instead of a stream. */
const SOON_MS = 1000;
const HEARTBEAT_MS = 15_000;

/**
 * Decides about a call over HTTP and responds to it. While a person decides, the client gets a
 * stream of events, so that its connection does not time out.
 */
export async function callThrough(
  gateway: Gateway,
  upstream: Upstream,
  message: Message,
  id: MessageId,
): Promise<void> {
  const { response, request, signal } = upstream;
  const params = objectIn(message, 'params');
  const mayStream = request.headers.accept?.includes('text/event-stream') === true;
  let stop = (): void => {};
  const soon = setTimeout(() => {
    if (mayStream) stop = openStream(response, params);
  }, SOON_MS);
  const action = await gateway.evaluate(params, signal).finally(() => {
    clearTimeout(soon);
    stop();
  });
  if (signal.aborted) return;
  if (action.kind === 'reply') {
    end(response, resultResponse(id, action.result));
    return;
  }
  const { done } = action;
  let isDone = false;
  const tell = async (answered: Message): Promise<void> => {
    if (idOf(answered) !== id || answered['method'] !== undefined) return;
    isDone = true;
    await done(answered);
  };
  try {
    const answered = await forward(upstream, { ...message, params: action.params });
    if (!response.headersSent) await passOn(upstream, answered, tell);
    else await passIntoStream(response, answered, id, tell);
  } finally {
    if (!isDone) await done(errorResponse(id, -32_000, NO_RESULT));
  }
}

/** Passes the server's response on in the stream that is already open. */
async function passIntoStream(
  response: ServerResponse,
  answered: Response,
  id: MessageId,
  tell: (message: Message) => Promise<void>,
): Promise<void> {
  if (!answered.ok) {
    const failed = errorResponse(id, -32_000, `The MCP server answered ${answered.status}.`);
    await tell(failed);
    end(response, failed);
    return;
  }
  for await (const { messages } of messagesIn(answered)) {
    for (const message of messages) {
      await tell(message);
      sendEvent(response, message);
    }
  }
  response.end();
}

function openStream(response: ServerResponse, params: Message): () => void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.write(': waiting for approval\n\n');
  const stop = tellWaiting(params, (message) => sendEvent(response, message));
  const heartbeat = setInterval(() => response.write(': waiting\n\n'), HEARTBEAT_MS);
  return () => {
    stop();
    clearInterval(heartbeat);
  };
}

function end(response: ServerResponse, message: Message): void {
  if (response.headersSent) {
    sendEvent(response, message);
    response.end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(message));
}

function sendEvent(response: ServerResponse, message: Message): void {
  response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}
