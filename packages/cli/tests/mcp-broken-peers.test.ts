import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createHitlClient, type HitlClient } from '@hitl/client';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import { expect, onTestFinished, test } from 'vitest';
import { hitlProgram } from './bundle.fixture.ts';
import { folderWith, startProcess } from './process.fixture.ts';

/*
 * Peers of `hitl mcp` over stdio that break: clients that vanish, that read nothing or send what cannot be
 * read, and servers that do the same.
 */

/**
 * A server that notes what it reads, returns nothing until its tool `release` is called, and then everything,
 * also when its client has gone.
 */
const SLOW_SERVER = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const held = [];
const note = (text) => appendFileSync('seen', text + '\\n');
const reply = ({ id, params }) =>
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'did ' + params.name }] } }) + '\\n');
process.stdout.on('error', () => undefined);
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const message = JSON.parse(line);
    note(message.params?.name ?? message.method);
    if (message.method !== 'tools/call') return;
    if (message.params.name === 'now') reply(message);
    else held.push(message);
  })
  .on('close', () => {
    note('end');
    held.forEach(reply);
    setTimeout(() => process.exit(0), 10);
  });
note('ready');
`;

const call = (id: number | string, name: string, args: object = {}): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`;

const cancel = (id: number): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } })}\n`;

interface Gateway {
  readonly child: ChildProcess & { readonly stderr: NonNullable<ChildProcess['stderr']> };
  readonly inbox: HitlClient;
  readonly seen: () => string[];
  readonly ended: Promise<{ code: number | null; stderr: string }>;
}

async function gateway(
  program: string,
  stdin: 'pipe' | Socket = 'pipe',
  beforeClaim: () => Promise<void> = () => Promise.resolve(),
): Promise<Gateway> {
  const folder = await folderWith({ 'server.mjs': program, seen: '' });
  const hitl = createHitl({ agents: [] });
  const handler = {
    async fetch(request: Request): Promise<Response> {
      if (request.url.endsWith('/claim')) await beforeClaim();
      return hitl.fetch(request);
    },
  };
  const server = await serve({ handler, port: 0 });
  onTestFinished(async () => {
    await server.close(0);
    await hitl.close();
  });
  const inbox = createHitlClient({ baseUrl: server.url });
  await inbox.allow('local', { resource: 'mcp__broken__*(*)' });
  const flags = ['mcp', '--name', 'broken', '--server', server.url, '--session', 'mcp-1'];
  const child = spawn(
    process.execPath,
    [hitlProgram, ...flags, '--', process.execPath, 'server.mjs'],
    { cwd: folder, stdio: [stdin, 'pipe', 'pipe'] },
  );
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk;
  });
  child.stdin?.on('error', () => undefined);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, stderr }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const seen = () => readFileSync(join(folder, 'seen'), 'utf8').split('\n').filter(Boolean);
  return { child: child as Gateway['child'], inbox, seen, ended };
}

/** The recorded outcomes of all calls: tool and content. */
async function outcomes(inbox: HitlClient): Promise<string[]> {
  const { runs } = await inbox.listRuns({ sessionId: 'mcp-1' });
  const trails = await Promise.all(runs.map(({ id }) => inbox.audit(id)));
  return trails
    .flatMap(({ entries }) => entries)
    .filter(({ kind }) => kind === 'tool_completed')
    .map((entry) => String(entry['tool_name']))
    .toSorted();
}

test('a client that stops reading is gone: its server ends as usual, and what its calls did is recorded', async () => {
  const { child, inbox, seen, ended } = await gateway(SLOW_SERVER);
  child.stdin?.write(call(1, 'first') + call(2, 'second'));
  await expect.poll(seen).toEqual(expect.arrayContaining(['first', 'second']));
  child.stdout?.destroy();
  child.stdin?.write(call(3, 'now'));
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(seen()).toContain('end');
  expect(await outcomes(inbox)).toEqual([
    'mcp__broken__first',
    'mcp__broken__now',
    'mcp__broken__second',
  ]);
});

test('a client whose connection is reset is gone', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void listener.close());
  await once(listener, 'listening');
  const client = connect((listener.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  const [theirs] = (await once(listener, 'connection')) as [Socket];
  const { inbox, seen, ended } = await gateway(SLOW_SERVER, theirs);
  theirs.destroy();
  client.write(call(1, 'first'));
  await expect.poll(seen).toContain('first');
  client.resetAndDestroy();
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(await outcomes(inbox)).toEqual(['mcp__broken__first']);
});

test('a call that is cancelled while it is claimed does not run, and is recorded at once', async () => {
  let claim = (): void => {};
  let claiming = (): void => {};
  const claims = new Promise<void>((resolve) => {
    claiming = resolve;
  });
  const { child, inbox, seen } = await gateway(SLOW_SERVER, 'pipe', () => {
    claiming();
    return new Promise((resolve) => {
      claim = resolve;
    });
  });
  child.stdin?.write(call(1, 'first'));
  await claims;
  child.stdin?.write(`${cancel(1)}${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
  await expect.poll(seen).toContain('ping');
  claim();
  await expect.poll(() => outcomes(inbox)).toEqual(['mcp__broken__first']);
  expect(seen()).toEqual(['ready', 'ping']);
});

test('a call that is cancelled while it runs is recorded at once, and its late response is dropped', async () => {
  const { child, inbox, seen, ended } = await gateway(SLOW_SERVER);
  let read = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    read += chunk;
  });
  child.stdin?.write(call(1, 'first'));
  await expect.poll(seen).toContain('first');
  // While the server may still answer the first one, another call must not get its response.
  child.stdin?.write(cancel(1) + call(1, 'other') + call(2, 'now'));
  await expect.poll(() => outcomes(inbox)).toEqual(['mcp__broken__first', 'mcp__broken__now']);
  child.stdin?.end();
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(seen()).toEqual(['ready', 'first', 'notifications/cancelled', 'now', 'end']);
  const lines = read.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: 1, error: { message: 'A call with this id is running.' } },
    { id: 2, result: { content: [{ text: 'did now' }] } },
  ]);
  const { runs } = await inbox.listRuns({ sessionId: 'mcp-1' });
  const trails = await Promise.all(runs.map(({ id }) => inbox.audit(id)));
  expect(JSON.stringify(trails)).toContain('cancelled the call while it ran');
});

test('an id that is too long to be remembered is refused', async () => {
  const { child, seen, ended } = await gateway(SLOW_SERVER);
  child.stdin?.end(call('x'.repeat(300), 'now'));
  const answered = await text(child.stdout!);
  expect(JSON.parse(answered)).toMatchObject({
    id: null,
    error: { message: 'The id is too long.' },
  });
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(seen()).toEqual(['ready', 'end']);
});

test('calls that are cancelled while they run make room for others', async () => {
  const { child, inbox, seen } = await gateway(SLOW_SERVER);
  const long = 'x'.repeat(4 * 1024 * 1024 - 1000);
  for (let id = 1; id <= 17; id += 1) {
    const params = { name: `held ${id}`, arguments: {}, _meta: { long } };
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
    await expect.poll(seen).toContain(`held ${id}`);
    child.stdin?.write(cancel(id));
  }
  await expect.poll(() => outcomes(inbox)).toHaveLength(17);
});

/** JSON of a list in a list in a list … */
const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;

test('a message of a client that is nested too deeply is refused, and the next one is read', async () => {
  const { child, ended } = await gateway(SLOW_SERVER);
  const messages = [
    `{"jsonrpc":"2.0","id":1,"method":"ping","params":${deep}}\n`,
    `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"now","_meta":{"a":${deep}}}}\n`,
    call(3, 'now'),
  ];
  child.stdin?.write(messages.join(''));
  let read = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    read += chunk;
  });
  await expect.poll(() => read).toContain('did now');
  child.stdin?.end();
  expect(await ended).toEqual({ code: 0, stderr: '' });
  const lines = read.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { id: null, error: { code: -32_600 } },
    { id: null, error: { code: -32_600 } },
    { id: 3, result: { content: [{ text: 'did now' }] } },
  ]);
});

/** Answers each call with what cannot be read or recorded, in many ways, and then properly. */
const GARBLING_SERVER = `
import { createInterface } from 'node:readline';
const deep = '['.repeat(200000) + ']'.repeat(200000);
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, params } = JSON.parse(line);
  const result = (text) => JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } });
  const answers = {
    garbled: ['{', '[]', 'null', '\\u0000', '{"id":' + id + ',"result":', '{"jsonrpc":"2.0","method":"x","params":' + deep + '}', result('fine')],
    deep: ['{"jsonrpc":"2.0","id":' + id + ',"result":{"resultType":"input_required","requestState":' + deep + '}}'],
    wrong: ['{"jsonrpc":"2.0","id":' + id + ',"result":{"content":7,"isError":"x"},"error":[]}'],
  };
  for (const answer of answers[params.name]) process.stdout.write(answer + '\\n');
}).on('close', () => process.exit(0));
`;

test('what a server garbles reaches the client as it is, and the calls after it are served', async () => {
  const { child, inbox, ended } = await gateway(GARBLING_SERVER);
  let read = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    read += chunk;
  });
  child.stdin?.write(call(1, 'deep') + call(2, 'wrong') + call(3, 'garbled'));
  await expect.poll(() => read).toContain('"fine"');
  child.stdin?.end();
  expect(await ended).toEqual({ code: 0, stderr: '' });
  expect(read).toContain('{"id":3,"result":\n');
  expect(await outcomes(inbox)).toHaveLength(3);
});

/** The flags of a gateway whose HITL server decides nothing. */
async function withoutDecisions(): Promise<string[]> {
  const silent = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  return ['--name', 'n', '--server', `http://127.0.0.1:${port}`];
}

/** The arguments of a call, of which 16 may wait at once. */
const LONG = { long: 'x'.repeat(4 * 1024 * 1024 - 1000) };

test('calls that wait at once are limited, and those beyond are refused', async () => {
  const cwd = await folderWith({ 'server.mjs': SLOW_SERVER, seen: '' });
  const flags = [...(await withoutDecisions()), '--'];
  const running = startProcess([hitlProgram, 'mcp', ...flags, process.execPath, 'server.mjs'], {
    cwd,
  });
  for (let id = 1; id <= 17; id += 1) running.write(call(id, 'held', LONG));
  expect(JSON.parse(await running.firstLine)).toMatchObject({
    id: 17,
    error: { code: -32_000, message: expect.stringContaining('Too many calls wait') },
  });
});

test('calls that wait at once over HTTP are limited, and those beyond are refused', async () => {
  const flags = [...(await withoutDecisions()), '--url', 'http://127.0.0.1:9/mcp', '--listen', '0'];
  const running = startProcess([hitlProgram, 'mcp', ...flags], { cwd: tmpdir() });
  const url = (await running.firstLine).replace('listening on ', '');
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const calls = Array.from({ length: 17 }, (_, id) =>
    fetch(url, { method: 'POST', body: call(id, 'held', LONG), signal: stop.signal }),
  );
  for (const one of calls) one.catch(() => undefined);
  expect(await (await Promise.race(calls)).json()).toMatchObject({
    error: { code: -32_000, message: expect.stringContaining('Too many calls wait') },
  });
});

/** Sends 64 MiB, as fast as it is read, to a client that asks for nothing. */
const FLOODING_SERVER = `
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
const line = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(65536) } }) + '\\n';
process.on('SIGTERM', () => process.exit(7));
for (let n = 0; n < 1024; n += 1) {
  writeFileSync('seen', String(n));
  if (!process.stdout.write(line)) await once(process.stdout, 'drain');
}
process.exit(0);
`;

test('a signal ends a gateway whose client reads nothing', async () => {
  const { child, seen, ended } = await gateway(FLOODING_SERVER);
  await expect.poll(() => Number(seen()[0])).toBeGreaterThan(10);
  child.kill('SIGTERM');
  child.stdout?.resume();
  expect((await ended).code).toBe(7);
});

test('a client that reads late gets everything', async () => {
  const { child, ended } = await gateway(FLOODING_SERVER);
  let lines = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    lines += chunk.toString().split('\n').length - 1;
  }
  expect(lines).toBe(1024);
  expect((await ended).code).toBe(0);
});

test('over HTTP, a client that leaves is no error', async () => {
  const waiting = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => arrived());
  }).listen(0, '127.0.0.1');
  let arrived = (): void => {};
  const request = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  onTestFinished(() => void waiting.close());
  await once(waiting, 'listening');
  const { port } = waiting.address() as AddressInfo;
  const flags = ['--name', 'n', '--server', 'http://127.0.0.1:9', '--listen', '0'];
  const running = startProcess(
    [hitlProgram, 'mcp', ...flags, '--url', `http://127.0.0.1:${port}/mcp`],
    { cwd: await folderWith({}), input: '' },
  );
  const url = new URL((await running.firstLine).replace('listening on ', ''));
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const head = `POST /mcp HTTP/1.1\r\nhost: ${url.host}\r\ncontent-length: `;
  const leave = async (sent: string, until: Promise<unknown>): Promise<void> => {
    const socket = connect(Number(url.port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(sent);
    await until;
    socket.resetAndDestroy();
    await once(socket, 'close');
  };
  // While the server works, and in the middle of a body.
  await leave(`${head}${body.length}\r\n\r\n${body}`, request);
  await leave(`${head}100\r\n\r\n{`, Promise.resolve());
  // One that stays gets an answer, also to a target that is no URL.
  const socket = connect(Number(url.port), '127.0.0.1');
  socket.end(`GET // HTTP/1.1\r\nhost: ${url.host}\r\nconnection: close\r\n\r\n`);
  expect(await text(socket)).toContain('404 Not Found');
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
});

/** Describes its tool differently in each list. */
const CHANGING_SERVER = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
let lists = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line);
  appendFileSync('seen', method + '\\n');
  const tool = { name: 'send', description: 'Version ' + (lists += method === 'tools/list' ? 1 : 0), inputSchema: { type: 'object' } };
  const result = method === 'tools/list' ? { tools: [tool] } : { content: [{ type: 'text', text: 'sent' }] };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});
`;

test('an approval of a tool that its server describes differently by then does not count', async () => {
  const { child, inbox, seen } = await gateway(CHANGING_SERVER);
  await inbox.revoke('local', 'mcp__broken__*(*)');
  let written = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
  });
  const list = (id: number) =>
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' })}\n`);
  const pending = async () => (await inbox.listInteractions({ status: 'pending' })).interactions;
  const approve = async (id: number, description: string): Promise<void> => {
    child.stdin?.write(call(id, 'send'));
    await expect.poll(async () => JSON.stringify(await pending())).toContain(description);
    if (id === 2) {
      list(3);
      await expect.poll(() => written).toContain('Version 2');
    }
    const [request] = await pending();
    await inbox.decide({ tool_call_id: request!.tool_call_id, action: 'approve' });
    await expect.poll(() => written).toContain(`"id":${id},"result"`);
  };
  list(1);
  await expect.poll(() => written).toContain('Version 1');
  await approve(2, 'Version 1');
  expect(written).toContain('described the tool differently');
  expect(seen()).not.toContain('tools/call');
  expect(await outcomes(inbox)).toHaveLength(1);
  await approve(4, 'Version 2');
  expect(seen()).toContain('tools/call');
});
