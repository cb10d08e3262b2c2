import { cp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  allEvents,
  eventsOf,
  requestIn,
  respond,
  send,
  startRun,
} from '../../tests/http-calls.fixture.ts';
import { cashier } from '../../tests/cashier.fixture.ts';
import { folderWith, hitl, serveHitl } from '../../tests/serve-process.fixture.ts';

const examples = fileURLToPath(new URL('../../../../examples', import.meta.url));
const firstLight = join(examples, 'quickstart');

const config = ['--config', 'hitl'];
const sqlite = [...config, '--store', 'sqlite:runs.db'];
const pay = { agent_id: 'cashier', input: 'Pay 5', user_id: 'u1' };

async function ledgerIn(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, 'ledger'), 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

describe('hitl serve', { timeout: 180_000 }, () => {
  test('prints only where it listens on stdout', async () => {
    const folder = await folderWith(cashier);
    const server = await serveHitl([...config, '--store', 'memory:'], { cwd: folder });
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const health = await fetch(`${server.url}/healthz`);
    expect(health.status).toBe(200);
    server.kill('SIGTERM');
    const { code, stdout } = await server.ended;
    expect(code).toBe(0);
    expect(stdout).toBe(`listening on ${server.url}\n`);
  });

  test('runs the sample agent on the sample project: the command really runs once allowed', async () => {
    const folder = await folderWith({});
    await cp(join(examples, 'sample-project'), join(folder, 'shop'), { recursive: true });
    const server = await serveHitl(['--config', firstLight, '--workspace', 'shop'], {
      cwd: folder,
    });
    const run = { agent_id: 'code_assistant', input: 'Is the code clean?', user_id: 'u1' };
    const request = requestIn(await startRun(server.url, run));
    expect(request).toMatchObject({
      type: 'confirm',
      title: 'Authorization Required',
      description: 'Do you want to allow: Execute bash on bash(npm run lint)?',
      tool_name: 'bash',
      tool_args: { command: 'npm run lint' },
      risk_level: 'high',
    });
    const after = await respond(server.url, request, { confirmed: true });
    expect(after.at(-1)).toMatchObject({
      type: 'run_completed',
      data: { response: expect.stringContaining('4 files checked, 0 findings') },
    });
    const rules = await fetch(`${server.url}/permissions/u1`);
    expect(await rules.json()).toEqual({ allow: ['bash(npm run lint)'], deny: [] });
  });

  test('lets a sample agent repair the project, step by step as people allow', async () => {
    const folder = await folderWith({});
    const shop = join(folder, 'shop');
    await cp(join(examples, 'sample-project'), shop, { recursive: true });
    const server = await serveHitl(['--config', firstLight, '--workspace', 'shop'], {
      cwd: folder,
    });
    const allowOnce = { confirmed: true, remember: { scope: 'once' } };
    const source = () => readFile(join(shop, 'src/cart.js'), 'utf8');
    const before = await source();
    const first = await startRun(server.url, { agent_id: 'repairer', input: 'Repair it' });
    const second = await respond(server.url, requestIn(first), allowOnce);
    const third = await respond(server.url, requestIn(second), { selected_values: ['repair'] });
    expect(requestIn(third)).toMatchObject({ tool_name: 'file_edit' });
    expect(await source()).toBe(before);
    const fourth = await respond(server.url, requestIn(third), allowOnce);
    expect(await source()).toContain('cents + item.price * item.quantity');
    const last = await respond(server.url, requestIn(fourth), allowOnce);
    expect(last.at(-1)).toMatchObject({
      type: 'run_completed',
      data: { response: expect.stringMatching(/pass 4[^]*fail 0/) },
    });
  });

  test('runs the program of the README', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const yaml = /```yaml\n([^]*?)```/.exec(readme)?.[1] ?? '';
    const folder = await folderWith({ 'hitl/agent.yaml': yaml });
    const server = await serveHitl([...config, '--store', 'memory:'], { cwd: folder });
    const run = { agent_id: 'clock', input: 'What time is it?' };
    const request = requestIn(await startRun(server.url, run));
    const after = await respond(server.url, request, { confirmed: true });
    expect(after.at(-1)).toMatchObject({
      type: 'run_completed',
      data: { response: expect.stringMatching(/^It is .*\d\d:\d\d:\d\d/) },
    });
  });

  test('keeps pending requests through kill -9: after a restart the answer runs the tool once', async () => {
    const folder = await folderWith(cashier);
    const first = await serveHitl(sqlite, { cwd: folder });
    const request = requestIn(await startRun(first.url, pay));
    first.kill('SIGKILL');
    await first.ended;
    expect(await ledgerIn(folder)).toEqual([]);

    const second = await serveHitl(sqlite, { cwd: folder });
    const inbox = await fetch(`${second.url}/interactions?status=pending`);
    expect(await inbox.json()).toMatchObject({ interactions: [{ id: request.id }] });
    const after = await respond(second.url, request, { confirmed: true });
    expect(after.at(-1)).toMatchObject({
      type: 'run_completed',
      run_id: request.run_id,
      data: { response: 'Paid: receipt\n' },
    });
    expect(await ledgerIn(folder)).toEqual(['began 5', 'paid 5']);
  });

  test('keeps pending requests at SIGTERM, and exits with 0', async () => {
    const folder = await folderWith(cashier);
    const first = await serveHitl(sqlite, { cwd: folder });
    const request = requestIn(await startRun(first.url, pay));
    const stream = allEvents(await fetch(`${first.url}/runs/${request.run_id}/events`));
    first.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0, signal: null });
    // The stream of an observer has ended too, without an end of the run.
    expect((await stream).at(-1)).toMatchObject({ type: 'execution_suspended' });

    const second = await serveHitl(sqlite, { cwd: folder });
    const view = await fetch(`${second.url}/interactions/${request.id}`);
    expect(await view.json()).toMatchObject({ status: 'pending' });
  });

  test('lets a running tool finish at SIGTERM', async () => {
    const folder = await folderWith({ ...cashier, hold: '' });
    const first = await serveHitl(sqlite, { cwd: folder });
    const request = requestIn(await startRun(first.url, pay));
    const body = {
      request_id: request.id,
      type: 'confirm',
      confirmed: true,
      responded_at: request.created_at,
    };
    const events = eventsOf(
      await send(`${first.url}/interactions/${request.id}/respond`, body, {
        accept: 'text/event-stream',
      }),
    );
    for await (const { type } of events) if (type === 'tool_started') break;
    first.kill('SIGTERM');
    await rm(join(folder, 'hold'));
    expect(await first.ended).toMatchObject({ code: 0, signal: null });
    expect(await ledgerIn(folder)).toEqual(['began 5', 'paid 5']);

    const second = await serveHitl(sqlite, { cwd: folder });
    const rest = await allEvents(await fetch(`${second.url}/runs/${request.run_id}/events`));
    expect(rest.at(-1)).toMatchObject({ type: 'run_completed' });
    expect(rest.filter(({ type }) => type === 'tool_started')).toHaveLength(1);
  });

  test('reports a port in use, with exit code 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const folder = await folderWith(cashier);
    const args = ['serve', ...config, '--store', 'memory:', '--port', String(port)];
    const { code, stdout, stderr } = await hitl(args, { cwd: folder }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe(
      `hitl: port ${port} on 127.0.0.1 is in use. Choose another one with --port, or --port 0 for a free one.\n`,
    );
  });

  test('names on stderr each agent whose calls run without asking anyone', async () => {
    const agents = {
      'hitl/all.yaml': `type: model
name: m
provider: scripted
turns: []
---
type: permission_store
name: rules
store_type: inmemory
---
type: agent
name: asked
model: m
permission_store: rules
---
type: agent
name: unnamed_store
model: m
---
type: agent
name: switched_off
model: m
permission_store: rules
enable_permissions: false
`,
    };
    const folder = await folderWith(agents);
    const server = await serveHitl([...config, '--store', 'memory:'], { cwd: folder });
    server.kill('SIGINT');
    const { code, stderr } = await server.ended;
    expect(code).toBe(0);
    expect(stderr.split('\n').filter((line) => line.startsWith('warn: perm'))).toEqual([
      'warn: permissions of the agent "unnamed_store" are off (it names no permission_store): its tools run without asking anyone',
      'warn: permissions of the agent "switched_off" are off (enable_permissions is false): its tools run without asking anyone',
    ]);
  });

  test('says that a configuration has no agents', async () => {
    const folder = await folderWith({ 'hitl/all.yaml': 'type: permission_store\nname: rules\n' });
    const server = await serveHitl([...config, '--store', 'memory:'], { cwd: folder });
    server.kill('SIGINT');
    const { stderr } = await server.ended;
    expect(stderr).toMatch(/^info: in \S*hitl there are no agents: it decides about the calls of/m);
  });

  test('logs as much as --log-level says', async () => {
    const folder = await folderWith(cashier);
    const quiet = await serveHitl([...config, '--store', 'memory:', '--log-level', 'silent'], {
      cwd: folder,
    });
    quiet.kill('SIGTERM');
    expect(await quiet.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('serves under --base-path, and accepts pages of --allow-origin', async () => {
    const folder = await folderWith(cashier);
    const flags = ['--base-path', '/hitl', '--allow-origin', 'https://app.example.com'];
    const server = await serveHitl([...config, '--store', 'memory:', ...flags], { cwd: folder });
    expect(server.url).toMatch(/\/hitl$/);
    const from = (origin: string) => fetch(`${server.url}/agents`, { headers: { origin } });
    const allowed = await from('https://app.example.com');
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
    expect((await from('https://evil.example')).status).toBe(403);
  });

  test('stores runs in .hitl/hitl.db of the working directory by default', async () => {
    const folder = await folderWith(cashier);
    const first = await serveHitl(config, { cwd: folder });
    await startRun(first.url, pay);
    first.kill('SIGTERM');
    await first.ended;
    expect((await readFile(join(folder, '.hitl/hitl.db'))).subarray(0, 15).toString()).toBe(
      'SQLite format 3',
    );
  });
});

describe('hitl serve --auth token', { timeout: 180_000 }, () => {
  const tokens = 'tok-alice alice\ntok-bob bob\ntok-rita rita reviewer\n';
  const as = (token: string) => ({ authorization: `Bearer ${token}` });

  async function serveWithTokens() {
    const folder = await folderWith({ ...cashier, 'tokens.txt': tokens });
    const flags = ['--store', 'memory:', '--auth', 'token', '--token-file', 'tokens.txt'];
    return serveHitl([...config, ...flags, '--host', '0.0.0.0'], { cwd: folder });
  }

  test('lets each caller do only what they may, and a reviewer answer for all', async () => {
    const server = await serveWithTokens();
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    const run = { agent_id: 'cashier', input: 'Pay 5' };
    const start = (headers: Record<string, string>, body: Record<string, unknown> = run) =>
      send(`${url}/runs`, body, headers);

    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await start({})).status).toBe(401);
    expect((await start(as('tok-nobody'))).status).toBe(401);
    expect((await start(as('tok-alice'), { ...run, user_id: 'bob' })).status).toBe(403);

    const waiting = await send(`${url}/runs`, run, {
      ...as('tok-alice'),
      accept: 'text/event-stream',
    });
    const request = requestIn(await allEvents(waiting));
    expect(request.user_id).toBe('alice');

    const look = async (path: string, token: string) =>
      (await fetch(`${url}${path}`, { headers: as(token) })).status;
    for (const path of [`/interactions/${request.id}`, `/runs/${request.run_id}`]) {
      const seen = await Promise.all(
        ['tok-alice', 'tok-bob', 'tok-rita'].map((token) => look(path, token)),
      );
      expect(seen).toEqual([200, 404, 200]);
    }
    expect(await look('/permissions/alice', 'tok-alice')).toBe(200);
    expect(await look('/permissions/alice', 'tok-bob')).toBe(403);

    const answer = {
      request_id: request.id,
      type: 'confirm',
      confirmed: true,
      remember: { scope: 'once' },
      responded_at: request.created_at,
    };
    const reply = async (token: string) =>
      (await send(`${url}/interactions/${request.id}/respond`, answer, as(token))).status;
    expect(await reply('tok-bob')).toBe(404);
    expect(await reply('tok-rita')).toBe(200);
  });

  test('accepts tokens from HITL_TOKENS, which the tools cannot see', async () => {
    const folder = await folderWith({
      ...cashier,
      'pay.mjs': 'console.log(Object.keys(process.env).includes("HITL_TOKENS"));',
    });
    const server = await serveHitl([...config, '--store', 'memory:', '--auth', 'token'], {
      cwd: folder,
      env: { HITL_TOKENS: tokens },
    });
    const headers = { ...as('tok-alice'), accept: 'text/event-stream' };
    const run = { agent_id: 'cashier', input: 'Pay 5' };
    const request = requestIn(await allEvents(await send(`${server.url}/runs`, run, headers)));
    const answer = {
      request_id: request.id,
      type: 'confirm',
      confirmed: true,
      responded_at: request.created_at,
    };
    const after = await allEvents(
      await send(`${server.url}/interactions/${request.id}/respond`, answer, headers),
    );
    expect(after.at(-1)).toMatchObject({ data: { response: 'Paid: false\n' } });
  });
});
