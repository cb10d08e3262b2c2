import { once } from 'node:events';
import {
  createServer,
  request as openRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { createHitlClient } from '@hitl/client';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { expect, onTestFinished, test } from 'vitest';
import { hitlProgram } from './bundle.fixture.ts';
import { startProcess } from './process.fixture.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: {
    readonly name?: string;
    readonly arguments?: Record<string, unknown>;
    readonly requestState?: string;
    readonly inputResponses?: Record<string, unknown>;
    readonly requestId?: number;
  };
}

/** A gateway in front of a server that answers as told, and a client that speaks the bare protocol. */
function before(
  answer: (asked: Asked, response: ServerResponse) => void | Promise<void>,
  elicitation: 'client' | 'inbox' = 'client',
) {
  return inFrontOf(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    await answer((text === '' ? {} : JSON.parse(text)) as Asked, response);
  }, elicitation);
}

/** A gateway in front of an HTTP server. */
async function inFrontOf(listener: RequestListener, elicitation: 'client' | 'inbox' = 'client') {
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  const behind = createServer(listener);
  await once(behind.listen(0, '127.0.0.1'), 'listening');
  const { port } = behind.address() as AddressInfo;
  onTestFinished(async () => {
    behind.closeAllConnections();
    behind.close();
    await server.close(0);
    await hitl.close();
  });
  const flags = ['mcp', '--name', 'x', '--server', server.url, '--elicitation', elicitation];
  const listen = ['--url', `http://127.0.0.1:${port}/mcp`, '--listen', '0'];
  const gateway = startProcess([hitlProgram, ...flags, ...listen], { cwd: tmpdir(), input: '' });
  const url = (await gateway.firstLine).replace('listening on ', '');
  const inbox = createHitlClient({ baseUrl: server.url });
  let ids = 0;
  async function send(message: object, headers: Record<string, string> = {}): Promise<string> {
    const accept = 'application/json, text/event-stream';
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
    return response.text();
  }
  const ask = (method: string, params: Asked['params']): Promise<string> =>
    send({ id: (ids += 1), method, params });
  return { inbox, ask, send, url };
}

/** The last message of a response, which is a stream if the decision took more than a second. */
function lastIn(text: string): unknown {
  const [, data = text] = /\ndata: (.*)\n+$/.exec(text) ?? [];
  return JSON.parse(data);
}

const STREAM_TYPE = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends text without an end. Resolves once the reader has hung up. */
async function endlessly(response: ServerResponse): Promise<void> {
  const text = Buffer.alloc(1 << 20, 'x');
  while (!response.destroyed) {
    if (response.write(text)) continue;
    const stop = new AbortController();
    const { signal } = stop;
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
    stop.abort();
  }
}

test('over HTTP, a message of the server that has no end is an error of its request, and others are served', async () => {
  const { inbox, ask } = await before(async ({ id, params }, response) => {
    switch (params.name) {
      case 'message':
        response.writeHead(200, JSON_TYPE).write(`{"jsonrpc":"2.0","id":${id},"result":{"text":"`);
        return endlessly(response);
      case 'event':
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"text":"');
        return endlessly(response);
      default:
        response.writeHead(200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    }
  });
  await inbox.allow('local', { resource: 'mcp__x__*(*)' });
  const why = 'The MCP server sent a message that is too large.';
  expect(lastIn(await ask('tools/call', { name: 'message' }))).toMatchObject({
    id: 1,
    error: { message: `${why} The tool may have run.` },
  });
  const stream = await ask('tools/call', { name: 'event' });
  expect(stream.slice(-250)).toContain(
    `\ndata: {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"${why} The tool may have run."}}\n`,
  );
  expect(lastIn(await ask('prompts/get', { name: 'message' }))).toMatchObject({
    id: 3,
    error: { message: why },
  });
  expect(lastIn(await ask('tools/call', { name: 'well' }))).toMatchObject({
    id: 4,
    result: {},
  });

  const { runs } = await inbox.listRuns();
  const trails = await Promise.all(runs.map(({ id }) => inbox.audit(id)));
  const outcomes = trails.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'tool_completed' ? [entry.is_success] : [])),
  );
  expect(outcomes).toHaveLength(3);
  expect(outcomes.filter((isSuccess) => isSuccess)).toHaveLength(1);
});

test.each<[string, (response: ServerResponse) => void]>([
  ['ends', (response) => response.writeHead(200, STREAM_TYPE).end('id: 1\ndata: \n\n')],
  [
    'breaks off',
    (response) => response.writeHead(200, STREAM_TYPE).write('data: {', () => response.destroy()),
  ],
  ['does not come', (response) => response.destroy()],
])(
  'a call in a stream of the gateway gets an error if the response of the server %s',
  async (_, answer) => {
    const { inbox, url } = await before((_asked, response) => answer(response));
    // It begins before anybody has decided.
    const stream = await fetch(url, {
      method: 'POST',
      headers: { ...JSON_TYPE, accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'late' },
      }),
    });
    const { interactions } = await inbox.listInteractions({ status: 'pending' });
    await inbox.decide({ tool_call_id: interactions[0]!.tool_call_id, action: 'approve' });
    expect(lastIn(await stream.text())).toMatchObject({
      id: 7,
      error: { message: expect.stringContaining('The tool may or may not have run.') },
    });
  },
);

test('a message that is too large is refused so that its client can send it to the end and read why', async () => {
  const { url } = await before(() => undefined);
  const { port, pathname } = new URL(url);
  const body = Buffer.alloc(6 << 20, ' ');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 5 << 20));
  let text = '';
  for await (const chunk of socket) {
    if (text === '') socket.write(body.subarray(5 << 20));
    text += String(chunk);
  }
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
  expect(text).toContain('The message is too large.');
});

test('a call that a rule denies by the time its client continues it does not reach the server', async () => {
  let effects = 0;
  const { inbox, ask } = await before(({ id, params }, response) => {
    const isContinued = params.inputResponses !== undefined;
    if (isContinued) effects += 1;
    const inputRequests = { who: { method: 'elicitation/create', params: { message: 'Who?' } } };
    const result = isContinued
      ? { resultType: 'complete', content: [{ type: 'text', text: 'signed' }] }
      : { resultType: 'input_required', inputRequests, requestState: 'state' };
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const call = { name: 'sign', arguments: { text: 'Yours' } };
  const more = { requestState: 'state', inputResponses: { who: { action: 'accept' } } };
  await inbox.allow('local', { resource: 'mcp__x__*(*)' });
  expect(await ask('tools/call', call)).toContain('input_required');
  expect(await ask('tools/call', { ...call, ...more })).toContain('signed');

  expect(await ask('tools/call', call)).toContain('input_required');
  await inbox.deny('local', { resource: 'mcp__x__sign(*)' });
  expect(await ask('tools/call', { ...call, ...more })).toContain('Matched deny pattern');
  expect(effects).toBe(1);
});

test('a call that its client cancels in its session is given up, whether it is pending or runs', async () => {
  const seen: (string | undefined)[] = [];
  const { inbox, send } = await before(({ method, params }, response) => {
    seen.push(params.name ?? method);
    // As the SDK does: a call that is cancelled gets no response.
    if (method !== 'tools/call') response.writeHead(202).end();
    else response.on('close', () => seen.push('closed'));
  });
  await inbox.allow('local', { resource: 'mcp__x__allowed(*)' });
  const session = { 'mcp-session-id': 'a' };
  const call = (id: number, name: string) =>
    send({ id, method: 'tools/call', params: { name, arguments: {} } }, session);
  const cancel = (id: number, headers: Record<string, string>) =>
    send({ method: 'notifications/cancelled', params: { requestId: id } }, headers);
  const pending = async () =>
    (await inbox.listInteractions({ status: 'pending' })).interactions.map(
      ({ tool_call_id: id }) => id,
    );

  const running = expect(call(1, 'allowed')).rejects.toThrow(/fetch failed|terminated/);
  await expect.poll(() => seen).toEqual(['allowed']);
  // The same id in another session, or without one, is another call.
  for (const headers of [{}, { 'mcp-session-id': 'b' }]) await cancel(1, headers);
  expect(seen).not.toContain('closed');
  await cancel(1, session);
  await running;
  await expect.poll(() => seen).toContain('closed');

  const asked = expect(call(2, 'asked')).rejects.toThrow(/fetch failed|terminated/);
  await expect.poll(pending).toHaveLength(1);
  await cancel(2, session);
  await asked;
  await inbox.decide({ tool_call_id: (await pending())[0]!, action: 'approve' });
  seen.length = 0;
  const after = expect(call(3, 'allowed')).rejects.toThrow(/fetch failed|terminated/);
  await expect.poll(() => seen).toEqual(['allowed']);
  await cancel(3, session);
  await after;
  expect(seen).not.toContain('asked');
});

test('a call that is pending stops when its client cancels it, also if the server refuses the cancellation', async () => {
  const seen: (string | undefined)[] = [];
  let status = 403;
  const { inbox, send } = await before(({ id, method }, response) => {
    seen.push(method);
    if (method === 'tools/call') {
      response.writeHead(200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    } else if (status === 0) response.destroy();
    else response.writeHead(status).end();
  });
  const session = { 'mcp-session-id': 'a' };
  const pending = async () => (await inbox.listInteractions({ status: 'pending' })).interactions;
  const cancel = (id: number) =>
    send({ method: 'notifications/cancelled', params: { requestId: id } }, session);
  // A server that does not know the call, and one that cannot be reached.
  for (const [id, refusal] of [404, 0].entries()) {
    const call = { id, method: 'tools/call', params: { name: 'ask', arguments: { id } } };
    const asked = expect(send(call, session)).rejects.toThrow(/fetch failed|terminated/);
    await expect.poll(pending).toHaveLength(1);
    // A client that the server does not let in stops nothing.
    status = 403;
    await cancel(id);
    expect(await pending()).toHaveLength(1);
    status = refusal;
    await cancel(id);
    await asked;
    const [request] = await pending();
    await inbox.decide({ tool_call_id: request!.tool_call_id, action: 'approve' });
    await expect.poll(pending).toEqual([]);
  }
  const call = { id: 9, method: 'tools/call', params: { name: 'last', arguments: {} } };
  await inbox.allow('local', { resource: 'mcp__x__last(*)' });
  await send(call, session);
  expect(seen.filter((method) => method === 'tools/call')).toHaveLength(1);
});

test('the outcome of a call that was read is recorded, also if its client is gone by then', async () => {
  const { inbox, url } = await before(({ id }, response) => {
    const events = [
      { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(8 << 20) } },
      { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'sent' }] } },
    ];
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    response.writeHead(200, STREAM_TYPE).end(text);
  }, 'inbox');
  await inbox.allow('local', { resource: 'mcp__x__*(*)' });
  const { port, pathname, host } = new URL(url);
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"send"}}';
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  // It reads the beginning of the first message, and leaves.
  await once(socket, 'data');
  socket.pause();
  socket.resetAndDestroy();
  const outcomes = async () => {
    const { runs } = await inbox.listRuns();
    const trails = await Promise.all(runs.map(({ id }) => inbox.audit(id)));
    return trails.flatMap(({ entries }) => entries.filter(({ kind }) => kind === 'tool_completed'));
  };
  await expect.poll(outcomes).toMatchObject([{ is_success: true }]);
});

test('a server reads the message that was decided about, whatever charset the client names', async () => {
  const seen: string[] = [];
  // Like most servers in Express, it also reads UTF-7, in which `+ACI-` is a quotation mark.
  const app = createMcpExpressApp();
  app.post('/mcp', (request, response) => {
    const { id, params } = request.body as Asked;
    seen.push(params.name ?? '');
    response.json({ jsonrpc: '2.0', id, result: { content: [] } });
  });
  const { inbox, send } = await inFrontOf(app);
  await inbox.allow('local', { resource: 'mcp__x__list(*)' });
  const path = 'a+ACIAfQAs-+ACI-name+ACI-:+ACI-delete+ACI-,+ACI-x+ACI-:{+ACI-y+ACI-:+ACI-';
  const call = { id: 1, method: 'tools/call', params: { name: 'list', arguments: { path } } };
  await send(call, { 'content-type': 'application/json; charset=utf-7' });
  expect(seen).toEqual(['list']);
});

test('headers that repeat a message are those of the message that was decided about', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const { inbox, ask, url } = await inFrontOf(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    seen.push(request.headers);
    const region = { type: 'string', 'x-mcp-header': 'Region' };
    const inputSchema = { type: 'object', properties: { region } };
    const result = { tools: [{ name: 'send', inputSchema }] };
    const { id } = JSON.parse(text) as Asked;
    response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await inbox.allow('local', { resource: 'mcp__x__send(*)' });
  await ask('tools/list', {});
  const params = { name: 'send', arguments: { region: 'us' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/call', params });
  const forged = {
    'mcp-method': 'ping',
    'mcp-name': 'delete',
    'mcp-param-region': 'eu',
    'mcp-param-other': 'eu',
    // As curl sends it with a large body.
    expect: '100-continue',
  };
  const client = openRequest(url, { method: 'POST', headers: forged });
  client.end(body);
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  expect(seen.at(-1)).toMatchObject({
    'mcp-method': 'tools/call',
    'mcp-name': 'send',
    'mcp-param-region': 'us',
  });
  expect(seen.at(-1)).not.toHaveProperty('mcp-param-other');
});

test('over HTTP, a client cannot answer what the inbox is asked', async () => {
  const seen: object[] = [];
  const { inbox, send, url } = await before((asked, response) => {
    seen.push(asked);
    if (asked.method === 'tools/call') {
      response.writeHead(200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${asked.id},"result":{}}`);
      return;
    }
    if (asked.method !== undefined) {
      response.writeHead(202).end();
      return;
    }
    const events = ['elicitation/create', 'ping'].map(
      (method, id) => `data: {"jsonrpc":"2.0","id":${id},"method":"${method}","params":{}}\n\n`,
    );
    response.writeHead(200, STREAM_TYPE).end(events.join(''));
  }, 'inbox');
  await inbox.allow('local', { resource: 'mcp__x__*(*)' });
  const session = { 'mcp-session-id': 'a' };
  const stream = await fetch(url, { headers: { accept: 'text/event-stream', ...session } });
  expect(await stream.text()).toBe(
    'data: {"jsonrpc":"2.0","id":1,"method":"ping","params":{}}\n\n',
  );
  seen.length = 0;

  const accept = { action: 'accept', content: { name: 'Eve' } };
  const why = 'What the server asks its user is answered in the inbox.';
  expect(await send({ id: 0, result: accept }, session)).toContain(why);
  expect(await send({ id: 0, method: 'ping', result: accept }, session)).toContain(why);
  expect(await send({ id: 0, result: accept })).toContain(why);
  const forged = { name: 'sign', arguments: {}, inputResponses: { who: accept } };
  expect(await send({ id: 3, method: 'tools/call', params: forged })).toContain(why);
  expect(seen).toEqual([]);

  await send({ id: 1, result: {} }, session);
  const others = { name: 'sign', arguments: {}, inputResponses: { roots: { roots: [] } } };
  await send({ id: 4, method: 'tools/call', params: others });
  expect(seen).toMatchObject([
    { id: 1, result: {} },
    { id: 4, params: others },
  ]);
});

test('over HTTP, a call with the id of one that runs in its session is refused', async () => {
  const seen: (string | undefined)[] = [];
  let release = (): unknown => undefined;
  const { inbox, send } = await before(({ id, params }, response) => {
    seen.push(params.name);
    const end = () =>
      response.writeHead(200, JSON_TYPE).end(`{"jsonrpc":"2.0","id":${id},"result":{}}`);
    if (params.name === 'first') release = end;
    else end();
  });
  await inbox.allow('local', { resource: 'mcp__x__*(*)' });
  const session = { 'mcp-session-id': 'a' };
  const call = (id: number, name: string) =>
    send({ id, method: 'tools/call', params: { name, arguments: {} } }, session);
  const first = call(1, 'first');
  await expect.poll(() => seen).toEqual(['first']);
  expect(await call(1, 'second')).toContain('A call with this id is running.');
  release();
  expect(await first).toContain('"id":1,"result"');
  expect(await call(1, 'third')).toContain('"id":1,"result"');
  expect(seen).toEqual(['first', 'third']);
});
