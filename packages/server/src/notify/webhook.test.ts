import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { PendingNotice } from './pending-notices.ts';
import { postPending } from './webhook.ts';

const notice: PendingNotice = {
  interaction_id: 'int_1',
  run_id: 'run_1',
  session_id: 'ses_1',
  tool_call_id: 'c1',
  purpose: 'authorization',
};

interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** A real server that records its requests. */
async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const { method, url: path, headers } = request;
    received.push({ method, path, type: headers['content-type'], body });
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/hook?channel=ops`, received };
}

const never = new AbortController().signal;

test('posts the ids as JSON to the unchanged URL', async () => {
  const { url, received } = await listen((_, response) => response.writeHead(204).end());
  await postPending(url)(notice, never);
  expect(received).toEqual([
    {
      method: 'POST',
      path: '/hook?channel=ops',
      type: 'application/json',
      body: JSON.stringify(notice),
    },
  ]);
});

test('treats every response other than 2xx as a failure', async () => {
  const { url } = await listen((_, response) => response.writeHead(503).end('later'));
  await expect(postPending(url)(notice, never)).rejects.toThrow('it was answered with 503');
});

test('follows no redirect', async () => {
  const inner = await listen((_, response) => response.end());
  const outer = await listen((_, response) =>
    response.writeHead(307, { location: inner.url }).end(),
  );
  await expect(postPending(outer.url)(notice, never)).rejects.toThrow('it was answered with 307');
  expect(inner.received).toEqual([]);
});

test('gives up if there is no response, and when the server closes', async () => {
  const { url } = await listen(() => undefined);
  await expect(postPending(url, { timeoutMs: 20 })(notice, never)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  await expect(postPending(url)(notice, AbortSignal.abort())).rejects.toMatchObject({
    name: 'AbortError',
  });
});

test.each(['ftp://x.example/', 'file:///etc/passwd', 'javascript:1', 'hook', ''])(
  'refuses a URL that is not http(s): %j',
  (url) => {
    expect(() => postPending(url)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringMatching(/http/) }),
    );
  },
);

test('refuses a URL with a password, and does not repeat it', () => {
  expect(() => postPending('https://ann:hunter2@x.example/')).toThrow(
    expect.objectContaining({
      code: 'invalid_option',
      message: expect.not.stringContaining('hunter2'),
    }),
  );
});
