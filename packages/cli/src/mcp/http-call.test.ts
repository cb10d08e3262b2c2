import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { callThrough } from './http-call.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a client that reads nothing while its call is pending uses no more memory with time', async () => {
  const progressToken = 'x'.repeat(1 << 20);
  const params = { name: 'ask', _meta: { progressToken } };
  const opened = new Promise<ServerResponse>((resolve) => {
    const server = createServer((request, response) => {
      const url = new URL('http://127.0.0.1:9');
      const { signal } = new AbortController();
      const upstream = { url, request, response, signal };
      const pending = new Promise<never>(() => undefined);
      void callThrough(pending, undefined, upstream, { method: 'tools/call', params }, 1);
      resolve(response);
    });
    server.listen(0, '127.0.0.1', () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.pause();
      socket.write('POST / HTTP/1.1\r\nhost: a\r\naccept: text/event-stream\r\n\r\n');
      onTestFinished(async () => {
        socket.destroy();
        server.close();
        await once(server, 'close');
      });
    });
  });
  const response = await opened;
  // A second until the stream begins, and then an hour with a message every five seconds.
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(response.headersSent).toBe(true);
  expect(response.writableLength).toBeLessThan(4 << 20);
});
