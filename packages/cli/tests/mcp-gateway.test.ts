import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Calls a tool of the server through the gateway. */
  readonly call: (name: string, args: Record<string, unknown>) => Promise<Called>;
  readonly toolNames: () => Promise<string[]>;
  readonly effects: () => string[];
}

interface Called {
  readonly text: string;
  readonly isError: boolean;
}

async function world(era: Era, way: Way): Promise<World> {
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
  const program = [process.execPath, SERVERS[era], ledger];
  const effects = () => readFileSync(ledger, 'utf8').split('\n').filter(Boolean);
  if (way === 'stdio') {
    const args = [hitlProgram, ...flags, '--', ...program];
    const client = await connect(era, { command: process.execPath, args, cwd: folder });
    return { inbox, ...client, effects };
  }
  const behind = startProcess([...program.slice(1), 'http'], { cwd: folder, input: '' });
  const listen = ['--url', await behind.firstLine, '--listen', '0'];
  const gateway = startProcess([hitlProgram, ...flags, ...listen], { cwd: folder, input: '' });
  const url = (await gateway.firstLine).replace('listening on ', '');
  return { inbox, ...(await connect(era, new URL(url))), effects };
}

type Target = URL | { command: string; args: string[]; cwd: string };

/** A real client, which answers elicitations of a server with the name Ann. */
async function connect(era: Era, target: Target): Promise<Pick<World, 'call' | 'toolNames'>> {
  const info = { name: 'test', version: '1' };
  const ann = { action: 'accept' as const, content: { name: 'Ann' } };
  if (era === 'v1') {
    const client = new Client(info, { capabilities: { elicitation: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => ann);
    const transport =
      target instanceof URL
        ? (new StreamableHTTPClientTransport(target) as Transport)
        : new StdioClientTransport(target);
    await client.connect(transport);
    onTestFinished(() => client.close());
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: async (name, args) => calledOf(await client.callTool({ name, arguments: args })),
    };
  }
  const client = new ModernClient(info, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  });
  client.setRequestHandler('elicitation/create', () => ann);
  await client.connect(target instanceof URL ? new ModernHttp(target) : new ModernStdio(target));
  onTestFinished(() => client.close());
  return {
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => calledOf(await client.callTool({ name, arguments: args })),
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
  expect(codes).toEqual([-32_600, -32_602, -32_700]);

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
  expect(statuses).toEqual([400, 400, 400, 400]);
  expect((await post(write(4), { origin: 'https://evil.example' })).status).toBe(403);
  expect((await fetch(new URL('/other', address))).status).toBe(404);
  expect(readFileSync(ledger, 'utf8')).toBe('');
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
});
