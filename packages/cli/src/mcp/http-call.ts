import type { ServerResponse } from 'node:http';
import { isElicitation, type ContinuedRequest } from './elicitation.ts';
import type { GatewayAction } from './gateway.ts';
import { elicit, type Asking } from './http-asking.ts';
import { end, keepOpen, sendEvent } from './http-response.ts';
import {
  TooLargeError,
  eventsIn,
  forward,
  messagesIn,
  passOn,
  type Upstream,
} from './http-upstream.ts';
import {
  CANCELLED,
  CONNECTION_ENDED,
  NO_RESULT,
  NOT_RUN,
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
 * Responds to a call over HTTP once it is decided, or to another request whose response may ask for input.
 * While a person decides or answers, the client gets a stream of events, so that its connection does not
 * time out.
 */
export async function callThrough(
  decided: Promise<GatewayAction>,
  /** Set if the inbox answers what the server asks meanwhile. */
  asking: Asking | undefined,
  upstream: Upstream,
  message: Message,
  id: MessageId,
): Promise<void> {
  const { response, request, signal } = upstream;
  const params = objectIn(message, 'params');
  const mayStream = request.headers.accept?.includes('text/event-stream') === true;
  const waiting = async <T>(work: Promise<T>): Promise<T> => {
    let stop = (): void => {};
    const soon = setTimeout(() => {
      if (mayStream) stop = openStream(response, params);
    }, SOON_MS);
    return work.finally(() => {
      clearTimeout(soon);
      stop();
    });
  };
  const action = await waiting(decided);
  if (action.kind === 'reply') {
    if (!signal.aborted) end(response, resultResponse(id, action.result));
    return;
  }
  const { done } = action;
  const isCall = message['method'] === 'tools/call';
  if (signal.aborted) return done(errorResponse(id, -32_000, NOT_RUN));
  // Its events have no ids, so a client could not ask for the rest of it.
  const isOwnStream = asking !== undefined || response.headersSent;
  let isDone = false;
  const tell = async (answered: Message): Promise<void> => {
    if (idOf(answered) !== id || answered['method'] !== undefined) return;
    isDone = true;
    await done(answered);
  };
  try {
    const sent = { ...message, params: action.params };
    const { recheck, inputSchema } = action;
    const send = (call: Message): Promise<Response> => forward(upstream, call, inputSchema);
    const answered = await send(sent);
    if (asking !== undefined && answered.ok) {
      await passAsking(
        asking,
        { upstream, id, isCall, mayStream, waiting, tell, recheck, send },
        sent,
        answered,
      );
    } else if (!response.headersSent) await passOn(upstream, answered, tell);
    else await passIntoStream(response, answered, id, tell);
  } catch (error) {
    const isTooLarge = error instanceof TooLargeError;
    if (!isTooLarge && !isOwnStream) throw error;
    if (isTooLarge) {
      const failed = errorResponse(
        id,
        -32_000,
        `${error.message}${isCall ? ' The tool may have run.' : ''}`,
      );
      await tell(failed);
      end(response, failed);
    }
  } finally {
    const isOpen = isOwnStream && !response.destroyed && !response.writableEnded;
    const lost = errorResponse(id, -32_000, isCall ? NO_RESULT : CONNECTION_ENDED);
    if (!isDone) await done(lost);
    if (isOpen && isDone) response.end();
    else if (isOpen) end(response, lost);
  }
}

/** A request whose elicitations the inbox answers. */
interface AskingCall extends Omit<ContinuedRequest, 'rounds'> {
  readonly upstream: Upstream;
  readonly mayStream: boolean;
  /** Keeps the client's connection open while a person answers. */
  readonly waiting: <T>(work: Promise<T>) => Promise<T>;
  readonly tell: (message: Message) => Promise<void>;
  /** Sends the request, or the same one with more input. */
  readonly send: (request: Message) => Promise<Response>;
}

/** Passes the server's response on, after the inbox has answered what the server asks in it. */
async function passAsking(
  asking: Asking,
  call: AskingCall,
  sent: Message,
  answered: Response,
  rounds = 0,
): Promise<void> {
  const { elicitations, note } = asking;
  const { upstream, id, mayStream, waiting, tell, send } = call;
  const { response, signal } = upstream;
  for await (const { message } of eventsIn(answered)) {
    if (message === undefined) continue;
    if (isElicitation(message)) {
      void waiting(elicit(elicitations, upstream, message));
      continue;
    }
    if (idOf(message) === id && message['method'] === undefined) {
      const next = await waiting(elicitations.next(message, { ...call, rounds }, signal));
      const isAnswered = next.kind === 'end' && next.response === message;
      if (signal.aborted && !isAnswered) return tell(errorResponse(id, -32_000, CANCELLED));
      if (next.kind === 'again') {
        const again = { ...sent, params: { ...objectIn(sent, 'params'), ...next.params } };
        return passAsking(asking, call, sent, await send(again), rounds + 1);
      }
      await tell(next.response);
      end(response, next.response);
      return;
    }
    // Its client is gone, but the outcome of the call may have been read already.
    if (signal.aborted) continue;
    if (!response.headersSent && mayStream) startStream(response);
    note(message);
    if (response.headersSent) await sendEvent(response, message);
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
      await sendEvent(response, message);
    }
  }
}

function startStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function openStream(response: ServerResponse, params: Message): () => void {
  // The server has answered without waiting for the person.
  if (response.writableEnded) return () => {};
  startStream(response);
  response.write(': waiting for a person\n\n');
  const stop = tellWaiting(params, (message) => {
    if (!response.writableNeedDrain) void sendEvent(response, message);
  });
  const heartbeat = setInterval(() => keepOpen(response), HEARTBEAT_MS);
  return () => {
    stop();
    clearInterval(heartbeat);
  };
}
