import { isObject, objectIn, type Message } from './json-rpc.ts';

const EVERY_MS = 5000;

/**
 * Tells a client that a call waits, as long as it does: a client that asked for progress does not give
 * up then. Returns what stops it.
 */
export function tellWaiting(params: Message, send: (message: Message) => void): () => void {
  const { progressToken } = objectIn(params, '_meta');
  if (progressToken === undefined || isObject(progressToken)) return () => {};
  let count = 0;
  const tell = (): void => {
    count += 1;
    send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      // Far below what the tool itself counts, as progress never goes back.
      params: { progressToken, progress: count / 1e6, message: 'Waiting for approval' },
    });
  };
  const timer = setInterval(tell, EVERY_MS);
  return () => clearInterval(timer);
}
