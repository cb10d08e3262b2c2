import { ENDPOINTS, type Problem } from '@hitl/protocol/endpoints';
import type { InteractionRequest, InteractionView, Run } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createHandler } from './handler.ts';
import { approval, served } from './served.fixture.ts';
import { createTokenAuthenticate } from './token-auth.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };
const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
const ALICE = bearer('token-a');
const BOB = bearer('token-b');
const RITA = bearer('token-r');
const tokens = (): ReturnType<typeof createTokenAuthenticate> =>
  createTokenAuthenticate('token-a alice\ntoken-b bob\ntoken-r rita reviewer');

function nested(levels: number): string {
  return `{"agent_id":"agent","input":"x","metadata":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
}

test.each([
  ['no JSON', '{', 400, 'is not JSON'],
  ['nothing', '', 400, 'is empty'],
  ['a list', '[]', 400, ''],
  ['missing fields', '{"agent_id":"agent"}', 400, ''],
  ['a wrong type', '{"agent_id":"agent","input":7}', 400, ''],
  ['depth 65', nested(64), 400, 'deeper than 64'],
  ['depth 5,000', nested(5000), 400, 'deeper than 64'],
  ['100,000 levels without end', `{"a":${'['.repeat(100_000)}`, 400, 'deeper than 64'],
  ['a key twice', '{"agent_id":"agent","agent_id":"b","input":"x"}', 400, 'twice'],
  ['__proto__', '{"agent_id":"agent","input":"x","__proto__":{"isAdmin":true}}', 400, '__proto__'],
  ['a lone surrogate', '{"agent_id":"agent","input":"\\ud800"}', 400, 'surrogate'],
  [
    'an endless number',
    '{"agent_id":"agent","input":"x","metadata":{"n":1e999}}',
    400,
    'too large',
  ],
  ['4 MB of brackets', '['.repeat(4_000_000), 413, ''],
  ['2 MB', JSON.stringify({ agent_id: 'agent', input: 'x'.repeat(2 << 20) }), 413, ''],
])('refuses a body with %s and starts nothing', async (_, body, status, text) => {
  const { post, get } = await served();
  const refused = await post<Problem>('/runs', body);
  expect(refused.status).toBe(status);
  expect(refused.headers.get('content-type')).toBe('application/problem+json');
  expect(refused.body.code).toBe(status === 413 ? 'payload_too_large' : 'invalid_request');
  expect(JSON.stringify(refused.body)).toContain(text);
  expect((await get('/runs')).body).toEqual({ runs: [], next_cursor: null });
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
});

test('refuses a body that is too large while it is still being sent, and keeps working', async () => {
  const { send, get } = await served({ maxBodyBytes: 1000 });
  const chunk = new TextEncoder().encode(' '.repeat(400));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1;
      if (sent > 50) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init = { headers: JSON_HEADERS, body, duplex: 'half' } as RequestInit;
  expect(await send('POST', '/runs', init)).toMatchObject({
    status: 413,
    body: { code: 'payload_too_large' },
  });
  expect((await get('/healthz')).status).toBe(200);
});

test('reads a body, up to the limit, if requests have no body stream, as in Firefox', async () => {
  const { handler } = await served({ maxBodyBytes: 1000 });
  const start = async (input: string): Promise<number> => {
    const body = JSON.stringify({ agent_id: 'agent', input });
    const init = { method: 'POST', headers: JSON_HEADERS, body };
    const request = new Request('http://localhost/runs', init);
    Object.defineProperty(request, 'body', { value: undefined });
    return (await handler.fetch(request)).status;
  };
  expect(await start('x')).toBe(201);
  expect(await start('x'.repeat(1000))).toBe(413);
});

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/json-seq'],
  ['application/jsonx'],
  ['text/json'],
  ['application/json; charset=utf-16'],
  [''],
])('accepts no body of type %j', async (type) => {
  const { send, get, ask } = await served();
  const { requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const path = `/interactions/${request.id}/respond`;
  const body = new Blob([JSON.stringify(approval(request))], { type });
  expect(await send('POST', path, { body, headers: { 'content-type': type } })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_media_type' },
  });
  expect((await get<InteractionView>(`/interactions/${request.id}`)).body.status).toBe('pending');
});

test('reads UTF-8 only, never inflates', async () => {
  const { send } = await served();
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
  expect(await send('POST', '/runs', { headers: JSON_HEADERS, body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
  const headers = { ...JSON_HEADERS, 'content-encoding': 'gzip' };
  expect(await send('POST', '/runs', { headers, body })).toMatchObject({ status: 415 });
});

test('a page of another origin changes nothing', async () => {
  const { post, get, send, ask } = await served();
  const { requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const path = `/interactions/${request.id}/respond`;
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ] as Record<string, string>[]) {
    const refused = await post<Problem>(path, approval(request), headers);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(refused.headers.get('access-control-allow-origin')).toBe(null);
  }
  const preflight = await send('OPTIONS', path, {
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(null);
  expect(preflight.headers.get('access-control-allow-methods')).toBe(null);
  expect((await get<InteractionView>(`/interactions/${request.id}`)).body.status).toBe('pending');
});

test('a page of this machine may read why it is refused, and what to set; a page elsewhere may not', async () => {
  const { send } = await served();
  const from = (origin: string) => send('GET', '/interactions/events', { headers: { origin } });

  const near = await from('http://localhost:5173');
  expect(near).toMatchObject({
    status: 403,
    body: {
      detail:
        'Pages of http://localhost:5173 may not call this server. Add the origin to its allowed_origins (--allow-origin).',
    },
  });
  expect(near.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  const far = await from('https://evil.example');
  expect(far.status).toBe(403);
  expect(far.headers.get('access-control-allow-origin')).toBe(null);
});

test('a page of an allowed origin calls after its preflight, and reads the answer', async () => {
  const origin = 'https://app.example.com';
  const { send, post, follow, ask } = await served({ allowedOrigins: [origin] });
  const preflight = await send('OPTIONS', '/runs', {
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  expect(preflight.headers.get('access-control-allow-credentials')).toBe(null);
  const started = await post('/runs', { agent_id: 'agent', input: 'x' }, { origin });
  expect(started.status).toBe(201);
  expect(started.headers.get('access-control-allow-origin')).toBe(origin);
  expect((await post('/runs', '{', { origin })).headers.get('access-control-allow-origin')).toBe(
    origin,
  );
  const { run } = await ask();
  const events = await follow(`/runs/${run.id}/events`, { headers: { origin } });
  expect(events.headers.get('access-control-allow-origin')).toBe(origin);
  events.hangUp();
});

test('without authentication it answers on this machine only', async () => {
  const { handler } = await served();
  const call = (host: string): Promise<Response> =>
    handler.fetch(new Request('http://127.0.0.1/agents', { headers: { host } }));
  expect((await call('127.0.0.1:8787')).status).toBe(200);
  expect((await call('localhost')).status).toBe(200);
  for (const host of ['evil.test', 'evil.test:8787', '127.0.0.1.evil.test']) {
    const refused = await call(host);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'forbidden' });
  }
  // A client in the same process sends no Host header.
  expect((await handler.fetch(new Request('http://anything/agents'))).status).toBe(200);
});

test('GET, HEAD and OPTIONS decide nothing', async () => {
  const { send, get, ask } = await served();
  const { requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const path = `/interactions/${request.id}/respond?confirmed=true&action=approve`;
  expect(await send('GET', path)).toMatchObject({
    status: 405,
    body: { code: 'method_not_allowed' },
  });
  expect((await send('GET', path)).headers.get('allow')).toBe('POST');
  expect((await send('HEAD', path)).status).toBe(405);
  expect((await send('OPTIONS', path)).status).toBe(204);
  expect((await get<InteractionView>(`/interactions/${request.id}`)).body.status).toBe('pending');
});

test('HEAD answers like GET, without a body and without a stream', async () => {
  const { send, ask } = await served();
  const { run } = await ask();
  const head = await send('HEAD', `/runs/${run.id}`);
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toBe('application/json');
  const events = await send('HEAD', `/runs/${run.id}/events`);
  expect(events.status).toBe(200);
  expect(events.headers.get('content-type')).toBe('text/event-stream');
});

test('answers other routes with not_found or method_not_allowed', async () => {
  const { send } = await served();
  for (const path of ['/', '/nope', '/runs/', '/runs/a/b', '/interactions/a/respond/x', '//runs']) {
    expect(await send('GET', path), path).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  }
  for (const [method, path] of [
    ['PUT', '/runs'],
    ['DELETE', '/runs'],
    ['PATCH', '/runs/a'],
    ['POST', '/healthz'],
    ['POST', '/interactions/events'],
    ['GET', '/tool-consent'],
  ] as const) {
    expect(await send(method, path), `${method} ${path}`).toMatchObject({
      status: 405,
      body: { code: 'method_not_allowed' },
    });
  }
});

test('is available below its base path only', async () => {
  const { get, post, send, handler } = await served({ basePath: '/api/hitl/' });
  expect((await handler.fetch(new Request('http://x/agents'))).status).toBe(404);
  expect((await get('/agents')).status).toBe(404);
  expect((await send('GET', 'agents')).status).toBe(200);
  const created = await post('runs', { agent_id: 'agent', input: 'x' });
  expect(created.headers.get('location')).toMatch(/^\/api\/hitl\/runs\/./);
  for (const basePath of ['api', '/a b', '/a/../b?', '/{id}', '/:id', '/*']) {
    const create = (): unknown =>
      createHandler({ engine: {} as never, authenticate: 'none', basePath });
    expect(create, basePath).toThrow(/is not like/);
  }
});

test.each([
  ['no roles', { userId: 'ann' }, 'roles: undefined'],
  ['roles as a text', { userId: 'ann', roles: 'not-a-reviewer' }, 'roles: string'],
  ['roles that are no texts', { userId: 'ann', roles: [1] }, 'roles: a list'],
  ['no user', { roles: ['reviewer'] }, 'userId: undefined'],
  ['a user without a name', { userId: '', roles: [] }, 'userId: an empty text'],
  ['a tenant without a name', { userId: 'ann', roles: [], tenantId: '' }, 'tenantId: an empty'],
])('an identity with %s is refused, and the host gets the reason', async (_, identity, why) => {
  const on = await served({ authenticate: () => Object(identity) });
  expect((await on.get('/interactions')).status).toBe(500);
  expect(String(on.errors[0]?.error)).toContain(`TypeError: authenticate returned ${why}`);
});

test('every endpoint but health and description needs a known caller', async () => {
  const { send, url, errors } = await served({ authenticate: await tokens() });
  for (const { method, path } of Object.values(ENDPOINTS)) {
    const target = path.replaceAll(/\{\w+\}/g, 'x');
    const init = method === 'POST' ? { headers: JSON_HEADERS, body: '{}' } : {};
    const open = path === '/healthz' || path === '/openapi.json';
    for (const query of ['', '?token=token-a', '?access_token=token-a']) {
      const answer = await send(method, target + query, init);
      // Public endpoints also refuse unknown parameters.
      const openly = query === '' ? 200 : 400;
      expect(answer.status, `${method} ${target}${query}`).toBe(open ? openly : 401);
      if (open) continue;
      expect(answer.body.code).toBe('unauthenticated');
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  }
  expect((await fetch(`${url}/agents`, { headers: ALICE })).status).toBe(200);
  expect(errors).toEqual([]);
});

test('records of other users are answered like absent ones, on every route', async () => {
  const { send, follow, ask } = await served({ authenticate: await tokens() });
  const { run, requests } = await ask(ALICE);
  const [request] = requests as [InteractionRequest];
  const respond = JSON.stringify(approval(request));
  const routes = [
    ['GET', '/runs/{id}', run.id, undefined],
    ['GET', '/runs/{id}/events', run.id, undefined],
    ['GET', '/runs/{id}/audit', run.id, undefined],
    ['POST', '/runs/{id}/control', run.id, '{"action":"abort_run"}'],
    ['GET', '/sessions/{id}', run.session_id, undefined],
    ['GET', '/sessions/{id}/messages', run.session_id, undefined],
    ['GET', '/sessions/{id}/events', run.session_id, undefined],
    ['DELETE', '/sessions/{id}', run.session_id, undefined],
    ['GET', '/interactions/{id}', request.id, undefined],
    ['POST', '/interactions/{id}/respond', request.id, respond],
    ['POST', '/approvals/{id}/decision', request.tool_call_id, '{"action":"approve"}'],
  ] as const;
  for (const [method, path, id, body] of routes) {
    const call = (target: string, headers: Record<string, string>): ReturnType<typeof send> =>
      send(method, path.replace('{id}', target), {
        headers: { ...headers, ...(body !== undefined && JSON_HEADERS) },
        ...(body !== undefined && { body: body.replaceAll(id, target) }),
      });
    const foreign = await call(id, BOB);
    const absent = await call('absent', BOB);
    expect(foreign.status, `${method} ${path}`).toBe(404);
    expect(JSON.stringify(foreign.body).replaceAll(id, 'ID')).toBe(
      JSON.stringify(absent.body).replaceAll('absent', 'ID'),
    );
  }
  const reviewed = await follow(`/runs/${run.id}/events`, { headers: RITA });
  expect(reviewed.status).toBe(200);
  reviewed.hangUp();
  expect((await send('GET', `/interactions/${request.id}`, { headers: BOB })).status).toBe(404);
  expect(await send('GET', `/interactions/${request.id}`, { headers: ALICE })).toMatchObject({
    status: 200,
    body: { status: 'pending' },
  });
});

test('lists and inboxes show only what is the caller’s', async () => {
  const { get, follow, ask } = await served({ authenticate: await tokens() });
  const { run } = await ask(ALICE);
  for (const [path, member] of [
    ['/runs', 'runs'],
    ['/sessions', 'sessions'],
    ['/interactions?status=pending', 'interactions'],
  ] as const) {
    expect((await get<Record<string, unknown[]>>(path, BOB)).body[member]).toEqual([]);
    expect((await get<Record<string, unknown[]>>(path, ALICE)).body[member]).toHaveLength(1);
    expect((await get<Record<string, unknown[]>>(path, RITA)).body[member]).toHaveLength(1);
  }
  const inbox = await follow('/interactions/events', { headers: BOB });
  expect((await inbox.next()).data).toBe('{"interactions":[]}');
  const own = await ask(BOB);
  const [{ data }] = [await inbox.next()];
  expect(data).toContain(own.run.id);
  expect(data).not.toContain(run.id);
  inbox.hangUp();
  const reviewer = await follow('/interactions/events', { headers: RITA });
  const { data: all } = await reviewer.next();
  expect(all).toContain(run.id);
  expect(all).toContain(own.run.id);
  reviewer.hangUp();
});

test('a caller cannot act under another name', async () => {
  const { get, post } = await served({ authenticate: await tokens() });
  const forbidden = { status: 403, body: { code: 'forbidden' } };
  const rule = { resource: 'work(*)' };
  for (const action of ['allow', 'deny', 'ask', 'revoke']) {
    expect(await post(`/permissions/bob/${action}`, rule, ALICE), action).toMatchObject(forbidden);
  }
  const check = { tool_name: 'work', tool_args: {} };
  expect(await post('/permissions/bob/check', check, ALICE)).toMatchObject(forbidden);
  for (const path of [
    '/permissions/bob',
    '/permissions/bob/rules',
    '/sessions?user_id=bob',
    '/interactions?user_id=bob',
    '/interactions/events?user_id=bob',
  ]) {
    expect(await get(path, ALICE), path).toMatchObject(forbidden);
  }
  const run = { agent_id: 'agent', input: 'x', user_id: 'bob' };
  expect(await post('/runs', run, ALICE)).toMatchObject(forbidden);
  expect((await get('/permissions/bob', BOB)).body).toEqual({ allow: [], deny: [] });
  expect((await get('/permissions/alice', ALICE)).status).toBe(200);
});

test('accepts any id: encoded, foreign, hostile', async () => {
  const { get, post } = await served();
  const user = 'a/b ü%{}?#';
  const path = `/permissions/${encodeURIComponent(user)}`;
  expect((await post(`${path}/allow`, { resource: 'work(x)' })).status).toBe(200);
  expect((await get(path)).body).toEqual({ allow: ['work(x)'], deny: [] });
  for (const id of [
    "a') OR 1=1--",
    '{"$ne":null}',
    '..',
    '%2e%2e%2f',
    '\u0000',
    'x'.repeat(300),
    '__proto__',
    'constructor',
  ]) {
    const encoded = encodeURIComponent(id);
    for (const [target, code] of [
      [`/runs/${encoded}/events`, 'run_not_found'],
      [`/sessions/${encoded}/messages`, 'session_not_found'],
      [`/interactions/${encoded}?wait=1`, 'interaction_not_found'],
    ]) {
      if (id === '..') continue;
      expect(await get(target ?? ''), target).toMatchObject({ status: 404, body: { code } });
    }
  }
  expect(await get('/permissions/%00')).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
});

test('sends the same headers with every response', async () => {
  const { get, send, post, follow, ask } = await served();
  const { run } = await ask();
  const events = await follow(`/runs/${run.id}/events`);
  events.hangUp();
  const answers = [
    await get('/agents'),
    await get('/nope'),
    await get('/runs?limit=x'),
    await send('PUT', '/runs'),
    await send('OPTIONS', '/runs'),
    await post('/runs', '{'),
    await post('/runs', '{}', { origin: 'https://evil.example' }),
    events,
  ];
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('vary')).toContain('Origin');
  }
});

test('an internal error is reported only by an id', async () => {
  const { get, errors } = await served({
    wrap: (engine) => ({
      ...engine,
      listRuns: () => Promise.reject(new Error('SELECT secret FROM runs at /srv/app/store.ts')),
      agents() {
        // oxlint-disable-next-line no-throw-literal -- libraries do
        throw 'no error at all';
      },
    }),
  });
  for (const path of ['/runs', '/agents']) {
    const broken = await get<Problem>(path);
    expect(broken.status).toBe(500);
    expect(broken.body.code).toBe('internal');
    expect(JSON.stringify(broken.body)).not.toMatch(/secret|srv|no error|stack/);
    expect(broken.body['error_id']).toBe(errors.at(-1)?.id);
  }
  expect(errors.map(({ error }) => String(error))).toEqual([
    'Error: SELECT secret FROM runs at /srv/app/store.ts',
    'no error at all',
  ]);
});

test('an Idempotency-Key creates one run for the same body, and another body is a conflict', async () => {
  const { post } = await served();
  const body = { agent_id: 'agent', input: 'x' };
  const key = { 'idempotency-key': 'key-1' };
  const [first, second] = [
    await post<Run>('/runs', body, key),
    await post<Run>('/runs', body, key),
  ];
  expect(second.body.id).toBe(first.body.id);
  expect(await post('/runs', { ...body, input: 'y' }, key)).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  expect(await post('/runs', body, { 'idempotency-key': 'x'.repeat(300) })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
});
