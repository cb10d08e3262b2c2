import { EventEmitter, once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProgressReporter } from '../runner/tool-progress.ts';
import { descriptorsOf } from '../agents/tool-descriptors.ts';
import { createRuleSet } from '@hitl/permissions';
import { messageOf } from '../base/message-of.ts';
import type { ToolContext, ToolOutput, ToolProgressUpdate } from '../agents/tool.ts';
import { serveFlood, type Flood, type FloodingServer } from './mcp-flood.fixture.ts';
import { serveMcp } from './mcp-http.fixture.ts';
import { noted, serveCut, serveResumable, startStream, type Answer } from './mcp-stream.fixture.ts';
import { connectMcp, type McpConnection, type McpOptions } from './mcp.ts';
import { readyPipe, temporaryFolder, toolContext } from './tools.fixture.ts';

const fixture = fileURLToPath(new URL('mcp-server.fixture.ts', import.meta.url));

/** A connection, with a helper to call its tools. */
async function connected(options: McpOptions) {
  const mcp = await connectMcp(options);
  onTestFinished(() => mcp.close());
  return { mcp, call: caller(mcp) };
}

function caller(mcp: McpConnection) {
  return (
    name: string,
    args: Record<string, unknown> = {},
    context: Partial<ToolContext> = {},
  ): Promise<ToolOutput> => {
    const tool = mcp.tools.find((one) => one.name === `mcp__files__${name}`);
    if (tool === undefined) throw new Error(`there is no ${name}`);
    return tool.execute(args, toolContext(context));
  };
}

function program(folder: string): McpOptions {
  return { name: 'files', command: [process.execPath, fixture, folder], workspace: folder };
}

describe('a program', () => {
  test('offers all pages of its tools, named after it', async () => {
    const { mcp } = await connected(program(await temporaryFolder()));
    expect(mcp.tools.map(({ name }) => name)).toEqual([
      'mcp__files__echo',
      'mcp__files__note',
      'mcp__files__refuse',
      'mcp__files__look',
      'mcp__files__environment',
      'mcp__files__wait',
      'mcp__files__die',
      'mcp__files__flood',
    ]);
    expect(mcp.tools[0]).toMatchObject({
      description: 'Says it.',
      parameters: { type: 'object', required: ['text'] },
      permission: { kind: 'json' },
      effects: 'pure',
    });
    expect(mcp.tools[1]).toMatchObject({ effects: 'at_most_once' });
  });

  test('returns its texts, and the names of other parts', async () => {
    const folder = await temporaryFolder();
    const { call } = await connected(program(folder));
    expect(await call('echo', { text: 'hi' })).toEqual({
      content: 'You said: hi',
      output: { said: 'hi' },
    });
    expect(await call('note', { text: 'buy milk' })).toEqual({ content: 'noted' });
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('buy milk\n');
    expect(await call('look')).toEqual({
      content: [
        'A picture:',
        '[image image/png, 3 bytes]',
        '[resource plan at file:///plan.txt]',
        'in full',
        '[resource file:///b.bin, of unknown type, 6 bytes]',
      ].join('\n'),
    });
    expect(await call('refuse')).toEqual({
      content: 'not today',
      isSuccess: false,
      error: 'not today',
    });
  });

  test('sees five variables of the server, the named ones, and three of the login', async () => {
    vi.stubEnv('HITL_SECRET_KEY', '00');
    vi.stubEnv('FILES_TOKEN', 'tok');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { call } = await connected({
      ...program(await temporaryFolder()),
      env: ['FILES_TOKEN'],
    });
    const { content } = (await call('environment')) as { content: string };
    const seen = content.split(' ');
    expect(seen).toContain('FILES_TOKEN');
    const known = ['FILES_TOKEN', 'HOME', 'LANG', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR'];
    expect(seen.filter((name) => ![...known, 'USER'].includes(name))).toEqual([]);
  });

  test('reports the progress of a call, and invalid reports are ignored', async () => {
    const { call } = await connected(program(await temporaryFolder()));
    const said: ToolProgressUpdate[] = [];
    const reporter = createProgressReporter({
      report: () => undefined,
      secrets: { redact: (value) => value, redactPart: (text) => text },
    });
    const output = await call(
      'note',
      { text: 'x' },
      {
        progress(update) {
          reporter.report(update);
          said.push(update);
        },
      },
    );
    reporter.end();
    expect(output).toEqual({ content: 'noted' });
    expect(said).toEqual([
      { progress: 1, total: 2, text: 'half' },
      { progress: 2, total: 2, text: 'all' },
    ]);
  });

  test('is notified of an abort', async () => {
    const folder = await temporaryFolder();
    const next = await readyPipe(folder);
    const { call } = await connected(program(folder));
    const abort = new AbortController();
    const call1 = call('wait', {}, { signal: abort.signal });
    expect(await next()).toBe('waiting');
    abort.abort(new Error('the run was aborted'));
    await expect(call1).rejects.toThrow('the run was aborted');
    expect(await next()).toBe('cancelled');
  });

  test('that has died is started again before the next call, once for several calls', async () => {
    const folder = await temporaryFolder();
    const { call } = await connected(program(folder));
    await expect(call('die')).rejects.toThrow('Connection closed');
    const said = ['a', 'b', 'c'];
    const answers = await Promise.all(said.map((text) => call('echo', { text })));
    expect(answers).toEqual(
      said.map((text) => ({ content: `You said: ${text}`, output: { said: text } })),
    );
  });

  test('whose message has no end is stopped, and started again before the next call', async () => {
    const { call } = await connected(program(await temporaryFolder()));
    const other = await connected(program(await temporaryFolder()));
    await expect(call('flood')).rejects.toThrow(
      'the MCP server files gave no result: it sent a message of more than 10 MiB',
    );
    for (const next of [other.call, call]) {
      expect(await next('note', { text: 'hi' })).toEqual({ content: 'noted' });
    }
  });

  test('that describes a tool differently after a restart is not called', async () => {
    const folder = await temporaryFolder();
    const { call } = await connected(program(folder));
    await writeFile(join(folder, 'description.txt'), 'Says it, and sends it to everybody.');
    await expect(call('die')).rejects.toThrow('Connection closed');
    await expect(call('echo', { text: 'hi' })).rejects.toThrow(
      'the MCP server files was restarted and describes echo differently',
    );
    expect(await call('note', { text: 'still the same' })).toEqual({ content: 'noted' });
  });

  test('is not started again once its connection is closed', async () => {
    const { mcp, call } = await connected(program(await temporaryFolder()));
    await mcp.close();
    await expect(call('echo', { text: 'hi' })).rejects.toThrow('the MCP server files is closed');
  });

  test.each<[string, [string, ...string[]], RegExp]>([
    ['as there is none', ['no-such-program-4711'], /ENOENT/],
    ['as it ends', [process.execPath, fixture, 'broken'], /closed\nno configuration found$/],
  ])('that cannot be started, %s, is an error with the reason', async (_, command, why) => {
    const options = { name: 'files', command, workspace: await temporaryFolder() };
    await expect(connectMcp(options)).rejects.toMatchObject({
      code: 'mcp_unreachable',
      message: expect.stringMatching(why),
    });
  });
});

describe('a server behind HTTP', () => {
  test('is called with the configured headers', async () => {
    const server = await serveMcp(await temporaryFolder());
    const headers = { authorization: 'Bearer tok' };
    const { call } = await connected({ name: 'files', url: server.url, headers });
    expect(await call('echo', { text: 'hi' })).toMatchObject({ content: 'You said: hi' });
    expect(new Set(server.headers.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer tok']),
    );
  });

  test('that was restarted gets a new session, and the call is made once', async () => {
    const folder = await temporaryFolder();
    const server = await serveMcp(folder);
    const { call } = await connected({ name: 'files', url: server.url });
    await server.restart();
    expect(await call('note', { text: 'once' })).toEqual({ content: 'noted' });
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('once\n');
  });

  describe('whose message has no end', () => {
    const json = { type: 'application/json', start: '{"jsonrpc":"2.0","result":{"content":"' };
    const stream = { type: 'text/event-stream', start: 'data: {"jsonrpc":"2.0",' };
    const why = 'it sent a message of more than 10 MiB';
    const xs = 'x'.repeat(64 * 1024);
    /** No more than the limit and what was on its way. */
    async function isCutOff({ closed, sent }: FloodingServer): Promise<void> {
      await closed;
      expect(sent()).toBeLessThan(40 * 1024 * 1024);
    }

    test.each<[string, Flood]>([
      ['as one JSON text', { on: 'tools/call', ...json, piece: xs }],
      ['as one line of one event', { on: 'tools/call', ...stream, piece: xs }],
      ['as many lines of one event', { on: 'tools/call', ...stream, piece: `${xs}\r\ndata:` }],
      ['in the stream of the session', { on: 'GET', ...stream, piece: xs }],
    ])('%s is cut off, and connected again before the next call', async (_, flood) => {
      const server = await serveFlood(flood);
      const { call } = await connected({ name: 'files', url: server.url });
      if (flood.on !== 'GET') {
        await expect(call('note')).rejects.toThrow(`the MCP server files gave no result: ${why}`);
      }
      await isCutOff(server);
      expect(await call('note')).toEqual({ content: 'noted' });
    });

    test('in the text of an error is cut off', async () => {
      const piece = `${xs}\n\n`;
      const server = await serveFlood({ on: 'tools/call', ...stream, status: 500, piece });
      const { call } = await connected({ name: 'files', url: server.url });
      await expect(call('note')).rejects.toThrow('Error POSTing to endpoint');
      await isCutOff(server);
    });

    test.each<[string, Flood]>([
      ['when it is connected', { on: 'initialize', ...json, piece: xs }],
      ['as its list of tools', { on: 'tools/list', ...stream, piece: xs }],
    ])('%s is an error', async (_, flood) => {
      const server = await serveFlood(flood);
      await expect(connectMcp({ name: 'files', url: server.url })).rejects.toMatchObject({
        code: 'mcp_unreachable',
        message: why,
      });
      await isCutOff(server);
    });

    test('is not taken for one with many small messages', async () => {
      const { url } = await serveFlood({
        on: 'tools/call',
        type: 'text/event-stream',
        start: '',
        piece: `: ${xs}\r\n\r\n`,
        end: (id) => `data: {"jsonrpc":"2.0","id":${String(id)},"result":{"content":[]}}\n\n`,
      });
      const { call } = await connected({ name: 'files', url });
      expect(await call('note')).toEqual({ content: '' });
    });
  });

  describe('whose response ends before the result', () => {
    const ENDED = 'its response ended without one';
    /** Ids make a stream one that can be resumed; here 1 ms after it ended. */
    const primed = 'id: e1\nretry: 1\ndata: \n\n';
    const prime: Answer = (response) => startStream(response, primed).end();
    const refuse: Answer = (response) => response.writeHead(404).end();
    const page: Answer = (response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi');
    const nothing: Answer = (response) => response.writeHead(204).end();
    const broken: Answer = (response) => response.destroy();
    const half = '{"jsonrpc":"2.0","id":2,"resu';

    test.each<[string, Answer, string]>([
      ['as an event stream without events', (response) => startStream(response, '').end(), ENDED],
      ['as an event stream', (response) => startStream(response, ': soon\n\n').end(), ENDED],
      [
        'inside of an event',
        (response) => startStream(response, `id: e1\ndata: ${half}`).end(),
        ENDED,
      ],
      [
        'as an event stream that breaks off',
        (response) => startStream(response, ': soon\n\n').write(' ', () => response.destroy()),
        ENDED,
      ],
      [
        'as its process is killed',
        (response, _, stop) => startStream(response, ': \n').write(' ', stop),
        ENDED,
      ],
      ['as it is 202', (response) => response.writeHead(202).end(), ENDED],
      [
        'inside of a JSON text',
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(half);
        },
        'JSON',
      ],
      [
        'inside of a JSON text that breaks off',
        (response) => {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.write(half, () => response.destroy());
        },
        'terminated',
      ],
      ['before it begins', (response) => response.destroy(), 'fetch failed'],
      ['as it is 500', (response) => response.writeHead(500).end('boom'), 'boom'],
    ])('%s fails the call as one that may have run', async (_, answer, why) => {
      const { url } = await serveCut({ 'tools/call': [answer] });
      const { call } = await connected({ name: 'files', url });
      const failed = await call('note').catch(messageOf);
      expect(failed).toContain('the MCP server files gave no result: ');
      expect(failed).toContain(why);
      expect(failed).toContain('Its tool may or may not have run');
    });

    test('fails no other call of the session, and the next one is answered', async () => {
      const reached = new EventEmitter();
      const other = once(reached, 'call') as Promise<[ServerResponse, number]>;
      const { url } = await serveCut({
        'tools/call': [
          (response, id) => {
            startStream(response, ': soon\n\n');
            reached.emit('call', response, id);
          },
          (response) => startStream(response, ': soon\n\n').end(),
        ],
      });
      const { call } = await connected({ name: 'files', url });
      const first = call('note');
      const [response, id] = await other;
      await expect(call('note')).rejects.toThrow(ENDED);
      expect(await call('note')).toEqual({ content: 'noted' });
      response.end(noted(id));
      expect(await first).toEqual({ content: 'noted' });
    });

    test.each<[string, readonly Answer[]]>([
      ['refuses that', [refuse, refuse]],
      ['has no such streams', []],
      ['answers with a page', [page, page]],
      ['answers with nothing', [nothing, nothing]],
      ['breaks off', [broken, broken]],
      ['refuses that, once it was resumed', [refuse, prime, refuse, refuse]],
    ])('is resumed, and fails if the server %s', async (_, answers) => {
      const { url, resumed } = await serveCut({ 'tools/call': [prime], resume: answers });
      const { call } = await connected({ name: 'files', url });
      await expect(call('note')).rejects.toThrow(ENDED);
      expect(resumed).toEqual(Array.from({ length: Math.max(2, answers.length) }, () => 'e1'));
      expect(await call('note')).toEqual({ content: 'noted' });
    });

    test('fails if the server is gone when it should be resumed', async () => {
      const { url } = await serveCut({
        'tools/call': [(response, _, stop) => startStream(response, primed).write(' ', stop)],
      });
      const { call } = await connected({ name: 'files', url });
      await expect(call('note')).rejects.toThrow(ENDED);
    });

    test('is resumed after its last whole event', async () => {
      const { url, resumed } = await serveCut({
        'tools/call': [(response) => startStream(response, `${primed}id: e2\ndata: ${half}`).end()],
        resume: [refuse, (response, id) => startStream(response, '').end(noted(id))],
      });
      const { call } = await connected({ name: 'files', url });
      expect(await call('note')).toEqual({ content: 'noted' });
      expect(resumed).toEqual(['e1', 'e1']);
    });

    test('gets the result of a server of the SDK that ends its streams, as often as it likes', async () => {
      const url = await serveResumable(async ({ close, resumed }) => {
        for (let round = 0; round < 3; round += 1) {
          const again = resumed();
          close();
          // oxlint-disable-next-line no-await-in-loop -- one round after the other
          await again;
        }
        return 'late';
      });
      const { call } = await connected({ name: 'files', url });
      expect(await call('note')).toEqual({ content: 'late' });
    });

    test('gets the result of a server of the SDK whose connection breaks off', async () => {
      const reached = new EventEmitter();
      const url = await serveResumable(async ({ tell, cut, resumed }) => {
        const told = once(reached, 'told');
        await tell();
        await told;
        const again = resumed();
        cut();
        await again;
        return 'late';
      });
      const { call } = await connected({ name: 'files', url });
      const progress = (): void => void reached.emit('told');
      expect(await call('note', {}, { progress })).toEqual({ content: 'late' });
    });

    test.each(['initialize', 'tools/list'])('of %s is an error of the start', async (method) => {
      const { url } = await serveCut({ [method]: [(response) => startStream(response, '').end()] });
      await expect(connectMcp({ name: 'files', url })).rejects.toMatchObject({
        code: 'mcp_unreachable',
        message: expect.stringContaining(ENDED),
      });
    });
  });

  test('that is unavailable is reported', async () => {
    await expect(
      connectMcp({ name: 'files', url: 'http://127.0.0.1:1/mcp' }),
    ).rejects.toMatchObject({ code: 'mcp_unreachable' });
  });
});

test.each(['a__b', '_a', 'a_', 'a b', '', 'ä'])('refuses the name %j', async (name) => {
  await expect(connectMcp({ name, url: 'http://127.0.0.1:1/mcp' })).rejects.toMatchObject({
    code: 'mcp_unusable',
    message: expect.stringContaining('cannot name an MCP server'),
  });
});

test('rules suggest a whole tool only if the server calls it read-only', async () => {
  const { mcp } = await connected(program(await temporaryFolder()));
  const tools = descriptorsOf(new Map(mcp.tools.map((tool) => [tool.name, tool])));
  const rules = createRuleSet([], { tools });
  const suggest = (tool: string) =>
    rules.suggest(
      { toolName: `mcp__files__${tool}`, toolArgs: { text: 'hi' } },
      { now: '2026-11-21T12:00:00.000Z' },
    );
  expect(suggest('echo')).toEqual(['mcp__files__echo({"text":"hi"})', 'mcp__files__echo(*)']);
  expect(suggest('note')).toEqual(['mcp__files__note({"text":"hi"})']);
});
