import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DEFAULT_TENANT } from './store/caller.ts';
import { createSqlitePermissionStore } from './store/sqlite.ts';

const examples = new URL('../../../examples/embed/', import.meta.url);
const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

/** Starts an example as described in the README, and returns the first port in its output. */
async function start(file: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=@hitl/source', fileURLToPath(new URL(file, examples))],
    { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const first = once(child.stdout.setEncoding('utf8'), 'data').then(([text]) => String(text));
  const line = await Promise.race([first, ended.then(() => 'it ended')]);
  return /(?::|port: )(\d+)/.exec(line)?.[1] ?? '';
}

/** Runs the clerk over HTTP: it asks before it writes, and writes once after the approval. */
async function writeToAnn(call: (path: string, init: RequestInit) => Promise<Response>) {
  const post = async (path: string, body: unknown) => {
    const response = await call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
  };
  const asked = await post('/hitl/runs', { agent_id: 'clerk', input: 'Write to Ann' });
  const { data } = asked.find(({ type }) => type === 'interaction_request');
  const { id } = data.interaction_request;
  const after = await post(`/hitl/interactions/${id}/respond`, {
    request_id: id,
    type: 'confirm',
    confirmed: true,
  });
  expect(after.at(-1)).toMatchObject({ type: 'run_completed', data: { response: 'Sent to ann' } });
}

const nextRoute = '../next/app/hitl/[...path]/route.ts';

test.each(['hitl.ts', 'node.ts', 'express.ts', nextRoute, 'authenticated.ts'])(
  'the README shows %s as it is run here',
  async (file) => {
    expect(readme).toContain(await readFile(new URL(file, examples), 'utf8'));
  },
);

const guide = await readFile(new URL('../../../docs/guides/hosting.md', import.meta.url), 'utf8');

test.each([
  'node-http.ts',
  'hono.ts',
  'fastify.ts',
  'fetch.ts',
  '../next/hitl.ts',
  nextRoute,
  '../next/app/page.tsx',
  '../next/app/requests.tsx',
  '../next/instrumentation.ts',
])('the guide to hosts shows %s as it is run', async (file) => {
  expect(guide).toContain(await readFile(new URL(file, examples), 'utf8'));
});

test.each(['node.ts', 'express.ts', 'node-http.ts', 'hono.ts', 'fastify.ts'])(
  '%s asks a person first',
  { timeout: 180_000 },
  async (file) => {
    const port = await start(file);
    await writeToAnn((path, init) => fetch(`http://127.0.0.1:${port}${path}`, init));
  },
);

/** Denies mails from now on, with the address of the rules of a person. */
function denyMail(rules: string): Request {
  return new Request(`${rules}/deny`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resource: 'mail' }),
  });
}

/** The application of the guide, in an empty folder. */
async function openNext() {
  const cwd = process.cwd();
  const folder = await mkdtemp(join(tmpdir(), 'hitl-next-'));
  const route = await import('../../../examples/next/app/hitl/[...path]/route.ts');
  const { hitl } = await import('../../../examples/next/hitl.ts');
  process.chdir(folder);
  onTestFinished(async () => {
    await hitl.close(0);
    process.chdir(cwd);
    await rm(folder, { recursive: true });
  });
  expect(await readdir(folder)).toEqual([]);
  return { route, hitl };
}

test('the route handler of Next asks a person before the tool runs', async () => {
  const { route } = await openNext();
  await writeToAnn((path, init) => route.POST(new Request(`http://localhost:3000${path}`, init)));
  const health = await route.GET(new Request('http://localhost:3000/hitl/healthz'));
  expect(health.status).toBe(200);
});

test('the application with Next keeps the rules of a person across a restart', async () => {
  const { route, hitl } = await openNext();
  const rules = 'http://localhost:3000/hitl/permissions/ann';
  await route.POST(denyMail(rules));
  // The next request is the first one of a new server.
  await hitl.close(0);
  const response = await route.GET(new Request(rules));
  expect(await response.json()).toEqual({ allow: [], deny: ['mail'] });
});

test('the program of the guide to stores keeps rules in its file', async () => {
  const stores = new URL('../../../docs/guides/stores.md', import.meta.url);
  const program = new URL('sqlite.ts', examples);
  expect(await readFile(stores, 'utf8')).toContain(await readFile(program, 'utf8'));

  const cwd = process.cwd();
  const folder = await mkdtemp(join(tmpdir(), 'hitl-sqlite-'));
  process.chdir(folder);
  vi.stubEnv('HITL_SECRET_KEY', 'ab'.repeat(32));
  onTestFinished(async () => {
    process.chdir(cwd);
    await rm(folder, { recursive: true });
  });
  const { database, hitl } = await import('../../../examples/embed/sqlite.ts');
  const rules = 'http://localhost/permissions/ann';
  await hitl.fetch(denyMail(rules));
  await hitl.close(0);
  const kept = await createSqlitePermissionStore({ database }).rules({
    tenantId: DEFAULT_TENANT,
    userId: 'ann',
  });
  database.close();
  expect(kept).toMatchObject([{ effect: 'deny', pattern: 'mail' }]);
});

test('the default export for Bun and Deno asks a person first', async () => {
  const { default: served } = await import('../../../examples/embed/fetch.ts');
  const { hitl } = await import('../../../examples/embed/hitl.ts');
  onTestFinished(() => hitl.close(0));
  await writeToAnn((path, init) => served.fetch(new Request(`http://localhost${path}`, init)));
});

test('the server with authentication refuses callers that are not logged in', async () => {
  const { hitl } = await import('../../../examples/embed/authenticated.ts');
  onTestFinished(() => hitl.close(0));
  const sessions = (headers: Record<string, string>) =>
    hitl.fetch(new Request('http://localhost/sessions', { headers }));
  expect((await sessions({})).status).toBe(401);
  expect((await sessions({ cookie: 'session=other' })).status).toBe(401);
  expect((await sessions({ cookie: 'theme=dark; session=s3cret' })).status).toBe(200);
});
