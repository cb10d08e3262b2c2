import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as openRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHitlClient, type HitlClient } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runMain } from './main.fixture.ts';
import { hitlProgram } from './bundle.fixture.ts';
import { startProcess } from './process.fixture.ts';

/** `v1`: 2025-11-25 and the SDK 1.x. `v2`: 2026-07-28 and the SDK 2.x. */
type Era = 'v1' | 'v2';
type Way = 'stdio' | 'http';

const SERVERS: Readonly<Record<Era, string>> = {
  v1: fileURLToPath(new URL('./mcp-server-v1.fixture.ts', import.meta.url)),
  v2: fileURLToPath(new URL('./mcp-server-v2.fixture.ts', import.meta.url)),
};

interface World {
  readonly inbox: HitlClient;
  readonly client: Client | ModernClient;
  /** Calls a tool of the server through the gateway. */
  readonly call: (name: string, args: Record<string, unknown>) => Promise<Called>;
  readonly toolNames: () => Promise<string[]>;
  readonly effects: () => string[];
}

interface Called {
  readonly text: string;
  readonly isError: boolean;
}

/** How a gateway and its client differ from the plain ones. */
interface WorldOptions {
  /** Whether the client can answer elicitations. Default `true`. */
  readonly elicits?: boolean;
  readonly flags?: readonly string[];
}

async function world(
  era: Era,
  way: Way,
  { elicits = true, flags: more = [] }: WorldOptions = {},
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    await server.close(0);
    await hitl.close();
  });
  const inbox = createHitlClient({ baseUrl: server.url });
  const flags = ['mcp', '--name', 'notes', '--server', server.url, '--session', 'mcp-1'];
  flags.push(...more);
  const program = [process.execPath, SERVERS[era], ledger];
  const effects = () => readFileSync(ledger, 'utf8').split('\n').filter(Boolean);
  if (way === 'stdio') {
    const args = [hitlProgram, ...flags, '--', ...program];
    const client = await connect(era, { command: process.execPath, args, cwd: folder }, elicits);
    return { inbox, ...client, effects };
  }
  const behind = startProcess([...program.slice(1), 'http'], { cwd: folder, input: '' });
  const listen = ['--url', await behind.firstLine, '--listen', '0'];
  const gateway = startProcess([hitlProgram, ...flags, ...listen], { cwd: folder, input: '' });
  const url = (await gateway.firstLine).replace('listening on ', '');
  return { inbox, ...(await connect(era, new URL(url), elicits)), effects };
}

/** A busy machine takes its time: the default is a minute. */
const PATIENT = { timeout: 180_000 };

type Target = URL | { command: string; args: string[]; cwd: string };

/** A real client, which answers elicitations of a server with the name Ann. */
async function connect(
  era: Era,
  target: Target,
  elicits = true,
): Promise<Pick<World, 'client' | 'call' | 'toolNames'>> {
  const info = { name: 'test', version: '1' };
  const ann = { action: 'accept' as const, content: { name: 'Ann' } };
  if (era === 'v1') {
    const client = new Client(info, { capabilities: elicits ? { elicitation: {} } : {} });
    if (elicits) client.setRequestHandler(ElicitRequestSchema, () => ann);
    const transport =
      target instanceof URL
        ? (new StreamableHTTPClientTransport(target) as Transport)
        : new StdioClientTransport(target);
    await client.connect(transport);
    onTestFinished(() => client.close());
    return {
      client,
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) =>
        calledOf(await client.callTool({ name, arguments: args }, undefined, PATIENT)),
    };
  }
  const client = new ModernClient(info, {
    capabilities: elicits ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  if (elicits) client.setRequestHandler('elicitation/create', () => ann);
  await client.connect(target instanceof URL ? new ModernHttp(target) : new ModernStdio(target));
  onTestFinished(() => client.close());
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => calledOf(await client.callTool({ name, arguments: args }, PATIENT)),
  };
}

function calledOf(result: Record<string, unknown>): Called {
  const [part] = result['content'] as { text: string }[];
  return { text: part?.text ?? '', isError: result['isError'] === true };
}

/** The next request about a tool with this argument. */
function asked(inbox: HitlClient, text: string): Promise<InteractionRequest> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const look = (request: InteractionRequest): void => {
      if (request.tool_args['text'] === text) resolve(request);
    };
    inbox.inboxEvents(
      {},
      {
        signal: stop.signal,
        onSnapshot: (requests) => requests.forEach(look),
        onEvent: (event) => {
          if (event.type === 'interaction_request') look(event.data.interaction_request);
        },
      },
    );
  });
}

async function answer(inbox: HitlClient, text: string, response: object) {
  const request = await asked(inbox, text);
  await inbox.respond({ request_id: request.id, type: 'confirm', ...response });
  return request;
}

describe.each([
  ['v1', 'stdio'],
  ['v1', 'http'],
  ['v2', 'stdio'],
  ['v2', 'http'],
] as const)('a gateway in front of a server of %s over %s', (era, way) => {
  test("asks before a tool runs, runs it once as approved, and passes the server's own requests on", async () => {
    const { inbox, call, toolNames, effects } = await world(era, way);
    expect(await toolNames()).toContain('write');

    const first = call('write', { text: 'one' });
    const request = await answer(inbox, 'one', {
      action: 'modify_args',
      modified_args: { text: 'edited' },
    });
    expect(request).toMatchObject({
      session_id: 'mcp-1',
      tool_name: 'mcp__notes__write',
      risk_level: 'high',
      tool_schema: { properties: { text: { type: 'string' } } },
    });
    expect(await first).toEqual({ text: 'kept edited', isError: false });

    const denied = call('write', { text: 'two' });
    await answer(inbox, 'two', { action: 'deny', note: 'not today' });
    expect(await denied).toEqual({
      text: 'Tool execution denied: User denied consent: not today. Please ask the user for permission or use a different approach.',
      isError: true,
    });
    const supplied = call('write', { text: 'three' });
    await answer(inbox, 'three', { action: 'answer', text: 'kept by hand' });
    expect(await supplied).toEqual({ text: 'kept by hand', isError: false });
    expect(effects()).toEqual(['edited']);

    const { runs } = await inbox.listRuns({ sessionId: 'mcp-1', status: 'completed' });
    const trails = await Promise.all(runs.map(({ id }) => inbox.audit(id)));
    const outcomes = trails.flatMap(({ entries }) =>
      entries.filter(({ kind }) => kind === 'tool_completed'),
    );
    expect(outcomes).toMatchObject([{ tool_name: 'mcp__notes__write', is_success: true }]);

    // The server's elicitations pass through, and the call is decided once.
    await inbox.allow('local', { resource: 'mcp__notes__*(*)' });
    const [name, args, text, effect] =
      era === 'v1'
        ? (['greet', {}, 'Hello Ann', 'greeted Ann'] as const)
        : (['sign', { text: 'Yours' }, 'Yours, signed Ann', 'Yours Ann'] as const);
    expect(await call(name, { ...args })).toEqual({ text, isError: false });
    expect(effects()).toEqual(['edited', effect]);
    // Its decision, and its execution.
    const { runs: after } = await inbox.listRuns({ sessionId: 'mcp-1', status: 'completed' });
    expect(after).toHaveLength(runs.length + 2);
  });
});

/** A tool of each server that asks for a name, and what it returns for one. */
const ASKING = {
  v1: { tool: 'greet', args: {}, hello: (name: string) => `Hello ${name}` },
  v2: { tool: 'sign', args: { text: 'Yours' }, hello: (name: string) => `Yours, signed ${name}` },
} as const;

/** The question that waits in the inbox. */
async function question(inbox: HitlClient): Promise<InteractionRequest> {
  const pending = async () => (await inbox.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(pending).toHaveLength(1);
  const [request] = await pending();
  if (request === undefined) throw new Error('nothing waits');
  return request;
}

const named = (request: InteractionRequest, text: string) => ({
  request_id: request.id,
  type: request.type,
  responses: [{ request_id: 'name', type: 'input' as const, text }],
});

describe.each([
  ['v1', 'stdio'],
  ['v1', 'http'],
  ['v2', 'stdio'],
  ['v2', 'http'],
] as const)('a client without elicitation in front of a server of %s over %s', (era, way) => {
  test('gets what a person answered in the inbox, and the call is decided and recorded once', async () => {
    const { inbox, call, effects } = await world(era, way, { elicits: false });
    await inbox.allow('local', { resource: 'mcp__notes__*(*)' });
    const { tool, args, hello } = ASKING[era];
    const called = call(tool, { ...args });
    const request = await question(inbox);
    expect(request).toMatchObject({
      type: 'combined',
      title: era === 'v1' ? 'Your name?' : 'Who signs?',
      description: 'notes asks.',
      session_id: 'mcp-1',
    });
    expect(effects()).toEqual([]);
    await inbox.respond(named(request, 'Bea'));
    expect(await called).toEqual({ text: hello('Bea'), isError: false });
    expect(effects()).toHaveLength(1);
    const { runs } = await inbox.listRuns({ sessionId: 'mcp-1' });
    const trails = await Promise.all(runs.map(({ id }) => inbox.audit(id)));
    const outcomes = trails.flatMap(({ entries }) =>
      entries.filter(({ kind }) => kind === 'tool_completed'),
    );
    expect(outcomes).toMatchObject([{ tool_name: `mcp__notes__${tool}`, is_success: true }]);
  });
});

test('five calls at once need approval together, and each follows its own decision', async () => {
  const { inbox, call, effects } = await world('v1', 'http');
  await inbox.allow('local', { resource: 'mcp__notes__write({"text":"ruled"})' });
  const texts = ['ruled', 'approved', 'denied', 'edited', 'answered'];
  const results = Promise.all(texts.map((text) => call('write', { text })));
  const pending = async () => (await inbox.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(pending).toHaveLength(4);

  // In another order than that of the calls.
  await answer(inbox, 'answered', { action: 'answer', text: 'kept by hand' });
  await answer(inbox, 'edited', { action: 'modify_args', modified_args: { text: 'changed' } });
  await answer(inbox, 'denied', { action: 'deny', note: 'not this' });
  await answer(inbox, 'approved', { action: 'approve' });
  expect(await results).toMatchObject([
    { text: 'kept ruled', isError: false },
    { text: 'kept approved', isError: false },
    { text: expect.stringContaining('User denied consent: not this'), isError: true },
    { text: 'kept changed', isError: false },
    { text: 'kept by hand', isError: false },
  ]);
  expect(effects().toSorted()).toEqual(['approved', 'changed', 'ruled']);
});

test("a person's refusal is reported as such, a missing answer is not", async () => {
  const patient = await world('v1', 'stdio', { elicits: false });
  await patient.inbox.allow('local', { resource: 'mcp__notes__*(*)' });
  const declined = patient.call('greet', {});
  const { id, type } = await question(patient.inbox);
  await patient.inbox.respond({ request_id: id, type, action: 'deny' });
  expect((await declined).text).toBe('Hello decline');

  const hasty = await world('v1', 'stdio', { elicits: false, flags: ['--wait', '1s'] });
  await hasty.inbox.allow('local', { resource: 'mcp__notes__*(*)' });
  expect((await hasty.call('greet', {})).text).toBe('Hello cancel');
});

test('a server that keeps asking is stopped', async () => {
  const { inbox, call, effects } = await world('v2', 'http', { elicits: false });
  await inbox.allow('local', { resource: 'mcp__notes__*(*)' });
  const called = call('sign', { text: 'Yours' });
  for (let round = 1; round <= 10; round += 1) {
    const { id, type } = await question(inbox);
    await inbox.respond({ request_id: id, type, action: 'deny' });
  }
  expect(await called).toEqual({ text: 'The server asked more than 10 times.', isError: true });
  expect(effects()).toEqual([]);
});

test.each(['stdio', 'http'] as const)(
  'a call over %s that is denied while the server asks for input is not continued',
  async (way) => {
    const { inbox, call, effects } = await world('v2', way, { elicits: false });
    await inbox.allow('local', { resource: 'mcp__notes__*(*)' });
    const called = call('sign', { text: 'Yours' });
    const asking = await question(inbox);
    await inbox.deny('local', { resource: 'mcp__notes__sign(*)' });
    await inbox.respond(named(asking, 'Bea'));
    expect(await called).toEqual({
      text: 'Tool execution denied: The call may not run: Matched deny pattern. Please ask the user for permission or use a different approach.',
      isError: true,
    });
    expect(effects()).toEqual([]);
    const { runs } = await inbox.listRuns({ sessionId: 'mcp-1', status: 'running' });
    expect(runs).toEqual([]);
  },
);

test.each(['stdio', 'http'] as const)(
  'the inbox also answers what a server of v2 over %s asks about a prompt and a resource',
  async (way) => {
    // The client could answer by itself, with the name Ann.
    const { inbox, client } = await world('v2', way, { flags: ['--elicitation', 'inbox'] });
    const modern = client as ModernClient;
    const letter = modern.getPrompt({ name: 'letter' }, PATIENT);
    await inbox.respond(named(await question(inbox), 'Bea'));
    expect(JSON.stringify(await letter)).toContain('Sign for Bea.');

    const card = modern.readResource({ uri: 'card://own' }, PATIENT);
    await inbox.respond(named(await question(inbox), 'Cem'));
    expect(JSON.stringify(await card)).toContain('"Cem"');
  },
);

test('arguments that headers repeat are repeated as a person has edited them', async () => {
  const { inbox, client, call, toolNames } = await world('v2', 'http');
  expect(await toolNames()).toContain('route');
  const called = call('route', { text: 'one', to: { place: 'Zürich' } });
  const edited = { text: 'one', to: { place: ' Genève' } };
  await answer(inbox, 'one', { action: 'modify_args', modified_args: edited });
  expect(await called).toEqual({ text: 'to  Genève', isError: false });
  await inbox.allow('local', { resource: 'mcp__notes__*(*)' });
  expect((await call('route', { text: 'two', to: {} })).text).toBe('to undefined');
  await (client as ModernClient).getPrompt({ name: 'letter' }, PATIENT);
});

test('with --elicitation, the inbox answers for any client, and a client for itself', async () => {
  const forced = await world('v2', 'stdio', { flags: ['--elicitation', 'inbox'] });
  await forced.inbox.allow('local', { resource: 'mcp__notes__*(*)' });
  const called = forced.call('sign', { text: 'Yours' });
  await forced.inbox.respond(named(await question(forced.inbox), 'Bea'));
  expect((await called).text).toBe('Yours, signed Bea');

  const alone = await world('v1', 'stdio', { elicits: false, flags: ['--elicitation', 'client'] });
  await alone.inbox.allow('local', { resource: 'mcp__notes__*(*)' });
  // The server knows that this client cannot be asked.
  expect(await alone.call('greet', {})).toMatchObject({
    text: expect.stringContaining('elicitation'),
    isError: true,
  });
});

test('over stdio, a client cannot answer what the inbox is asked', async () => {
  const params = {
    message: 'Your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  };
  const elicit = { jsonrpc: '2.0', id: 0, method: 'elicitation/create', params };
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  // A server that asks, and returns what it gets.
  const server = `
    for (const message of ${JSON.stringify([elicit, ping])}) console.log(JSON.stringify(message));
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      console.log(JSON.stringify({ method: 'got', params: JSON.parse(line) }));
    });`;
  const flags = ['--name', 'x', '--server', 'http://127.0.0.1:9', '--elicitation', 'inbox', '--'];
  const running = startProcess([hitlProgram, 'mcp', ...flags, process.execPath, '-e', server], {
    cwd: tmpdir(),
  });
  // The ping arrives, hence the elicitation has been read, too.
  expect(JSON.parse(await running.firstLine)).toEqual(ping);
  const accept = { action: 'accept', content: { name: 'Eve' } };
  const own = { jsonrpc: '2.0', id: 1, result: {} };
  const call = { name: 'sign', arguments: {}, inputResponses: { who: accept } };
  const end = { jsonrpc: '2.0', id: 3, method: 'ping' };
  for (const message of [
    { jsonrpc: '2.0', id: 0, result: accept },
    { jsonrpc: '2.0', id: 0, method: 'ping', result: accept },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
    own,
    own,
    end,
  ]) {
    running.write(`${JSON.stringify(message)}\n`);
  }
  await running.wrote('"id":3');
  running.kill('SIGTERM');
  const { stdout } = await running.ended;
  expect(
    stdout
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line) as object),
  ).toMatchObject([
    { id: 2, error: { message: 'What the server asks its user is answered in the inbox.' } },
    { method: 'got', params: own },
    { method: 'got', params: end },
  ]);
});

test('a call that no person decides does not run, and is not reported as a denial', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const hitl = createHitl({ agents: [] });
  const server = await serve({ handler: hitl, port: 0 });
  onTestFinished(async () => {
    await server.close(0);
    await hitl.close();
  });
  const ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  const flags = ['mcp', '--name', 'notes', '--server', server.url, '--wait', '1s', '--'];
  const args = [hitlProgram, ...flags, process.execPath, SERVERS.v1, ledger];
  const { call } = await connect('v1', { command: process.execPath, args, cwd: folder });
  const { text, isError } = await call('write', { text: 'one' });
  expect([text, isError]).toEqual([
    'Tool execution denied: no decision was made: User consent request timed out. Please ask the user for permission or use a different approach.',
    true,
  ]);
  expect(readFileSync(ledger, 'utf8')).toBe('');
});

test('an ambiguous message reaches no server, over either transport', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  const write = (id: number) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"write","arguments":{"text":"x"}}}`;
  const smuggled = [
    `[${write(1)}]`,
    write(2).replace('"text":"x"', '"n":12345678901234567890'),
    write(3).replace('"id":3,', ''),
    '{',
    // A server in Go ignores the case of names, and the last one counts.
    write(5).replace('"method":"tools/call"', '"method":"ping","Method":"tools/call"'),
    write(6).replace('"name":"write"', '"name":"read","NAME":"write"'),
    write(7).replace('"arguments"', '"arguments":{},"argument\u017f"'),
    write(8).replace('"tools/call"', '["tools/call"]'),
    write(9).replace('"tools/call"', '"Tools/Call"'),
    // A server in C may read it up to the first NUL.
    write(10).replace('"tools/call"', '"tools/call\\u0000"'),
  ];
  const flags = ['mcp', '--name', 'notes', '--server', 'http://127.0.0.1:9', '--wait', '1s', '--'];
  const program = [process.execPath, SERVERS.v1, ledger];
  const gateway = startProcess([hitlProgram, ...flags, ...program], {
    cwd: folder,
    input: `${smuggled.join('\n')}\n`,
  });
  const { stdout } = await gateway.ended;
  const codes = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).error.code);
  const others = Array.from({ length: 6 }, () => -32_600);
  expect(codes).toEqual([-32_600, -32_602, -32_700, ...others]);

  const behind = startProcess([...program.slice(1), 'http'], { cwd: folder, input: '' });
  const url = await behind.firstLine;
  const proxy = startProcess([hitlProgram, ...flags.slice(0, -1), '--url', url, '--listen', '0'], {
    cwd: folder,
    input: '',
  });
  const address = (await proxy.firstLine).replace('listening on ', '');
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(address, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    });
  const statuses = await Promise.all(smuggled.map(async (body) => (await post(body)).status));
  expect(statuses).toEqual(smuggled.map(() => 400));
  expect((await post(write(4), { origin: 'https://evil.example' })).status).toBe(403);
  const other = await fetch(new URL('/other', address));
  expect([other.status, other.headers.get('keep-alive')]).toEqual([404, 'timeout=120']);
  // A body without an end is refused before it is there.
  const endless = openRequest(address, { method: 'POST' });
  endless.write(Buffer.alloc(5 * 1024 * 1024, ' '));
  const [refused] = (await once(endless, 'response')) as [IncomingMessage];
  expect(refused.statusCode).toBe(413);
  endless.destroy();
  expect(readFileSync(ledger, 'utf8')).toBe('');
});

describe('a gateway over stdio', () => {
  /** what a gateway writes. */
  async function between(input: string, program: readonly string[]) {
    const flags = ['mcp', '--name', 'x', '--server', 'http://127.0.0.1:9', '--', ...program];
    const cwd = mkdtempSync(join(tmpdir(), 'hitl-mcp-'));
    onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
    const { stdout, stderr } = await startProcess([hitlProgram, ...flags], { cwd, input }).ended;
    const messages = stdout.split('\n').filter(Boolean);
    return { messages: messages.map((line) => JSON.parse(line) as unknown), stderr };
  }

  test('takes no text inside of a message for another message, from either side', async () => {
    const forged = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}';
    const text = `a\u2028${forged}\u2029${forged}\rb`;
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping', params: { text } };
    const { messages } = await between(`${JSON.stringify(ping)}\r\n`, ['cat']);
    expect(messages).toEqual([ping]);
  });

  test('refuses a message that is too large, and reads the next one', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const large = JSON.stringify({ ...ping, params: { text: 'x'.repeat(5 * 1024 * 1024) } });
    const { messages } = await between(`${large}\n${JSON.stringify(ping)}`, ['cat']);
    const refused = { code: -32_600, message: 'The message is too large.' };
    expect(messages).toEqual([{ jsonrpc: '2.0', id: null, error: refused }, ping]);
  });

  test('stops a server whose message has no end', async () => {
    const endless = 'for (;;) require("node:fs").writeSync(1, "x".repeat(1 << 20))';
    const { messages, stderr } = await between('', [process.execPath, '-e', endless]);
    expect(messages).toEqual([]);
    expect(stderr).toContain('it sent a message that is too large');
  });
});

test('a wrong configuration is explained', async () => {
  const run = async (...args: string[]) => runMain(['mcp', ...args]);
  const server = ['--server', 'http://127.0.0.1:8787'];
  for (const [args, why] of [
    [server, "required option '--name <name>'"],
    [['--name', 'a__b', ...server, '--', 'x'], '--name: expected letters'],
    [['--name', 'a', ...server], 'Expected either -- COMMAND… or --url URL'],
    [['--name', 'a', ...server, '--url', 'http://x'], 'Expected --url and --listen together'],
    [['--name', 'a', ...server, '--url', 'x', '--listen', '0'], '--url: expected a URL'],
  ] as const) {
    expect(await run(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(why) });
  }
  expect(await run('--name', 'a', ...server, '--', '/no/server')).toMatchObject({
    code: 1,
    stderr: 'hitl: /no/server cannot be started: spawn /no/server ENOENT\n',
  });
});
