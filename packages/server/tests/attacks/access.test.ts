import { expect, test } from 'vitest';
import { createManualClock } from '../../src/base/manual-clock.fixture.ts';
import { createHitl, createTokenAuthenticate, type Authenticate } from '../../src/index.ts';
import { createGate } from '../../src/engine/gate.ts';
import { approval, served, type Served } from '../../src/http/served.fixture.ts';

const TOKENS = `token-of-alice alice
token-of-bob bob
token-of-rita rita reviewer
token-of-robot alice agent
`;

const bearer = (name: string): Record<string, string> => ({
  authorization: `Bearer token-of-${name}`,
});

async function withTokens(options: Parameters<typeof served>[0] = {}): Promise<Served> {
  return served({ authenticate: await createTokenAuthenticate(TOKENS), ...options });
}

/** Every endpoint that answers, broadens or ends something, for a request by alice's agent. */
function answersTo(id: string, call: string, run: string): readonly [string, unknown][] {
  return [
    [`/interactions/${id}/respond`, { request_id: id, type: 'confirm', confirmed: true }],
    [
      '/interactions/respond',
      { responses: [{ request_id: id, type: 'confirm', confirmed: true }] },
    ],
    [`/approvals/${call}/decision`, { action: 'approve' }],
    ['/tool-consent', { tool_call_id: call, decision: 'allow', patterns: ['work(*)'] }],
    ['/permissions/alice/allow', { resource: 'work(*)' }],
    ['/permissions/alice/deny', { resource: 'work(*)' }],
    ['/permissions/alice/ask', { resource: 'work(*)' }],
    ['/permissions/alice/revoke', { resource: 'work(*)' }],
    [`/runs/${run}/control`, { action: 'abort_run' }],
    [`/runs/${run}/control`, { action: 'resume_run' }],
  ];
}

test('an agent can ask and read the outcome, but neither answer nor change a rule', async () => {
  const server = await withTokens();
  const { run, requests } = await server.ask(bearer('robot'));
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was asked');
  for (const [path, body] of answersTo(request.id, request.tool_call_id, run.id)) {
    const refused = await server.post(path, body, bearer('robot'));
    expect(refused, path).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  const deleted = await server.send('DELETE', `/sessions/${run.session_id}`, {
    headers: bearer('robot'),
  });
  expect(deleted.status).toBe(403);
  expect(server.ledger.runs).toEqual([]);
  expect(await server.get('/permissions/alice', bearer('robot'))).toMatchObject({
    body: { allow: [], deny: [] },
  });
  const asked = await server.post<{ decision: string }>(
    '/interactions',
    { session_id: 's2', tool_call_id: 'own', tool_name: 'deploy', tool_args: { to: 'prod' } },
    bearer('robot'),
  );
  expect(asked.status).toBe(201);
  const waiting = await server.get(`/interactions/${request.id}?wait=0`, bearer('robot'));
  expect(waiting).toMatchObject({ status: 200, body: { status: 'pending' } });
  await server.post(`/interactions/${request.id}/respond`, approval(request), bearer('alice'));
  const settled = await server.get(`/interactions/${request.id}`, bearer('robot'));
  expect(settled).toMatchObject({ body: { status: 'answered' } });
});

test('an agent that is also called a reviewer still answers nothing', async () => {
  const authenticate: Authenticate = () => ({ userId: 'x', roles: ['reviewer', 'agent'] });
  const server = await served({ authenticate });
  const { requests } = await server.ask();
  const id = requests[0]?.id ?? '';
  const refused = await server.post(`/interactions/${id}/respond`, { request_id: id });
  expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
});

test('with a separate reviewer, no one can approve their own request, through any endpoint', async () => {
  const server = await withTokens({ on: { separateReviewer: true } });
  const { run, requests } = await server.ask(bearer('alice'));
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was asked');
  const ways = answersTo(request.id, request.tool_call_id, run.id).filter(
    ([path]) => !/control|\/deny|\/ask$/.test(path),
  );
  for (const [path, body] of ways) {
    const refused = await server.post(path, body, bearer('alice'));
    const problem = path === '/interactions/respond' ? batchProblem(refused.body) : refused.body;
    expect(problem, path).toMatchObject({ code: 'forbidden' });
  }
  expect(server.ledger.runs).toEqual([]);
  const foreign = await server.post(
    `/interactions/${request.id}/respond`,
    approval(request),
    bearer('bob'),
  );
  expect(foreign.status).toBe(404);
  const own = await server.ask(bearer('rita'));
  const [ofRita] = own.requests;
  const byHerself = await server.post(
    `/interactions/${ofRita?.id}/respond`,
    { ...approval(request), request_id: ofRita?.id },
    bearer('rita'),
  );
  expect(byHerself).toMatchObject({ status: 403 });
  const allowed = await server.post(
    `/interactions/${request.id}/respond`,
    approval(request),
    bearer('rita'),
  );
  expect(allowed.status).toBe(200);
});

function batchProblem(body: unknown): unknown {
  return (body as { results: { problem?: unknown }[] }).results[0]?.problem;
}

test.each([
  ['asking instead', '/permissions/alice/ask', {}],
  ['an end', '/permissions/alice/deny', { expires_at: '2000-01-01T00:00:00Z' }],
])(
  'with a separate reviewer, no one can replace their own deny rule by %s',
  async (_, path, rule) => {
    const server = await withTokens({ on: { separateReviewer: true } });
    const resource = 'work(*)';
    const saved = await server.post('/permissions/alice/deny', { resource }, bearer('alice'));
    expect(saved.status).toBe(200);
    const replaced = await server.post(path, { resource, ...rule }, bearer('alice'));
    expect(replaced).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const { body } = await server.get('/permissions/alice/rules', bearer('alice'));
    expect(body).toMatchObject({ rules: [{ pattern: resource, effect: 'deny', scope: 'always' }] });
    expect(body).not.toHaveProperty('rules.0.expires_at');
    // An equal or stricter rule broadens nothing.
    expect(
      await server.post('/permissions/alice/deny', { resource }, bearer('alice')),
    ).toMatchObject({
      status: 200,
    });
  },
);

test('with a separate reviewer, an answer to a run without a user saves no allow rule for its sender', async () => {
  const server = await withTokens({ on: { separateReviewer: true } });
  const gate = createGate(server.engine);
  const respond = async (session: string, answer: object) => {
    const call = { session_id: session, tool_call_id: 'c', tool_name: 'deploy', tool_args: {} };
    const asked = await gate.request(call);
    if (asked.decision !== 'needs_auth') throw new Error('no one was asked');
    const { id } = asked.interaction.interaction_request;
    const body = { request_id: id, type: 'confirm', ...answer };
    return server.post(`/interactions/${id}/respond`, body, bearer('rita'));
  };
  const remember = { scope: 'always' };
  expect(await respond('s1', { action: 'approve', remember })).toMatchObject({
    status: 422,
    body: { code: 'invalid_response' },
  });
  expect(await respond('s2', { confirmed: true })).toMatchObject({ status: 200 });
  const denial = { action: 'deny', remember: { ...remember, deny_patterns: ['deploy(*)'] } };
  expect(await respond('s3', denial)).toMatchObject({ status: 200 });
  const { body } = await server.get('/permissions/rita', bearer('rita'));
  expect(body).toEqual({ allow: [], deny: ['deploy(*)'] });
});

test('with a separate reviewer, a reviewer cannot start a run in another user’s name to answer it', async () => {
  const server = await withTokens({ on: { separateReviewer: true } });
  const { run } = await server.ask(bearer('alice'));
  await server.post(`/runs/${run.id}/control`, { action: 'abort_run' }, bearer('alice'));
  const body = { agent_id: 'agent', input: 'again', session_id: run.session_id };
  const started = await server.post('/runs', body, bearer('rita'));
  expect(started.status).toBe(404);
  const asked = await server.post(
    '/interactions',
    { session_id: run.session_id, tool_call_id: 'x', tool_name: 'deploy', tool_args: {} },
    bearer('rita'),
  );
  expect(asked.status).toBe(404);
});

test('a server that does not identify callers refuses separateReviewer', () => {
  expect(() => createHitl({ agents: [], separateReviewer: true })).toThrow(/identified callers/);
});

test.each(['revoked', 'of a smaller role', 'broken'])(
  'a stream ends within 60 seconds when its reader is %s, and others continue',
  async (what) => {
    const tokens = await createTokenAuthenticate(TOKENS);
    let changed = false;
    const authenticate: Authenticate = async (request) => {
      const known = await tokens(request);
      if (!changed || known?.userId !== 'rita') return known;
      if (what === 'broken') throw new Error('the directory is down');
      return what === 'revoked' ? null : { ...known, roles: [] };
    };
    const beats = createManualClock();
    const server = await served({ authenticate, every: beats.every });
    const { run } = await server.ask(bearer('alice'));
    const paths = [
      `/runs/${run.id}/events`,
      `/sessions/${run.session_id}/events`,
      '/interactions/events',
    ];
    const [ritas, alices] = await Promise.all(
      ['rita', 'alice'].map((name) =>
        Promise.all(paths.map((path) => server.follow(path, { headers: bearer(name) }))),
      ),
    );
    await Promise.all([...(ritas ?? []), ...(alices ?? [])].map((stream) => stream.next()));
    beats.tick();
    changed = true;
    beats.tick(60_000);
    await Promise.all((ritas ?? []).map((stream) => stream.rest()));
    const request = await server.get<{ interactions: { id: string }[] }>(
      '/interactions?status=pending',
      bearer('alice'),
    );
    const id = request.body.interactions[0]?.id ?? '';
    await server.post(
      `/interactions/${id}/respond`,
      { request_id: id, type: 'confirm', confirmed: true },
      bearer('alice'),
    );
    await Promise.all((alices ?? []).map((stream) => stream.until('interaction_resolved')));
    for (const stream of alices ?? []) stream.hangUp();
  },
);
