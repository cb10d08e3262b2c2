import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import {
  createMemoryStore,
  createScriptedModel,
  defineTool,
  type SessionStore,
} from '../../src/index.ts';
import { serve } from '../../src/node/index.ts';
import { heldBytes } from '../held-bytes.fixture.ts';
import { askedCall, attacked, rawConnection, type Answered } from './limits.fixture.ts';

test('the 21st event stream of a user is refused, and a closed one makes room', async () => {
  const server = await attacked();
  const streams = await Promise.all(
    Array.from({ length: 20 }, () => server.stream('/interactions/events', 'ada')),
  );
  expect(streams.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const refused = await server.get('/interactions/events', 'ada');
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'streams_per_user' },
  });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await server.stream('/interactions/events', 'bob')).status).toBe(200);
  await streams[0]?.body?.cancel();
  await expect
    .poll(async () => (await server.stream('/interactions/events', 'ada')).status)
    .toBe(200);
});

test('an answer that would be streamed beyond the limit is refused before it counts', async () => {
  const server = await attacked({ limits: { streamsPerUser: 1 } });
  const { body: asked } = await server.post('/interactions', askedCall(1), 'ada');
  const request = requestIn(asked);
  await server.stream('/interactions/events', 'ada');
  const path = `/interactions/${String(request['id'])}`;
  const answer = { request_id: request['id'], type: 'confirm', confirmed: true, responded_at: NOW };
  const streamed = await fetch(`${server.url}${path}/respond`, {
    method: 'POST',
    headers: { authorization: 'Bearer ada', 'content-type': 'application/json' },
    body: JSON.stringify(answer),
  });
  expect(streamed.status).toBe(429);
  expect(await server.get(path, 'ada')).toMatchObject({ body: { status: 'pending' } });
  expect(await server.post(`${path}/respond`, answer, 'ada')).toMatchObject({ status: 200 });
});

const NOW = '2026-01-01T00:00:00.000Z';

/** The request that a person gets. */
function requestIn(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return body['interaction_request'] as Record<string, unknown>;
}

/** Sends requests until one is refused for their number, after at least as many as a minute allows. */
async function sendUntilRefused(
  send: () => Promise<Answered>,
  usual: number,
  perMinute: number,
): Promise<Answered> {
  const begin = performance.now();
  for (let admitted = 0; ; admitted += 1) {
    const answer = await send();
    const due = perMinute + ((performance.now() - begin) * perMinute) / 60_000;
    if (answer.status === usual) continue;
    expect(answer.status).toBe(429);
    expect(admitted).toBeGreaterThanOrEqual(perMinute);
    // More only as far as a busy machine took its time.
    expect(admitted).toBeLessThanOrEqual(due);
    return answer;
  }
}

test('a caller that sends too many requests gets a time to retry, and no other caller is limited', async () => {
  const server = await attacked({ limits: { requestsPerMinute: 5 } });
  const refused = await sendUntilRefused(() => server.get('/agents', 'ada'), 200, 5);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'requests_per_minute' },
  });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(12);
  expect((await server.get('/agents', 'bob')).status).toBe(200);
  expect((await server.get('/healthz', 'ada')).status).toBe(200);
});

test('large bodies and responses count like many requests', async () => {
  const server = await attacked({ limits: { requestsPerMinute: 100 } });
  const { status, body } = await server.post(
    '/interactions',
    askedCall(1, 'x'.repeat(2 ** 19)),
    'ada',
  );
  expect(status).toBe(201);
  // The body counts 32, the response with the call in several forms more than 68.
  const path = `/interactions/${String(body['interaction_id'])}`;
  expect(await server.get(path, 'ada')).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'requests_per_minute' },
  });
  expect((await server.get(path, 'bob')).status).toBe(404);
  const refused = 'x'.repeat(2 ** 20);
  expect((await server.post('/runs', refused, 'bob')).status).toBe(400);
  expect((await server.post('/runs', refused, 'bob')).status).toBe(400);
  expect((await server.post('/runs', '{}', 'bob')).status).toBe(429);
});

test('of many pages that a user asks for at once, only a few are read', async () => {
  const memory = createMemoryStore();
  let go = (): void => {};
  const slow = new Promise<void>((resolve) => {
    go = resolve;
  });
  let reading = 0;
  const sessionStore: SessionStore = {
    ...memory,
    async listInteractions(query) {
      reading += 1;
      await slow;
      return memory.listInteractions(query);
    },
  };
  const server = await attacked({ sessionStore });
  let refused = 0;
  const pages = Array.from({ length: 100 }, async () => {
    const { status } = await server.get('/interactions', 'ada');
    if (status === 429) refused += 1;
    return status;
  });
  await expect.poll(() => refused + reading).toBe(100);
  expect(reading).toBeLessThan(30);
  expect((await server.get('/runs', 'bob')).status).toBe(200);
  go();
  expect((await Promise.all(pages)).filter((status) => status === 200)).toHaveLength(reading);
  expect((await server.get('/interactions', 'ada')).status).toBe(200);
});

test('guessing tokens is limited by address, and does not lock out those who have one', async () => {
  const server = await attacked({ limits: { anonymousRequestsPerMinute: 3 } });
  await sendUntilRefused(() => server.get('/agents'), 401, 3);
  expect((await server.get('/agents', 'ada')).status).toBe(200);
});

test('a hundred unread streams share their frames', async () => {
  const server = await attacked({ limits: { streamsPerUser: 100 } });
  for (let number = 0; number < 40; number += 1) {
    const { status } = await server.post(
      '/interactions',
      askedCall(number, 'x'.repeat(2 ** 17)),
      'ada',
    );
    expect(status).toBe(201);
  }
  const before = heldBytes();
  const sockets = await Promise.all(Array.from({ length: 100 }, () => rawConnection(server.port)));
  for (const socket of sockets) {
    socket.write(
      'GET /interactions/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ada\r\n\r\n',
    );
  }
  // All readers get the first kilobytes, and none reads on.
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  expect((await server.get('/healthz')).status).toBe(200);
  // Without sharing, it would be more than two gigabytes.
  expect(heldBytes() - before).toBeLessThan(200 * 2 ** 20);
});

test('an event stream whose connection was closed makes room for the next', async () => {
  const server = await attacked({ limits: { streamsPerUser: 1 } });
  const head =
    'GET /interactions/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ada\r\n\r\n';
  for (let count = 0; count < 5; count += 1) {
    await expect
      .poll(async () => {
        const socket = await rawConnection(server.port);
        socket.write(head);
        const [first] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        return first.toString('latin1').slice(0, 12);
      })
      .toBe('HTTP/1.1 200');
  }
});

test('the 65th request of a session is denied with its reason, and the 501st of a user', async () => {
  const server = await attacked({ limits: { pendingPerUser: 66 } });
  const ask = (session: string, call: number) =>
    server.post('/interactions', { ...askedCall(call), session_id: session }, 'ada');
  for (let call = 0; call < 64; call += 1) expect((await ask('one', call)).status).toBe(201);
  expect(await ask('one', 64)).toMatchObject({
    status: 200,
    body: { decision: 'denied', reason: 'Too many requests are pending in this session (64)' },
  });
  expect((await ask('two', 65)).status).toBe(201);
  expect((await ask('three', 66)).status).toBe(201);
  expect(await ask('four', 67)).toMatchObject({
    status: 200,
    body: { decision: 'denied', reason: 'Too many requests of this user are pending (66)' },
  });
  expect((await server.post('/interactions', askedCall(68), 'bob')).status).toBe(201);
});

test('a decision by the id of a call reads few of the requests that have this id', async () => {
  const memory = createMemoryStore();
  let read = 0;
  const sessionStore: SessionStore = {
    ...memory,
    async findInteractionsOfCall(...query) {
      const found = await memory.findInteractionsOfCall(...query);
      read += found.length;
      return found;
    },
  };
  const server = await attacked({ sessionStore });
  for (let call = 0; call < 120; call += 1) {
    const asked = { ...askedCall(call), tool_call_id: 'call_1' };
    const { body } = await server.post('/interactions', asked, 'ada');
    const id = String(body['interaction_id']);
    const answer = { request_id: id, type: 'confirm', confirmed: false };
    await server.post(`/interactions/${id}/respond`, answer, 'ada');
  }
  const decide = (user: string) =>
    server.post('/approvals/call_1/decision', { action: 'deny' }, user);
  read = 0;
  expect((await decide('bob')).status).toBe(404);
  expect(read).toBe(0);
  expect((await decide('ada')).body).toMatchObject({ code: 'ambiguous_tool_call' });
  expect(read).toBeLessThanOrEqual(100);
});

test('a decision by the id of a call counts only the calls that its sender sees', async () => {
  const server = await attacked();
  for (const user of ['ada', 'bob']) {
    const asked = { ...askedCall(1), session_id: user, tool_call_id: 'call_1' };
    expect((await server.post('/interactions', asked, user)).status).toBe(201);
  }
  const decide = (user: string) =>
    server.post('/approvals/call_1/decision', { action: 'deny' }, user);
  expect(await decide('root')).toMatchObject({ body: { code: 'ambiguous_tool_call' } });
  expect(await decide('ada')).toMatchObject({ status: 200, body: { status: 'denied' } });
  const { body } = await server.get('/interactions?status=pending', 'root');
  expect(body).toMatchObject({ interactions: [{ session_id: 'bob' }] });
});

test('large requests of a session are denied before their number is reached', async () => {
  const server = await attacked();
  const ask = (call: number, text: string) =>
    server.post('/interactions', { ...askedCall(call, text), session_id: 'one' }, 'ada');
  const large = 'x'.repeat(1_000_000);
  for (let call = 0; call < 4; call += 1) {
    expect((await ask(call, large)).body).toMatchObject({ decision: 'pending' });
  }
  expect((await ask(4, large)).body).toMatchObject({
    decision: 'denied',
    reason: 'The requests that are pending in this session are too large in all',
  });
  expect((await ask(5, 'small')).body).toMatchObject({ decision: 'pending' });
});

test('a page of large requests has fewer of them, and the next pages have the rest', async () => {
  const server = await attacked();
  for (let call = 0; call < 20; call += 1) {
    await server.post('/interactions', askedCall(call, 'x'.repeat(200_000)), 'ada');
  }
  const sizes: number[] = [];
  for (let more = ''; !more.endsWith('=null');) {
    const { body } = await server.get(`/interactions?limit=200${more}`, 'ada');
    sizes.push((body['interactions'] as unknown[]).length);
    more = `&cursor=${body['next_cursor'] as string | null}`;
  }
  expect(sizes).toEqual([8, 8, 4]);
});

test('nothing is started for a user who stores too much, until something is deleted', async () => {
  const server = await attacked({ limits: { storedBytesPerUser: 2000 } });
  const { body } = await server.post('/interactions', askedCall(1, 'x'.repeat(4000)), 'ada');
  expect(body).toMatchObject({ decision: 'pending' });
  expect(await server.post('/interactions', askedCall(2), 'ada')).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'stored_bytes_per_user' },
  });
  expect(await server.get('/interactions', 'ada')).toMatchObject({
    body: { interactions: [{ id: requestIn(body)['id'] }] },
  });
  expect((await server.post('/interactions', askedCall(3), 'bob')).status).toBe(201);
});

test('a user cannot have more rules, or longer ones, than the limits allow', async () => {
  const server = await attacked({ limits: { rulesPerUser: 2, ruleLength: 40 } });
  const allow = (resource: string) => server.post('/permissions/ada/allow', { resource }, 'ada');
  expect(await allow(`deploy(${'x'.repeat(40)})`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ path: 'resource' }] },
  });
  expect((await allow('deploy(a)')).status).toBe(200);
  expect((await allow('deploy(b)')).status).toBe(200);
  expect((await allow('deploy(b)')).status).toBe(200);
  expect(await allow('deploy(c)')).toMatchObject({
    status: 429,
    body: { code: 'rate_limited', limit: 'rules_per_user' },
  });
  const { body: asked } = await server.post('/interactions', askedCall(1), 'ada');
  const request = requestIn(asked);
  const path = `/interactions/${String(request['id'])}/respond`;
  const yes = { request_id: request['id'], type: 'confirm', confirmed: true, responded_at: NOW };
  const kept = await server.post(path, { ...yes, remember: { scope: 'always' } }, 'ada');
  expect(kept).toMatchObject({ status: 422, body: { code: 'invalid_response' } });
  // A yes without `remember` approves the call, and saves nothing.
  expect((await server.post(path, yes, 'ada')).status).toBe(200);
  const { body: rules } = await server.get('/permissions/ada', 'ada');
  expect(rules).toEqual({ allow: ['deploy(a)', 'deploy(b)'], deny: [] });
});

test('a rule that would be too long is not offered, and the call can still be allowed', async () => {
  const server = await attacked({ limits: { ruleLength: 100 } });
  const { body } = await server.post('/interactions', askedCall(1, 'x'.repeat(200)), 'ada');
  expect(requestIn(body)).toMatchObject({
    metadata: { rememberable: false, suggested_patterns: [] },
  });
});

test('a schema that is too slow to check refuses the arguments, and delays no one', async () => {
  const evil = defineTool({
    name: 'evil',
    description: 'Has the schema of an evil server',
    parameters: {
      type: 'object',
      properties: {
        name: { type: 'string', pattern: '^(?=(a+)+$)(a+)+$' },
        list: { type: 'array', uniqueItems: true },
      },
    },
    execute: () => Promise.resolve('done'),
  });
  const args = {
    name: `${'a'.repeat(50_000)}!`,
    list: Array.from({ length: 20_000 }, (_, n) => [n]),
  };
  const model = createScriptedModel({
    name: 'model',
    turns: [{ toolCalls: [{ id: 'c1', name: 'evil', args }] }, { text: '{{c1}}' }],
  });
  const server = await attacked({
    agents: [{ name: 'agent', model: 'model', tools: ['evil'] }],
    models: [model],
    tools: [evil],
  });
  const { body: run } = await server.post('/runs', { agent_id: 'agent', input: 'go' }, 'ada');
  expect((await server.get('/healthz')).status).toBe(200);
  await expect
    .poll(async () => (await server.get(`/runs/${String(run['id'])}`, 'ada')).body)
    .toMatchObject({
      status: 'completed',
      response: expect.stringContaining(
        'Invalid arguments for evil: name: does not match',
      ) as string,
    });
});

test('a wildcard rule is matched in linear time', async () => {
  const server = await attacked();
  const resource = `note(${'*a'.repeat(30)}b)`;
  expect((await server.post('/permissions/ada/allow', { resource }, 'ada')).status).toBe(200);
  const call = { tool_name: 'note', tool_args: { text: 'a'.repeat(10_000) } };
  expect(await server.post('/permissions/ada/check', call, 'ada')).toMatchObject({
    status: 200,
    body: { decision: 'needs_auth' },
  });
});

test.each([
  ['deeper than 64', '['.repeat(500_000), 400, 'invalid_request'],
  [
    'keys',
    `{${Array.from({ length: 100_000 }, (_, n) => `"${n}":0`).join(',')}}`,
    400,
    'invalid_request',
  ],
  ['elements', `{"responses":[${'{},'.repeat(300_000)}{}]}`, 400, 'invalid_request'],
  ['larger', 'x'.repeat(2 ** 20 + 1), 413, 'payload_too_large'],
] as const)(
  'a body that is too much is refused before it is understood: %s',
  async (_, body, status, code) => {
    const server = await attacked();
    const { errors, ...refused } = (await server.post('/interactions/respond', body, 'ada')).body;
    expect(refused).toMatchObject({ status, code });
    expect(errors ?? []).toHaveLength(code === 'invalid_request' ? 1 : 0);
  },
);

test('a body with thousands of mistakes gets a short response', async () => {
  const server = await attacked();
  const asked = await server.post('/interactions', askedCall(1), 'ada');
  const id = String(asked.body['interaction_id']);
  const answer = (more: object) =>
    server.post(
      `/interactions/${id}/respond`,
      { request_id: id, type: 'confirm', action: 'approve', ...more },
      'ada',
    );
  const many = Array.from({ length: 15_000 }, (_, n) => `note(${n})`);
  for (const more of [
    { selected_values: many.map(Number) },
    { remember: { scope: 'always', patterns: many } },
    { remember: { scope: 'always', patterns: many.map(() => 'no rule') } },
  ]) {
    const { status, body } = await answer(more);
    expect([400, 422]).toContain(status);
    expect(body['errors']).toHaveLength(100);
  }
});

test('an announced gigabyte is refused immediately, and a compressed body is not inflated', async () => {
  const server = await attacked();
  const head = (more: string): string =>
    `POST /runs HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ada\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
  for (const [more, status] of [
    ['Content-Length: 1073741824', '413'],
    ['Content-Encoding: gzip\r\nContent-Length: 2', '415'],
  ] as const) {
    const socket = await rawConnection(server.port);
    socket.write(head(more));
    const [first] = (await once(socket, 'data')) as [Buffer];
    expect(first.toString('latin1')).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  }
});

test('silent, slow and stalled connections are closed', async () => {
  const server = await attacked({}, { requestTimeoutMs: 300, idleTimeoutMs: 1000 });
  const silent = await rawConnection(server.port);
  const slowHead = await rawConnection(server.port);
  slowHead.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-');
  const slowBody = await rawConnection(server.port);
  slowBody.write(
    'POST /runs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ada\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  const idle = await rawConnection(server.port);
  idle.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  const all = [silent, slowHead, slowBody, idle];
  await Promise.all(all.map((socket) => once(socket.resume(), 'close')));
  // A busy machine may deliver a request too slowly as well.
  await expect.poll(async () => (await server.get('/healthz')).status).toBe(200);
});

test('a response that is not read is aborted', async () => {
  let leave = (): void => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const server = await serve({
    port: 0,
    idleTimeoutMs: 1000,
    handler: {
      fetch({ signal }) {
        signal.addEventListener('abort', () => leave());
        return new Response('x'.repeat(64 << 20));
      },
    },
  });
  onTestFinished(() => server.close(0));
  const socket = await rawConnection(server.port);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  // The first bytes have arrived; no more are read.
  await once(socket, 'readable');
  await gone;
});

test('a refusal reaches a client that sends a large body, and then closes the connection', async () => {
  const server = await attacked();
  const body = 'x'.repeat(900_000);
  for (let count = 0; count < 10; count += 1) {
    const socket = await rawConnection(server.port);
    socket.write(
      `POST /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 404/);
  }
});

test('another user’s session gets the same reply whatever its state, and starts nothing', async () => {
  const model = createScriptedModel({
    name: 'model',
    turns: [{ toolCalls: [{ id: 'c', name: 'work', args: {} }] }],
  });
  const work = defineTool({
    name: 'work',
    description: 'Works',
    parameters: { type: 'object' },
    requiresConsent: true,
    execute: () => Promise.resolve('done'),
  });
  const server = await attacked({
    agents: [
      { name: 'asks', model: 'model', tools: ['work'] },
      {
        name: 'ends',
        model: createScriptedModel({ name: 'other', turns: [{ text: 'Hello.' }] }),
        tools: [],
      },
    ],
    models: [model],
    tools: [work],
  });
  const start = (agent_id: string, session_id: string, user: string) =>
    server.post('/runs', { agent_id, session_id, input: 'go' }, user);
  expect((await start('asks', 'busy', 'ada')).status).toBe(201);
  expect((await start('ends', 'over', 'ada')).status).toBe(201);
  const answers = await Promise.all(
    ['busy', 'over'].map((session) => start('asks', session, 'bob')),
  );
  for (const [index, { status, body }] of answers.entries()) {
    expect(status).toBe(404);
    const session = ['busy', 'over'][index] ?? '';
    expect(JSON.stringify(body).replaceAll(session, 'X')).toBe(
      JSON.stringify(answers[0]?.body).replaceAll('busy', 'X'),
    );
  }
  expect((await server.get('/sessions/busy', 'bob')).body).toMatchObject({
    code: 'session_not_found',
  });
  expect((await server.get('/runs', 'bob')).body).toEqual({ runs: [], next_cursor: null });
});
