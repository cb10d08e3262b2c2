import { idOf, type Message } from './json-rpc.ts';

/** Requests of a server that its client received and may answer. */
export interface PassedRequests {
  /** Remembers a message of the server that is passed on, if it is a request. */
  note(message: Message): void;
  /** Whether a response of the client answers one of them, which it may do once. */
  take(response: Message): boolean;
}

const MAX_REQUESTS = 1000;
/** Characters. */
const MAX_ID = 256;

/** Whether a server could read a message as a response. */
export function isResponse(message: Message): boolean {
  const { method, result, error } = message;
  return method === undefined || result !== undefined || error !== undefined;
}

/**
 * Creates an empty memory. All else that a client sends as a response is refused, not only responses to what
 * the inbox is asked: a server has asked before the gateway has read it.
 */
export function createPassedRequests(): PassedRequests {
  const keys = new Set<string>();
  return {
    note(message) {
      const key = JSON.stringify(idOf(message));
      if (key === undefined || message['method'] === undefined || key.length > MAX_ID) return;
      const [oldest] = keys;
      if (keys.size >= MAX_REQUESTS && oldest !== undefined) keys.delete(oldest);
      keys.add(key);
    },
    take: (response) => keys.delete(JSON.stringify(idOf(response))),
  };
}
