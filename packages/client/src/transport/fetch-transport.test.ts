import { ENDPOINTS, HitlError, problem, type EndpointName } from '@hitl/protocol/endpoints';
import { confirmResponse, interactionView, run } from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createHitlClient, type HitlClient, type HitlClientOptions } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import { createFakeClock } from '../testing/fake-clock.ts';

const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    headers: { 'content-type': 'application/json' },
    ...init,
  });

interface Sent {
  readonly client: HitlClient;
  readonly requests: Request[];
}

function clientOf(answer: () => Response | Promise<Response>, more: HitlClientOptions = {}): Sent {
  const requests: Request[] = [];
  const client = createHitlClient({
    baseUrl: 'http://hitl.test/api/',
    async fetch(request) {
      requests.push(request);
      return answer();
    },
    ...more,
  });
  return { client, requests };
}

async function failureOf(promise: Promise<unknown>): Promise<ClientError> {
  try {
    await promise;
  } catch (error) {
    expect(HitlError.isInstance(error)).toBe(true);
    return error as ClientError;
  }
  return expect.unreachable('it did not fail');
}

const rule = { resource: 'bash(npm run lint)' };
const consent = { tool_call_id: 'call_1', decision: 'allow' as const, patterns: [] };
const decision = { tool_call_id: 'c/1', action: 'approve' as const };
const signal = { run_id: 'run_1', action: 'pause_run' as const };
const created = { agent_id: 'assistant', input: 'Go' };
const asked = { session_id: 'ses_1', tool_call_id: 'call_1', tool_name: 'bash', tool_args: {} };
const call = { tool_name: 'bash', tool_args: { command: 'ls' } };

/** Every endpoint: its call, the request, and whether it has an idempotency key. */
const COMMANDS: Record<
  // Streams, and the endpoints of `@hitl/client/gate`.
  Exclude<
    EndpointName,
    'run_events' | 'session_events' | 'interaction_events' | 'claim_call' | 'complete_call'
  >,
  [(client: HitlClient) => Promise<unknown>, path: string, body?: unknown, key?: 'key']
> = {
  create_run: [(client) => client.createRun(created), '/runs', created, 'key'],
  list_runs: [
    (client) => client.listRuns({ sessionId: 's 1', status: 'running', limit: 5 }),
    '/runs?session_id=s+1&status=running&limit=5',
  ],
  get_run: [(client) => client.getRun('a/b?c'), '/runs/a%2Fb%3Fc'],
  run_audit: [(client) => client.audit('run_1'), '/runs/run_1/audit'],
  control_run: [(client) => client.control(signal), '/runs/run_1/control', signal],
  list_sessions: [
    (client) => client.listSessions({ userId: 'ada', cursor: 'x&y' }),
    '/sessions?user_id=ada&cursor=x%26y',
  ],
  get_session: [(client) => client.getSession('ses_1'), '/sessions/ses_1'],
  delete_session: [(client) => client.deleteSession('ses_1'), '/sessions/ses_1'],
  session_messages: [(client) => client.getMessages('ses_1'), '/sessions/ses_1/messages'],
  list_interactions: [
    (client) => client.listInteractions({ status: 'pending', runId: undefined as never }),
    '/interactions?status=pending',
  ],
  create_interaction: [(client) => client.createInteraction(asked), '/interactions', asked],
  respond_batch: [
    (client) => client.respondAll([confirmResponse()]),
    '/interactions/respond',
    { responses: [confirmResponse()] },
    'key',
  ],
  get_interaction: [
    (client) => client.getInteraction('int_1', { wait: 30 }),
    '/interactions/int_1?wait=30',
  ],
  respond: [
    (client) => client.respond(confirmResponse()),
    '/interactions/int_1/respond',
    confirmResponse(),
    'key',
  ],
  decide: [(client) => client.decide(decision), '/approvals/c%2F1/decision', decision, 'key'],
  tool_consent: [(client) => client.consent(consent), '/tool-consent', consent, 'key'],
  get_permissions: [(client) => client.getPermissions('ada'), '/permissions/ada'],
  list_rules: [(client) => client.listRules('ada'), '/permissions/ada/rules'],
  allow: [(client) => client.allow('ada', rule), '/permissions/ada/allow', rule],
  deny: [(client) => client.deny('ada', rule), '/permissions/ada/deny', rule],
  ask: [(client) => client.ask('ada', rule), '/permissions/ada/ask', rule],
  revoke: [(client) => client.revoke('ada', rule.resource), '/permissions/ada/revoke', rule],
  check: [(client) => client.check('ada', call), '/permissions/ada/check', call],
  list_agents: [(client) => client.listAgents(), '/agents'],
  healthz: [(client) => client.health(), '/healthz'],
  openapi: [(client) => client.describe(), '/openapi.json'],
};

describe('one function per endpoint', () => {
  test.each(Object.entries(COMMANDS))('%s', async (name, [send, path, body, key]) => {
    const { client, requests } = clientOf(() => json({ answered: true }));
    expect(await send(client)).toEqual({ answered: true });
    const [request] = requests;
    expect(`${request?.method} ${request?.url}`).toBe(
      `${ENDPOINTS[name as EndpointName].method} http://hitl.test/api${path}`,
    );
    const text = await request?.text();
    expect(text === '' ? undefined : JSON.parse(text ?? '')).toEqual(body);
    expect(request?.headers.get('content-type')).toBe(
      body === undefined ? null : 'application/json',
    );
    expect(request?.headers.get('accept')).toBe('application/json');
    expect(request?.cache).toBe('no-store');
    expect(request?.headers.has('idempotency-key')).toBe(key === 'key');
  });

  test('resolves a 204 without a body', async () => {
    const { client } = clientOf(() => new Response(null, { status: 204 }));
    expect(await client.deleteSession('ses_1')).toBeUndefined();
  });

  test('gives each submission its own key, unless the caller passes one', async () => {
    const { client, requests } = clientOf(() => json({}));
    await client.respond(confirmResponse());
    await client.respond(confirmResponse());
    await client.respond(confirmResponse(), { idempotencyKey: 'mine' });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys[2]).toBe('mine');
  });

  test.each(['', '.', '..'])('refuses the id %j, which a URL would drop', async (id) => {
    const { client, requests } = clientOf(() => json({}));
    expect(await failureOf(client.deleteSession(id))).toMatchObject({ code: 'bad_call' });
    expect(requests).toEqual([]);
  });
});

describe('the environment', () => {
  test('is not used before the first call', async () => {
    const { requests } = clientOf(() => json({}));
    await Promise.resolve();
    expect(requests).toEqual([]);
  });

  test('gets headers; a function is called each time', async () => {
    let token = 0;
    const { client, requests } = clientOf(() => json({}), {
      headers: async () => ({ authorization: `Bearer ${(token += 1)}` }),
    });
    await client.listAgents();
    await client.listAgents();
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer 1',
      'Bearer 2',
    ]);
    const plain = clientOf(() => json({}), { headers: { 'x-team': 'red' } });
    await plain.client.listAgents();
    expect(plain.requests[0]?.headers.get('x-team')).toBe('red');
  });

  test('sends a bearer token, and asks a function for it each time', async () => {
    const tokens = ['one', undefined, ''];
    const { client, requests } = clientOf(() => json({}), {
      token: async () => tokens.shift(),
      headers: { 'x-team': 'red' },
    });
    for (let sent = 0; sent < 3; sent += 1) await client.listAgents();
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer one',
      null,
      null,
    ]);
    expect(requests[2]?.headers.get('x-team')).toBe('red');
    const plain = clientOf(() => json({}), { token: 'secret' });
    await plain.client.listAgents();
    expect(plain.requests[0]?.headers.get('authorization')).toBe('Bearer secret');
  });

  test('needs no baseUrl and no page for a handler in this process', async () => {
    const urls: string[] = [];
    const client = createHitlClient({
      async fetch(request) {
        urls.push(request.url);
        return json({});
      },
    });
    await client.listAgents();
    expect(urls).toEqual(['http://localhost/agents']);
  });

  test('without a baseUrl, a page and a fetch is an error of the first call', async () => {
    const error = await failureOf(createHitlClient().listAgents());
    expect(error.code).toBe('bad_call');
    expect(error.message).toContain('baseUrl');
  });

  test('is timed by the responses of the server', async () => {
    const clock = createFakeClock();
    const ahead = clock.now() + 7_200_000;
    const date = new Date(ahead).toUTCString();
    const { client } = clientOf(
      () => json({}, { headers: { 'content-type': 'application/json', date } }),
      { clock },
    );
    expect(client.clock.now()).toBe(clock.now());
    await client.listAgents();
    expect(Math.abs(client.clock.now() - ahead)).toBeLessThanOrEqual(1000);
  });
});

describe('a failing call', () => {
  test('rejects with the whole problem of the server', async () => {
    const view = interactionView({ status: 'answered', resolved_by: 'bob' });
    const body = problem('already_resolved', 'Bob was faster.', { interaction: view });
    const { client } = clientOf(() =>
      json(body, { status: 409, headers: { 'content-type': 'application/problem+json' } }),
    );
    const error = await failureOf(client.respond(confirmResponse()));
    expect(error).toMatchObject({ code: 'already_resolved', status: 409, errors: [] });
    expect(error.message).toBe('Bob was faster.');
    expect(error.problem).toEqual(body);
  });

  test('lists the validation issues', async () => {
    const errors = [{ path: 'text', message: 'must not be empty' }];
    const body = problem('invalid_response', 'It does not fit.', { errors });
    const { client } = clientOf(() => json(body, { status: 422 }));
    expect(await failureOf(client.respond(confirmResponse()))).toMatchObject({ errors });
  });

  test('keeps a code that only a newer server knows', async () => {
    const body = { code: 'too_late_for_tea', detail: 'It is five past five.', status: 418 };
    const { client } = clientOf(() => json(body, { status: 418 }));
    expect(await failureOf(client.getRun('run_1'))).toMatchObject({
      code: 'too_late_for_tea',
      status: 418,
    });
  });

  test('has the requested delay', async () => {
    const { client } = clientOf(() =>
      json(problem('rate_limited', 'Slowly.'), { status: 429, headers: { 'retry-after': '9' } }),
    );
    expect(await failureOf(client.getRun('run_1'))).toMatchObject({ retryAfterMs: 9000 });
  });

  test.each([
    ['a page', 200, 'text/html', '<!doctype html>'],
    ['a page of a proxy', 502, 'text/html', '<h1>Bad gateway</h1>'],
    ['broken JSON', 200, 'application/json', '{"id":'],
    ['an error that is not ours', 500, 'application/json', '{"message":"oops"}'],
  ])('rejects with %s', async (_, status, type, body) => {
    const { client } = clientOf(
      () => new Response(body, { status, headers: { 'content-type': type } }),
    );
    const error = await failureOf(client.getRun('run_1'));
    expect(error).toMatchObject({ code: 'bad_reply', status, problem: undefined });
  });

  test('rejects if the network is down', async () => {
    const cause = new TypeError('fetch failed');
    const { client } = clientOf(() => Promise.reject(cause));
    expect(await failureOf(client.getRun('run_1'))).toMatchObject({
      code: 'network',
      status: undefined,
      cause,
    });
  });

  test('rejects if the headers cannot be created', async () => {
    const { client, requests } = clientOf(() => json({}), {
      headers: () => Promise.reject(new Error('no token')),
    });
    expect(await failureOf(client.getRun('run_1'))).toMatchObject({ code: 'network' });
    expect(requests).toEqual([]);
  });

  test('times out, even if the transport ignores its signal', async () => {
    const clock = createFakeClock();
    const { client, requests } = clientOf(() => new Promise(() => {}), { clock, timeoutMs: 100 });
    const plain = failureOf(client.getRun('run_1'));
    const longer = failureOf(client.getRun('run_1', { timeoutMs: 200 }));
    const polling = failureOf(client.getInteraction('int_1', { wait: 60 }));
    await new Promise((resolve) => void setImmediate(resolve));
    clock.advance(100);
    expect(await plain).toMatchObject({ code: 'timeout' });
    expect(requests.map((request) => request.signal.aborted)).toEqual([true, false, false]);
    clock.advance(100);
    expect(await longer).toMatchObject({ code: 'timeout' });
    clock.advance(74_800);
    expect(await polling).toMatchObject({ code: 'timeout' });
    expect(clock.timers).toBe(0);
  });

  test("is aborted immediately by its caller's signal", async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const { client, requests } = clientOf(() => new Promise(() => {}), { clock });
    const failure = failureOf(client.getRun('run_1', { signal: controller.signal }));
    controller.abort();
    expect(await failure).toMatchObject({ code: 'aborted' });
    const late = client.getRun('run_1', { signal: controller.signal });
    expect(await failureOf(late)).toMatchObject({ code: 'aborted' });
    expect(requests.length, 'nothing is sent for a signal that has fired').toBeLessThanOrEqual(1);
    expect(clock.timers).toBe(0);
  });

  test('is a network error if the body breaks off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('terminated')),
    });
    const headers = { 'content-type': 'application/json' };
    const { client } = clientOf(() => new Response(body, { headers }));
    expect(await failureOf(client.getRun('run_1'))).toMatchObject({ code: 'network' });
  });
});

test('has no input and no credentials in its error', async () => {
  const canary = 'canary-7f3a';
  const answers: (() => Response | Promise<Response>)[] = [
    () => json(problem('invalid_response', 'It does not fit.'), { status: 422 }),
    () => json(problem('internal', 'Something went wrong.'), { status: 500 }),
    () => new Response('<html>', { status: 502 }),
    () => new Response('{', { headers: { 'content-type': 'application/json' } }),
    () => Promise.reject(new TypeError('fetch failed')),
  ];
  for (const answer of answers) {
    const { client } = clientOf(answer, { headers: { authorization: canary } });
    const response = confirmResponse({ text: canary, note: canary });
    const error = await failureOf(client.respond(response));
    const all = [error.message, error.stack, JSON.stringify(error), String(error.cause)];
    expect(all.join('\n')).not.toContain(canary);
    expect(JSON.stringify(Object.entries(error))).not.toContain(canary);
  }
});

test('replies are passed on unchanged', async () => {
  const sent = { ...run(), from_a_newer_server: { kept: true } };
  const { client } = clientOf(() => json(sent));
  expect(await client.getRun('run_1')).toEqual(sent);
});
