import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHitlClient } from '@hitl/client';
import { createGate } from '@hitl/client/gate';
import { expect, onTestFinished, test } from 'vitest';
import { cliFolder, hitlProgram } from '../../tests/bundle.fixture.ts';
import { requestIn, startRun } from '../../tests/http-calls.fixture.ts';
import { startProcess } from '../../tests/process.fixture.ts';
import { folderWith, hitl, serveHitl } from '../../tests/serve-process.fixture.ts';

const CONFIG = `type: permission_store
name: rules
---
type: agent
name: worker
model: { provider: scripted, turns: [{ tool_calls: [{ id: c1, name: bash, args: { command: echo hi } }] }] }
tools: [bash]
permission_store: rules
`;

/** `hitl serve` in an empty folder, and a program that uses it with its secret. */
async function serveAlone(cwd: string) {
  const server = hitl(['serve', '--port', '0'], { cwd });
  const baseUrl = (await server.firstLine).replace('listening on ', '');
  const token = (await readFile(join(cwd, '.hitl/token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${token}` };
  return {
    ...server,
    gate: createGate({ baseUrl, token }),
    client: createHitlClient({ baseUrl, headers }),
  };
}

/** The program of a copy of the package, with a page. */
async function programWithPage(): Promise<string> {
  const folder = join(cliFolder, '..', `page-${randomUUID()}`);
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(cliFolder, folder, { recursive: true });
  await mkdir(join(folder, 'dist/page'));
  await writeFile(join(folder, 'dist/page/index.html'), '<p>Inbox</p>');
  return join(folder, 'bin/hitl.cjs');
}

/** `hitl serve` with a configuration, without other flags. */
async function serveByDefault(cwd: string, program: string = hitlProgram) {
  const args = ['serve', '--config', 'hitl', '--port', '0'];
  const server = startProcess([program, ...args], { cwd, input: '' });
  const line = await server.firstLine;
  await server.wrote('bearer token');
  return { ...server, url: line.replace('listening on ', '') };
}

test('hitl serve accepts only callers with its secret, by header or by the printed link', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const server = await serveByDefault(cwd, await programWithPage());
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${server.url}/runs`)).status).toBe(401);
  const secret = (await readFile(join(cwd, '.hitl/token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${secret}` };
  expect((await fetch(`${server.url}/runs`, { headers })).status).toBe(200);
  const [link = ''] = /http:\S+\/login\?code=\w+/.exec(server.stderr()) ?? [];
  const login = await fetch(link, { redirect: 'manual' });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await fetch(`${server.url}/runs`, { headers: { cookie } })).status).toBe(200);
  const page = await fetch(new URL(login.headers.get('location') ?? '', link));
  expect(await page.text()).toBe('<p>Inbox</p>');
  server.kill('SIGTERM');
  const { stdout, stderr } = await server.ended;
  expect(stdout).toBe(`listening on ${server.url}\n`);
  expect(stderr).not.toContain(secret);
});

test('without its page it prints no link, and says what to do', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const server = await serveByDefault(cwd);
  expect(server.stderr()).toContain(`use "hitl inbox --server ${server.url}"`);
  expect(server.stderr()).not.toContain('/login');
});

test('without a configuration it decides about the calls of other programs, and keeps their rules', async () => {
  const cwd = await folderWith({});
  const first = await serveAlone(cwd);
  const call = {
    sessionId: 's1',
    userId: 'ann',
    toolName: 'bash',
    toolArgs: { command: 'npm test' },
  };
  const allowed = first.gate.authorize({ ...call, toolCallId: 'c1' });
  const waiting = async () =>
    (await first.client.listInteractions({ status: 'pending' })).interactions;
  await expect.poll(waiting, { timeout: 60_000 }).toHaveLength(1);
  const [request] = await waiting();
  const always = { action: 'approve', remember: { scope: 'always' } } as const;
  await first.client.respond({ request_id: request!.id, type: 'confirm', ...always });
  expect(await allowed).toMatchObject({ decision: 'allow' });
  first.kill('SIGTERM');
  expect(await first.ended).toMatchObject({ code: 0 });
  const second = await serveAlone(cwd);
  expect(await second.gate.authorize({ ...call, toolCallId: 'c2' })).toMatchObject({
    decision: 'allow',
  });
  expect((await second.client.listInteractions({ status: 'pending' })).interactions).toEqual([]);
});

test('the other commands find the secret of a server started in the same directory', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const elsewhere = await folderWith({});
  const server = await serveByDefault(cwd);
  const secret = await readFile(join(cwd, '.hitl/token'), 'utf8');
  const headers = { authorization: `Bearer ${secret.trim()}` };
  const run = { agent_id: 'worker', input: 'go', user_id: 'alice' };
  const request = requestIn(await startRun(server.url, run, headers));
  const list = ['inbox', 'list', '--server', server.url];
  expect(await hitl(list, { cwd }).ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(request.id),
  });
  expect(await hitl(list, { cwd: elsewhere }).ended).toMatchObject({ code: 1 });
  await writeFile(join(elsewhere, 'secret'), secret);
  const withFile = hitl([...list, '--token-file', 'secret'], { cwd: elsewhere });
  expect(await withFile.ended).toMatchObject({ code: 0 });
  const env = { HITL_TOKEN: secret.trim() };
  expect(await hitl(list, { cwd: elsewhere, env }).ended).toMatchObject({ code: 0 });
  const rules = ['permissions', 'list', '--server', server.url, '--user', 'alice'];
  expect(await hitl(rules, { cwd }).ended).toMatchObject({ code: 0 });
  const trail = ['audit', request.run_id, '--server', server.url];
  expect(await hitl(trail, { cwd }).ended).toMatchObject({ code: 0 });
});

test('refuses other machines, and explains the risk without authentication', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const open = hitl(['serve', '--config', 'hitl', '--port', '0', '--host', '0.0.0.0'], { cwd });
  expect(await open.ended).toMatchObject({ code: 2, stdout: '' });
  const server = await serveHitl(['--config', 'hitl', '--auth', 'none'], { cwd });
  await server.wrote('every program on this machine can answer requests');
  expect((await fetch(`${server.url}/runs`)).status).toBe(200);
});

test('warns about tokens and stores that others can read, and replaces a secret that they could read', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG, tokens: 's3cret alice', 'old.db': '' });
  await chmod(join(cwd, 'tokens'), 0o644);
  await chmod(join(cwd, 'old.db'), 0o640);
  const auth = ['--auth', 'token', '--token-file', 'tokens', '--store', 'sqlite:old.db'];
  const server = await serveHitl(['--config', 'hitl', ...auth], { cwd });
  server.kill('SIGTERM');
  const { stderr } = await server.ended;
  expect(stderr).toContain(`other users of this machine can read ${join(cwd, 'tokens')}`);
  expect(stderr).toContain(`other users of this machine can read ${join(cwd, 'old.db')}`);
  const first = await serveByDefault(cwd);
  first.kill('SIGTERM');
  await first.ended;
  const before = await readFile(join(cwd, '.hitl/token'), 'utf8');
  await chmod(join(cwd, '.hitl/token'), 0o644);
  const second = await serveByDefault(cwd);
  await second.wrote('was replaced by a new secret: others could read it');
  expect(await readFile(join(cwd, '.hitl/token'), 'utf8')).not.toBe(before);
});

test('a token removed from its file is invalid a second later', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG, tokens: 's3cret alice' });
  const auth = ['--auth', 'token', '--token-file', 'tokens'];
  const { url } = await serveHitl(['--config', 'hitl', ...auth], { cwd });
  const status = async (token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/runs`, { headers })).status;
  };
  expect(await status('s3cret')).toBe(200);
  await writeFile(join(cwd, 'tokens'), 'another alice');
  await expect.poll(() => status('s3cret'), { timeout: 60_000 }).toBe(401);
  expect(await status('another')).toBe(200);
});

/** Starts a command with umask 0, like a careless service manager. */
function unmasked(cwd: string, ...args: string[]) {
  const script = `process.umask(0); process.argv.splice(1, 0, 'hitl'); await import(${JSON.stringify(hitlProgram)});`;
  const node = ['--input-type=module', '--eval', script, '--'];
  return startProcess([...node, ...args], { cwd, input: '' });
}

/** The permissions of others on the files below a folder. */
async function openTo(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    ['', ...names].map(async (name) => {
      const { mode } = await stat(join(folder, name)).catch(() => ({ mode: 0 }));
      return (mode & 0o077) === 0 ? [] : [`${name} ${(mode & 0o777).toString(8)}`];
    }),
  );
  return found.flat();
}

test('whatever the umask, the files of a server and of a run are only for their owner', async () => {
  const cwd = await folderWith({
    'hitl/all.yaml': CONFIG,
    'config.yaml': `model: { provider: scripted, turns: [{ tool_calls: [{ id: c, name: ask_human, args: { prompt: Key?, sensitive: true } }] }] }
tools: [ask_human]
task: Ask
`,
  });
  const server = unmasked(cwd, 'serve', '--config', 'hitl', '--port', '0');
  const url = (await server.firstLine).replace('listening on ', '');
  const secret = (await readFile(join(cwd, '.hitl/token'), 'utf8')).trim();
  const headers = { authorization: `Bearer ${secret}` };
  await startRun(url, { agent_id: 'worker', input: 'go', user_id: 'alice' }, headers);
  expect(await readdir(join(cwd, '.hitl'))).toEqual(
    expect.arrayContaining(['hitl.db', 'hitl.db-wal', 'hitl.db-shm', 'token']),
  );
  expect(await openTo(join(cwd, '.hitl'))).toEqual([]);
  expect(await unmasked(cwd, 'run').ended).toMatchObject({ code: 101 });
  expect(await openTo(join(cwd, '.delta'))).toEqual([]);
});
