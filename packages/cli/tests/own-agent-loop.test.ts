import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { ClaimResult, InteractionRequest } from '@hitl/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../server/src/base/free-port.fixture.ts';
import { send } from './http-calls.fixture.ts';
import { folderWith, serveHitl, type ListeningHitl } from './serve-process.fixture.ts';

const example = fileURLToPath(new URL('../../../examples/own-agent-loop/', import.meta.url));

/** Output of a loop: one line for each call. */
interface Said {
  readonly tool_call_id: string;
  readonly content: string;
}

/** Starts a loop in a folder; resolves with its output after a successful exit. */
function loop(
  program: readonly string[],
  url: string,
  folder: string,
  commands: string[],
  env: Record<string, string> = {},
) {
  const [file = '', ...args] = program;
  const child = spawn(file, [...args, ...commands], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HITL_URL: url, HITL_USER: 'ann', SESSION: 'theirs', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  onTestFinished(() => void child.kill('SIGKILL'));
  return once(child, 'close').then(([code]): Said[] => {
    if (code !== 0) throw new Error(`the loop ended with ${String(code)}: ${written.stderr}`);
    return written.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Said);
  });
}

/** The pending requests of the inbox, as they arrive. */
async function* inbox(url: string): AsyncGenerator<InteractionRequest> {
  const response = await fetch(`${url}/interactions/events`);
  if (response.body === null) throw new Error('the inbox has no stream');
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const type = /^event: (.*)$/m.exec(frame)?.[1];
      const data = /^data: (.*)$/m.exec(frame)?.[1] ?? '{}';
      if (type === 'snapshot') yield* JSON.parse(data).interactions as InteractionRequest[];
      if (type === 'interaction_request') yield JSON.parse(data).data.interaction_request;
    }
  }
}

async function next(requests: AsyncGenerator<InteractionRequest>): Promise<InteractionRequest> {
  const { value } = await requests.next();
  if (value === undefined) throw new Error('the inbox has ended');
  return value;
}

async function answer(url: string, request: InteractionRequest, body: Record<string, unknown>) {
  const response = await send(
    `${url}/interactions/${request.id}/respond`,
    { request_id: request.id, type: 'confirm', ...body },
    { accept: 'application/json' },
  );
  expect(response.status).toBe(200);
}

async function folderAndServer(port = 0): Promise<{ folder: string; server: ListeningHitl }> {
  const folder = await folderWith({});
  await cp(example, join(folder, 'hitl'), { recursive: true });
  return { folder, server: await serve(folder, port) };
}

function serve(folder: string, port: number): Promise<ListeningHitl> {
  const config = join(folder, 'hitl/hitl.yaml');
  return serveHitl(['--config', config, '--store', 'sqlite:runs.db', '--port', `${port}`], {
    cwd: folder,
  });
}

const forOnce = { scope: 'once' };

/** A proxy of a server that holds its first response to a claim until `release` is called. */
async function slowProxy(url: string) {
  let held = false;
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const proxy = createServer(async (request, response) => {
    const body = await readText(request);
    const answered = await fetch(url + request.url, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    });
    const content = await answered.text();
    if (!held && request.url?.includes('/claim') === true) {
      held = true;
      await released;
    }
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(content);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, isHeld: () => held, release };
}

describe.each([
  ['TypeScript', [process.execPath, join(example, 'own-agent-loop.ts')]],
  ['Python', ['python3', join(example, 'own_agent_loop.py')]],
])('your own agent loop in %s', { timeout: 180_000 }, (_, program) => {
  test('runs approved calls, not denied ones, and edited ones as edited', async () => {
    const { folder, server } = await folderAndServer();
    const requests = inbox(server.url);
    const ended = loop(program, server.url, folder, [
      'echo one >> made && echo done',
      'echo two >> made',
      'echo three >> made',
      'echo four >> made',
    ]);
    const first = await next(requests);
    expect(first).toMatchObject({
      session_id: 'theirs',
      tool_call_id: 'call-1',
      purpose: 'authorization',
      metadata: { resource: expect.stringContaining('echo one') },
    });
    await answer(server.url, first, { action: 'approve', remember: forOnce });
    await answer(server.url, await next(requests), { action: 'deny', note: 'not today' });
    const edited = { command: 'echo edited >> made && echo changed' };
    await answer(server.url, await next(requests), {
      action: 'modify_args',
      modified_args: edited,
    });
    await answer(server.url, await next(requests), { action: 'answer', text: 'by hand' });
    expect(await ended).toEqual([
      { tool_call_id: 'call-1', content: 'done\n' },
      {
        tool_call_id: 'call-2',
        content:
          'Tool execution denied: User denied consent: not today. Please use a different approach.',
      },
      {
        tool_call_id: 'call-3',
        content: '[Arguments edited by the user before running]\nchanged\n',
      },
      { tool_call_id: 'call-4', content: 'by hand' },
    ]);
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('one\nedited\n');
    await requests.return(undefined);
  });

  test('asks no person if a policy or a rule of the user decides', async () => {
    const { folder, server } = await folderAndServer();
    await send(`${server.url}/permissions/ann/allow`, { resource: 'bash(echo:*)' });
    const ended = loop(program, server.url, folder, ['ls hitl', 'sudo touch made', 'echo free']);
    expect(await ended).toEqual([
      { tool_call_id: 'call-1', content: expect.stringContaining('hitl.yaml\n') },
      {
        tool_call_id: 'call-2',
        content: 'Tool execution denied: no root here. Please use a different approach.',
      },
      { tool_call_id: 'call-3', content: 'free\n' },
    ]);
  });

  test('waits through kill -9 and a restart of the server, and runs its tool once', async () => {
    const port = await freePort();
    const { folder, server } = await folderAndServer(port);
    const ended = loop(program, server.url, folder, ['echo one >> made']);
    const request = await next(inbox(server.url));
    server.kill('SIGKILL');
    await server.ended;
    const again = await serve(folder, port);
    const requests = inbox(again.url);
    expect((await next(requests)).id).toBe(request.id);
    await requests.return(undefined);
    await answer(again.url, request, { action: 'approve', remember: forOnce });
    expect(await ended).toEqual([{ tool_call_id: 'call-1', content: '' }]);
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('one\n');
  });

  test('runs a call once if it is started twice at the same time, and both report the result', async () => {
    const { folder, server } = await folderAndServer();
    const requests = inbox(server.url);
    const commands = ['echo one >> made && echo done'];
    const both = [1, 2].map(() => loop(program, server.url, folder, commands));
    await answer(server.url, await next(requests), { action: 'approve', remember: forOnce });
    const said = [{ tool_call_id: 'call-1', content: 'done\n' }];
    expect(await Promise.all(both)).toEqual([said, said]);
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('one\n');
    await requests.return(undefined);
  });

  test('gets an answer given meanwhile when it is started again', async () => {
    const { folder, server } = await folderAndServer();
    const [file = '', ...args] = program;
    const requests = inbox(server.url);
    const dying = spawn(file, [...args, 'echo one >> made'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], HITL_URL: server.url, HITL_USER: 'ann', SESSION: 'theirs' },
    });
    const request = await next(requests);
    dying.kill('SIGKILL');
    await once(dying, 'close');
    await answer(server.url, request, { action: 'approve', remember: forOnce });
    await loop(program, server.url, folder, ['echo one >> made']);
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('one\n');
    await requests.return(undefined);
  });

  test('does not run a call whose claim is answered late, after a person had another process repeat it', async () => {
    const { folder, server } = await folderAndServer();
    const proxy = await slowProxy(server.url);
    const requests = inbox(server.url);
    const commands = ['echo one >> made'];
    const ended = loop(program, proxy.url, folder, commands, { LEASE_MS: '1000' });
    const request = await next(requests);
    await answer(server.url, request, { action: 'approve', remember: forOnce });
    await expect.poll(proxy.isHeld).toBe(true);
    const path = `${server.url}/interactions/${request.id}`;
    const claim = async (): Promise<ClaimResult> =>
      (await (await send(`${path}/claim`, { holder: 'other' })).json()) as ClaimResult;
    await expect.poll(async () => (await claim()).status).toBe('unknown');
    const recovery = await next(requests);
    await answer(server.url, recovery, { type: 'select', selected_values: ['retry'] });
    expect(await claim()).toMatchObject({ claimed: true });
    await send(`${path}/complete`, { holder: 'other', content: 'elsewhere', is_success: true });
    proxy.release();
    expect(await ended).toEqual([{ tool_call_id: 'call-1', content: 'elsewhere' }]);
    expect(existsSync(join(folder, 'made'))).toBe(false);
    await requests.return(undefined);
  });
});
