import { objectIn, type Message } from './json-rpc.ts';

const EVERY_MS = 5000;

/**
 * Sends progress notifications while a call waits, so that a client that asked for them does not
 * time out. Returns a function that stops them.
 */
export function tellWaiting(params: Message, send: (message: Message) => void): () => void {
  const { progressToken } = objectIn(params, '_meta');
  if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return () => {};
  let count = 0;
  const tell = (): void => {
    count += 1;
    send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      // Far below the tool's own progress, which must never decrease.
      params: { progressToken, progress: count / 1e6, message: 'Waiting for approval' },
    });
  };
  const timer = setInterval(tell, EVERY_MS);
  return () => clearInterval(timer);
}
