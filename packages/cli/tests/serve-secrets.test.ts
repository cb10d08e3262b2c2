import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { InteractionRequest } from '@hitl/protocol';
import { createSqliteStore } from '@hitl/server/sqlite';
import { describe, expect, test } from 'vitest';
import { requestIn, respond, send, startRun } from './http-calls.fixture.ts';
import {
  CANARY,
  gotIn,
  readable,
  secretFolder,
  startSecretModel,
  TRACE,
} from './secret-agent.fixture.ts';
import { hitl, serveHitl } from './serve-process.fixture.ts';

const KEY = '0123456789abcdefABCDEF'.padEnd(64, '7');
const once = { confirmed: true, remember: { scope: 'once' } };
const visit = { agent_id: 'visitor', input: 'Let me in', user_id: 'u1' };

async function servers(key: string | undefined) {
  const model = await startSecretModel();
  const folder = await secretFolder();
  const start = (secretKey = key) =>
    serveHitl(['--config', 'hitl', '--store', 'sqlite:runs.db', '--log-level', 'debug'], {
      cwd: folder,
      env: { MODEL_URL: model.url, ...(secretKey !== undefined && { HITL_SECRET_KEY: secretKey }) },
    });
  return { model, folder, start };
}

/** Problem bodies of refused answers, each of which contained the secret. */
async function problemsWith(url: string, request: InteractionRequest): Promise<string[]> {
  const path = `${url}/interactions/${request.id}/respond`;
  const answer = { request_id: request.id, type: 'input' };
  // Different from the winning answer, because repeating that is not a problem.
  const other = `${CANARY}!`;
  const responses = await Promise.all([
    send(path, { ...answer, text: { [CANARY]: CANARY } }),
    send(path, { ...answer, text: other, action: CANARY }),
    send(path, { ...answer, text: other, request_id: 'another' }),
    send(path, { ...answer, text: other, selected_values: CANARY }),
    send(path, { ...answer, text: other, args_digest: 'f'.repeat(64) }),
    send(path, { ...answer, text: other }, { origin: 'https://evil.example' }),
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"text": ${JSON.stringify(other)} ${JSON.stringify(other)}`,
    }),
  ]);
  return Promise.all(
    responses.map(async (response) => {
      expect(response.status).toBeGreaterThanOrEqual(400);
      return response.text();
    }),
  );
}

/** The file as bytes, and its decoded log. */
async function stored(folder: string, sessionId: string): Promise<string[]> {
  const path = join(folder, 'runs.db');
  const files = await Promise.all(
    ['', '-wal', '-shm'].map((end) => readFile(`${path}${end}`, 'latin1').catch(() => '')),
  );
  const store = createSqliteStore({ path });
  const key = { tenantId: 'default', sessionId };
  const log = [await store.read(key, 0), await store.load(key)];
  await store.close();
  return [...files, JSON.stringify(log)];
}

describe('a sensitive answer to hitl serve', { timeout: 180_000 }, () => {
  test('is sealed with HITL_SECRET_KEY: no file shows it, and the tool gets it after kill -9', async () => {
    const { model, folder, start } = await servers(KEY);
    const first = await start();
    const asked = requestIn(await startRun(first.url, visit));
    expect(asked).toMatchObject({ type: 'input', sensitive: true });
    const problems = await problemsWith(first.url, asked);
    const leave = requestIn(await respond(first.url, asked, { text: CANARY }));
    expect(leave).toMatchObject({
      tool_name: 'login',
      tool_args: { password: expect.stringMatching(/^‹secret:[0-9a-f-]{36}›$/) },
    });
    problems.push(...(await problemsWith(first.url, asked)));
    first.kill('SIGKILL');
    const { stderr } = await first.ended;
    const between = await stored(folder, asked.session_id);

    const second = await start();
    const again = await respond(second.url, leave, once);
    expect(await gotIn(folder)).toEqual([CANARY]);
    const end = await respond(second.url, requestIn(again), once);
    expect(await gotIn(folder)).toEqual([CANARY, CANARY]);
    expect(end.at(-1)).toMatchObject({
      type: 'run_completed',
      data: { response: expect.stringMatching(/^It said: welcome ‹secret:[0-9a-f-]{36}›/) },
    });

    const pages = await readable(second.url, asked.run_id, asked.session_id);
    second.kill('SIGTERM');
    const last = await second.ended;
    const sinks = [
      ...problems,
      ...between,
      ...pages,
      ...(await stored(folder, asked.session_id)),
      ...model.requests,
      JSON.stringify([again, end]),
      stderr + last.stderr + last.stdout,
    ];
    for (const text of sinks) expect(text).not.toMatch(TRACE);
    // Values that are not secret are found, so the search covers the right places.
    expect(pages.join('\n')).toContain('no entry for ‹secret:');
    expect(between[0] ?? '').toContain('SQLite format 3');
    expect(between.slice(0, 2).join('')).toContain('Let me in');
    expect(between.at(-1)).toContain('Password of the house?');
    expect(model.requests.join('\n')).toContain('no entry for ‹secret:');
  });

  test('is lost with the process if there is no key: the call says so, and never runs with an empty one', async () => {
    const { folder, start } = await servers(undefined);
    const first = await start();
    const asked = requestIn(await startRun(first.url, visit));
    const leave = requestIn(await respond(first.url, asked, { text: CANARY }));
    first.kill('SIGKILL');
    await first.ended;
    for (const text of await stored(folder, asked.session_id)) expect(text).not.toMatch(TRACE);

    const second = await start();
    const events = await respond(second.url, leave, once);
    expect(events.find(({ type }) => type === 'tool_completed')).toMatchObject({
      data: { result: { is_success: false, error: expect.stringContaining('is lost') } },
    });
    expect(await gotIn(folder)).toEqual([]);
  });

  test('cannot be opened with another key, so it is lost', async () => {
    const { folder, start } = await servers(KEY);
    const first = await start();
    const asked = requestIn(await startRun(first.url, visit));
    const leave = requestIn(await respond(first.url, asked, { text: CANARY }));
    first.kill('SIGKILL');
    await first.ended;

    const second = await start('e'.repeat(64));
    const events = await respond(second.url, leave, once);
    expect(events.find(({ type }) => type === 'tool_completed')).toMatchObject({
      data: { result: { is_success: false, error: expect.stringContaining('is lost') } },
    });
    expect(await gotIn(folder)).toEqual([]);
  });

  test('is removed with its session', async () => {
    const { folder, start } = await servers(KEY);
    const server = await start();
    const asked = requestIn(await startRun(server.url, visit));
    const leave = requestIn(await respond(server.url, asked, { text: CANARY }));
    await respond(server.url, leave, { action: 'abort_run' });
    const count = () => {
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      const database = new DatabaseSync(join(folder, 'runs.db'), { readOnly: true });
      const rows = database.prepare('select secret_id from hitl_secrets').all();
      database.close();
      return rows.length;
    };
    expect(count()).toBe(1);
    const gone = await fetch(`${server.url}/sessions/${asked.session_id}`, { method: 'DELETE' });
    expect(gone.status).toBe(204);
    expect(count()).toBe(0);
  });
});

const batch = `type: permission_store
name: rules
---
type: tool
name: login
kind: command
command: [node, ../login.mjs]
parameters: { type: object, properties: { password: { type: string } }, required: [password] }
requires_consent: true
---
type: agent
name: visitor
model:
  provider: scripted
  turns:
    - tool_calls:
        - { id: ask, name: ask_human, args: { prompt: 'Password?', sensitive: true } }
        - { id: use, name: login, args: { password: known } }
    - text: 'It was {{ask}}, then {{use}}'
tools: [ask_human, login]
permission_store: rules
`;

test('is asked for again in the same place if a restart lost it before its call ran', async () => {
  const folder = await secretFolder(batch);
  const start = () => serveHitl(['--config', 'hitl', '--store', 'sqlite:runs.db'], { cwd: folder });
  const first = await start();
  const events = await startRun(first.url, visit);
  const [asked, leave] = events.flatMap((event) =>
    event.type === 'interaction_request' ? [event.data.interaction_request] : [],
  );
  if (asked === undefined || leave === undefined) throw new Error('two are asked');
  await send(`${first.url}/interactions/${asked.id}/respond`, {
    request_id: asked.id,
    type: 'input',
    text: CANARY,
  });
  first.kill('SIGKILL');
  await first.ended;

  const second = await start();
  const repeated = requestIn(await respond(second.url, leave, once));
  expect(repeated).toMatchObject({ title: 'Password?', tool_call_id: 'ask', sensitive: true });
  expect(repeated.id).not.toBe(asked.id);
  expect(await gotIn(folder)).toEqual([]);
  const end = await respond(second.url, repeated, { text: CANARY });
  expect(await gotIn(folder)).toEqual(['known']);
  expect(end.at(-1)).toMatchObject({
    type: 'run_completed',
    data: { response: expect.stringMatching(/^It was ‹secret:.*›, then welcome known/) },
  });
});

test.each(['', 'short', `${KEY}0`, `${KEY.slice(1)}g`])(
  'an invalid HITL_SECRET_KEY stops the start, and is not printed: %j',
  async (key) => {
    const folder = await secretFolder(batch);
    const { code, stdout, stderr } = await hitl(['serve', '--config', 'hitl', '--port', '0'], {
      cwd: folder,
      env: { HITL_SECRET_KEY: key },
    }).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^hitl: the environment: HITL_SECRET_KEY: expected 32 bytes as 64 hex/);
    if (key !== '') expect(stderr).not.toContain(key);
  },
);
