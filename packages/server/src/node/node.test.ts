import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, request as sendRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { InteractionRequest, InteractionView, RunEvent } from '@hitl/protocol';
import { runStarted, stepCompleted } from '@hitl/protocol/testing';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../base/free-port.fixture.ts';
import { createFeed } from '../streams/create-feed.ts';
import { createLocalBus } from '../store/bus/local.ts';
import { served } from '../http/served.fixture.ts';
import { createEventStreams } from '../http/sse.ts';
import {
  serve,
  toNodeHandler,
  type FetchHandler,
  type ServedHandler,
  type ServeOptions,
} from './index.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createSessionWriter } from '../testing/session-writer.ts';

async function serving(
  fetch: FetchHandler['fetch'],
  options: Partial<ServeOptions> = {},
): Promise<ServedHandler> {
  const server = await serve({ handler: { fetch }, port: 0, ...options });
  onTestFinished(() => server.close(100));
  return server;
}

/** Sends bytes and returns all received ones until the server closes the connection. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return allOf(socket);
}

async function allOf(stream: Socket | IncomingMessage): Promise<string> {
  let text = '';
  stream.setEncoding('utf8');
  for await (const chunk of stream) text += String(chunk);
  return text;
}

const lines = (...texts: readonly string[]): string => [...texts, '', ''].join('\r\n');

test('passes a web standard request to the handler', async () => {
  const server = await serving(async (request) =>
    Response.json({
      method: request.method,
      url: request.url,
      body: await request.text(),
      type: request.headers.get('content-type'),
      many: request.headers.get('x-many'),
    }),
  );
  const response = await fetch(`${server.url}/a/b?c=%20d`, {
    method: 'POST',
    body: 'hello',
    headers: [
      ['content-type', 'text/x'],
      ['x-many', '1'],
      ['x-many', '2'],
    ],
  });
  expect(await response.json()).toEqual({
    method: 'POST',
    url: `${server.url}/a/b?c=%20d`,
    body: 'hello',
    type: 'text/x',
    many: '1, 2',
  });
});

test('sends the handler’s response: status, headers, several cookies, a body in pieces', async () => {
  const server = await serving(() => {
    const pieces = ['one ', 'two ', 'three'];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(piece));
      },
    });
    const headers = new Headers({ 'x-one': '1' });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return new Response(body, { status: 207, headers });
  });
  const response = await fetch(server.url);
  expect(response.status).toBe(207);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(await response.text()).toBe('one two three');
});

test('a client that hangs up aborts the signal of its request; one that is answered does not', async () => {
  const signals: AbortSignal[] = [];
  let waits: ((response: Response) => void) | undefined;
  let arrived: (() => void) | undefined;
  const server = await serving((request) => {
    signals.push(request.signal);
    arrived?.();
    if (request.url.endsWith('/quick')) return new Response('ok');
    return new Promise<Response>((resolve) => {
      waits = resolve;
    });
  });
  await (await fetch(`${server.url}/quick`)).text();
  const here = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const hangUp = new AbortController();
  const gone = fetch(`${server.url}/slow`, { signal: hangUp.signal }).catch(() => 'gone');
  await here;
  const [quick, slow] = signals as [AbortSignal, AbortSignal];
  const aborted = once(slow, 'abort');
  hangUp.abort();
  expect(await gone).toBe('gone');
  await aborted;
  expect(quick.aborted).toBe(false);
  waits?.(new Response('too late'));
});

test('a body that is read after its client has hung up is an error', async () => {
  let read: ((text: Promise<string>) => void) | undefined;
  const body = new Promise<string>((resolve) => {
    read = resolve;
  });
  const server = await serving(async (request) => {
    socket.destroy();
    await once(request.signal, 'abort');
    read?.(request.text());
    return new Response('too late');
  });
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`${lines('POST / HTTP/1.1', 'Host: x', 'Content-Length: 2')}{}`);
  await expect(body).rejects.toThrow('The client disconnected before its body was complete');
});

test('closes the connection of a client that sends a request too slowly', async () => {
  const server = await serving(async (request) => new Response(await request.text()), {
    requestTimeoutMs: 100,
  });
  const head = ['POST / HTTP/1.1', 'Host: x', 'Content-Length: 10'];
  expect(await exchange(server.port, `${lines(...head)}1234`)).toMatch(/^HTTP\/1.1 408 /);
  expect(await exchange(server.port, 'POST / HTTP/1.1\r\nHost: x\r\nX-Slow')).toMatch(
    /^HTTP\/1.1 408 /,
  );
});

test('requests that a client sends at once on a connection are answered one after another', async () => {
  let open = 0;
  let most = 0;
  const server = await serving(({ url }) => {
    open += 1;
    most = Math.max(most, open);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          controller.enqueue(new TextEncoder().encode(`${new URL(url).pathname};`));
          controller.close();
          open -= 1;
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body);
  });
  const sent = Array.from({ length: 50 }, (_, index) => lines(`GET /${index} HTTP/1.1`, 'Host: x'));
  const last = lines('GET /last HTTP/1.1', 'Host: x', 'Connection: close');
  const answers = await exchange(server.port, sent.join('') + last);
  const paths = [...Array(50).keys(), 'last'].map((path) => `/${path};`);
  expect(answers.match(/\/\w+;/g)).toEqual(paths);
  expect(most).toBe(1);
});

test('a connection with more than a hundred unanswered requests is closed', async () => {
  const urls: string[] = [];
  const server = await serving(async ({ url, signal }) => {
    urls.push(url);
    await new Promise((resolve) => {
      signal.addEventListener('abort', resolve);
    });
    return new Response('late');
  });
  const socket = connect(server.port, '127.0.0.1');
  const closed = once(socket, 'close');
  socket.on('error', () => {}).resume();
  socket.write(lines('GET / HTTP/1.1', 'Host: x').repeat(102));
  await closed;
  expect(urls).toHaveLength(1);
});

test.each([
  [{}, 120],
  [{ idleTimeoutMs: 90_000 }, 90],
])(
  'with %j an idle connection is kept for %i seconds, for clients and proxies that reuse it',
  async (options, seconds) => {
    const server = await serving(() => new Response('ok'), options);
    expect((await fetch(server.url)).headers.get('keep-alive')).toBe(`timeout=${seconds}`);
  },
);

test('refuses headers that are too large, and invalid targets and methods', async () => {
  const server = await serving((request) => new Response(request.url));
  const large = lines('GET / HTTP/1.1', 'Host: x', `X-Large: ${'x'.repeat(20_000)}`);
  expect(await exchange(server.port, large)).toMatch(/^HTTP\/1.1 431 /);
  for (const first of ['TRACE / HTTP/1.1', 'GET * HTTP/1.1']) {
    expect(await exchange(server.port, lines(first, 'Host: x', 'Connection: close'))).toMatch(
      /^HTTP\/1.1 400 /,
    );
  }
  expect(await exchange(server.port, lines('GET / HTTP/1.1', 'Connection: close'))).toMatch(
    /^HTTP\/1.1 400 /,
  );
  // Only the Host header determines the host.
  const absolute = lines('GET http://x.test/a?b HTTP/1.1', 'Host: x.test', 'Connection: close');
  expect(await exchange(server.port, absolute)).toContain('http://x.test/a?b');
  const twoHosts = lines('GET http://evil.test/a HTTP/1.1', 'Host: x.test', 'Connection: close');
  expect(await exchange(server.port, twoHosts)).toMatch(/^HTTP\/1.1 400 /);
});

test('a refusal arrives while a large body is still being sent, and the connection stays open', async () => {
  const { url, send, get } = await served({ maxBodyBytes: 1000 });
  const body = new Uint8Array(8 << 20);
  const headers = { 'content-type': 'application/json' };
  for (let round = 0; round < 5; round += 1) {
    expect((await send('POST', '/runs', { headers, body })).status).toBe(413);
  }
  expect((await get('/healthz')).status).toBe(200);
  const { hostname, port } = new URL(url);
  const first = sendRequest({ hostname, port, method: 'POST', path: '/runs', headers });
  first.write(' '.repeat(2000));
  const [answer] = (await once(first, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(413);
  first.destroy();
});

test('below a path of Express the handler sees the whole path', async () => {
  const handler = toNodeHandler({
    fetch: (request) => new Response(new URL(request.url).pathname),
  });
  const server = createServer((incoming, outgoing) => {
    const mounted = Object.assign(incoming, { originalUrl: incoming.url, url: '/agents' });
    handler(mounted, outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/hitl/agents`)).text()).toBe('/hitl/agents');
});

test('an error of a handler reaches the host, or the warnings of the process', async () => {
  const handler = toNodeHandler({ fetch: () => Promise.reject(new Error('no database yet')) });
  const app = express();
  app.use('/hitl', handler);
  const told: express.ErrorRequestHandler = (error: Error, _request, response, _next) =>
    void response.status(503).send(error.message);
  app.use(told);
  const listen = async (server: Server): Promise<string> => {
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hitl/runs`;
  };
  const inExpress = await fetch(await listen(app.listen(0, '127.0.0.1')));
  expect([inExpress.status, await inExpress.text()]).toEqual([503, 'no database yet']);

  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const alone = await fetch(await listen(createServer(handler).listen(0, '127.0.0.1')));
  expect([alone.status, await alone.json()]).toMatchObject([500, { code: 'internal' }]);
  // Others may warn of something else.
  const messages = () => warnings.map(({ message }) => message);
  await expect.poll(messages).toContain('A handler failed: no database yet');
});

test('a connection that cannot be accepted is a warning, and others are served', async () => {
  const listening: Server[] = [];
  const find = (message: unknown): void => {
    listening.push((message as { readonly server: Server }).server);
  };
  subscribe('http.server.request.start', find);
  onTestFinished(() => void unsubscribe('http.server.request.start', find));
  const { url } = await serving(() => new Response('here'));
  expect(await (await fetch(url)).text()).toBe('here');
  const warned = once(process, 'warning');
  // As Node does when the process may open no more files.
  const [server] = listening;
  server?.emit('error', new Error('accept EMFILE'));
  expect(await warned).toMatchObject([{ message: 'accept EMFILE' }]);
  expect(await (await fetch(url)).text()).toBe('here');
});

/** More than a socket takes at once. */
const LONG = 'x'.repeat(20_000_000);

test('a response that the host ends early ends nothing else', async () => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
      given.enqueue(new TextEncoder().encode('one'));
    },
  });
  const handle = toNodeHandler({ fetch: () => new Response(body) });
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing);
    incoming.resume().once('end', () => {
      setImmediate(() => {
        outgoing.end(LONG);
        controller?.enqueue(new TextEncoder().encode('two'));
      });
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe(`one${LONG}`);
});

test.each(['8787', -1, 65_536, 1.5, null])('%j is no port', async (port) => {
  const options = { handler: { fetch: () => new Response() }, port: port as number };
  await expect(serve(options)).rejects.toMatchObject({
    code: 'invalid_option',
    message: `port of serve is ${JSON.stringify(port)}. It takes a number from 0 to 65535.`,
  });
});

test('serve fails with the error of a handler that cannot start, and frees the port', async () => {
  const start = (): Promise<void> => Promise.reject(new Error('no database yet'));
  const handler = { fetch: () => new Response(), start };
  const port = await freePort();
  await expect(serve({ handler, port })).rejects.toThrow('no database yet');
  const after = await serve({ handler: { fetch: () => new Response() }, port });
  await after.close(0);
});

test('a handler that throws ends its own request only', async () => {
  const server = await serving((request) => {
    if (request.url.endsWith('/throws')) throw new Error('broken');
    return new Response('fine');
  });
  expect((await fetch(`${server.url}/throws`)).status).toBe(500);
  expect(await (await fetch(server.url)).text()).toBe('fine');
});

test('closing ends streams with a reconnect time, answers long polls, and waits for nothing else', async () => {
  let polls: (() => void) | undefined;
  const polling = new Promise<void>((resolve) => {
    polls = resolve;
  });
  const { url, follow, get, ask, handler } = await served({
    wrap: (engine) => ({
      ...engine,
      getInteraction(...call) {
        polls?.();
        return engine.getInteraction(...call);
      },
    }),
  });
  const { run, requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const second = await serve({ handler, port: 0 });
  const idle = connect(second.port, '127.0.0.1');
  await once(idle, 'connect');
  const events = await fetch(`${second.url}/runs/${run.id}/events`);
  const polled = fetch(`${second.url}/interactions/${request.id}?wait=60`);
  const inbox = await follow('/interactions/events');
  await inbox.next();
  await polling;
  await Promise.all([second.close(60_000), once(idle, 'close')]);
  const text = await events.text();
  expect(text).toContain('event: execution_suspended');
  expect(text.endsWith('retry: 1000\n\n')).toBe(true);
  expect(((await (await polled).json()) as InteractionView).status).toBe('pending');
  await inbox.rest();
  expect(inbox.retry).toBe(1000);
  await expect(fetch(second.url)).rejects.toThrow('fetch failed');
  // The other server of the handler still listens.
  expect((await get('/healthz')).status).toBe(503);
  expect(url).not.toBe(second.url);
});

test('a reader that is too slow costs a bounded buffer and still gets everything once', async () => {
  const store = createMemoryStore();
  const bus = createLocalBus();
  const feed = createFeed({ store, bus });
  const key = { tenantId: 'default', sessionId: 'ses_1' };
  const writer = createSessionWriter(store, key, feed);
  await writer.append(runStarted());
  const streams = createEventStreams({ onError: String });
  const buffered: number[] = [];
  const handle = toNodeHandler({
    fetch: (request) => streams.respond(request, feed.run(key, 'run_1', { until: 'end' })),
  });
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing);
    const write = outgoing.write.bind(outgoing);
    outgoing.write = (chunk: Uint8Array) => {
      const more = write(chunk);
      buffered.push(outgoing.writableLength);
      return more;
    };
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await feed.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const opened = sendRequest({ port, host: '127.0.0.1', path: '/' }).end();
  const [response] = (await once(opened, 'response')) as [IncomingMessage];
  response.pause();
  const content = 'x'.repeat(10_000);
  for (let round = 0; round < 40; round += 1) {
    await writer.append(...Array.from({ length: 50 }, () => stepCompleted({ content })));
  }
  const total = 40 * 50 + 1;
  expect(Math.max(...buffered)).toBeLessThan(1 << 20);
  expect(buffered.length).toBeLessThan(total);
  const ids: string[] = [];
  let rest = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    const blocks = (rest + String(chunk)).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = JSON.parse(block.slice(block.indexOf('data: ') + 6)) as RunEvent;
      ids.push(String(event.seq));
    }
    if (ids.length === total) break;
  }
  expect(ids).toEqual(Array.from({ length: total }, (_, index) => String(index + 1)));
});

test('works after a body parser, such as that of Express', async () => {
  const app = express();
  app.use(express.json());
  app.use(
    toNodeHandler({
      fetch: async (request) => Response.json({ body: await request.json() }),
    }),
  );
  const listening = app.listen(0, '127.0.0.1');
  onTestFinished(() => void listening.close());
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"input":"Grüße"}',
  });
  expect(await response.json()).toEqual({ body: { input: 'Grüße' } });
});

test('explains the failure if the body was read and discarded', async () => {
  const handler = toNodeHandler({ fetch: () => new Response('never') });
  const server = createServer((incoming, outgoing) => {
    incoming.resume().once('end', () => handler(incoming, outgoing));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    detail: expect.stringContaining('Mount toNodeHandler before body parsers'),
  });
});
