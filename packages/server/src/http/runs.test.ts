import type { GateOutcome, InteractionRequest, InteractionView, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import { approval, served } from './served.fixture.ts';

const typesOf = (events: readonly { event?: string | undefined }[]): (string | undefined)[] =>
  events.map(({ event }) => event);
const START = { agent_id: 'agent', input: 'go' };

test('the whole flow over HTTP: start, ask, answer, run once, complete', async () => {
  const { get, follow, ledger } = await served();
  const started = await follow('/runs', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(START),
  });
  expect(started.status).toBe(200);
  expect(started.headers.get('content-type')).toBe('text/event-stream');
  const first = await started.rest();
  expect(typesOf(first).slice(-3)).toEqual([
    'interaction_request',
    'tool_auth_required',
    'execution_suspended',
  ]);
  expect(first.map(({ id }) => id)).toEqual(first.map((_, index) => String(index + 1)));
  expect(ledger.runs).toEqual([]);

  const asked = first.find(({ event }) => event === 'interaction_request');
  const envelope = JSON.parse(asked?.data ?? '') as {
    run_id: string;
    data: { interaction_request: InteractionRequest };
  };
  const request = envelope.data.interaction_request;
  expect((await get<Run>(`/runs/${envelope.run_id}`)).body).toMatchObject({
    status: 'suspended',
    pending_interaction_ids: [request.id],
  });

  const resumed = await follow(`/interactions/${request.id}/respond`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(approval(request)),
  });
  expect(resumed.headers.get('x-accel-buffering')).toBe('no');
  expect(resumed.headers.get('connection')).toBe('close');
  const second = await resumed.rest();
  expect(typesOf(second)).toEqual([
    'interaction_response',
    'interaction_resolved',
    'permission_updated',
    'execution_resumed',
    'run_claimed',
    'tool_started',
    'tool_completed',
    'step_completed',
    'step_delta',
    'step_completed',
    'run_completed',
  ]);
  expect(ledger.runs).toHaveLength(1);

  const whole = await (await follow(`/runs/${envelope.run_id}/events`)).rest();
  const stored = [...first, ...second].filter(({ event }) => event !== 'step_delta');
  expect(whole.map(({ data }) => data)).toEqual(stored.map(({ data }) => data));
});

test('POST /runs returns 201 with the run immediately unless events are requested', async () => {
  const { post, get, url } = await served();
  const created = await post<Run>('/runs', START);
  expect(created.status).toBe(201);
  expect(created.body).toMatchObject({ agent_id: 'agent', status: 'running', user_id: null });
  const location = created.headers.get('location') ?? '';
  expect(location).toBe(`/runs/${created.body.id}`);
  expect((await get<Run>(new URL(location, url).pathname)).body.id).toBe(created.body.id);
  expect((await post('/runs', START, { accept: '*/*' })).status).toBe(201);
});

test('respond returns JSON on request, and a batch sibling ends its stream', async () => {
  const { post, follow, ask, ledger } = await served({ calls: 2 });
  const { run, requests } = await ask();
  const [first, second] = requests as [InteractionRequest, InteractionRequest];
  const stream = await follow(`/interactions/${first.id}/respond`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(approval(first)),
  });
  expect(typesOf(await stream.rest())).toEqual([
    'interaction_response',
    'interaction_resolved',
    'permission_updated',
  ]);
  expect(ledger.runs).toEqual([]);
  const events = await follow(`/runs/${run.id}/events`);
  const settled = await post(`/interactions/${second.id}/respond`, approval(second));
  expect(settled).toMatchObject({ status: 200, body: { status: 'running', run: { id: run.id } } });
  await events.until('run_completed');
  expect(ledger.runs.map(({ args }) => args)).toEqual([{ n: 1 }, { n: 2 }]);
});

test('disconnecting cancels nothing: neither the start nor the resume', async () => {
  const { follow, ask, ledger } = await served();
  const { run, requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const resumed = await follow(`/interactions/${request.id}/respond`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(approval(request)),
  });
  resumed.hangUp();
  const events = await follow(`/runs/${run.id}/events`);
  await events.until('run_completed');
  expect(ledger.runs).toHaveLength(1);
});

test('the same answer again gets the same reply; another one is already_resolved', async () => {
  const { post, ask, ledger } = await served();
  const { requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const path = `/interactions/${request.id}/respond`;
  const first = await post(path, approval(request));
  expect(first.status).toBe(200);
  expect((await post(path, approval(request))).status).toBe(200);
  const other = await post<Problem>(path, { ...approval(request), confirmed: false });
  expect(other.status).toBe(409);
  expect(other.headers.get('content-type')).toBe('application/problem+json');
  expect(other.body).toMatchObject({
    code: 'already_resolved',
    interaction: { status: 'answered', run_id: request.run_id },
  });
  expect(ledger.runs.length).toBeLessThanOrEqual(1);
});

test('twenty concurrent different answers: one wins, the tool runs once', async () => {
  const { post, follow, ask, ledger } = await served();
  const { run, requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const answers = Array.from({ length: 20 }, (_, index) =>
    post<Problem>(`/interactions/${request.id}/respond`, {
      ...approval(request),
      note: `answer ${index}`,
    }),
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(19);
  await (await follow(`/runs/${run.id}/events`)).until('run_completed');
  expect(ledger.runs).toHaveLength(1);
});

test('a respond that names another request in its body is refused and changes nothing', async () => {
  const { post, get, ask } = await served({ calls: 2 });
  const { requests } = await ask();
  const [first, second] = requests as [InteractionRequest, InteractionRequest];
  const refused = await post<Problem>(`/interactions/${first.id}/respond`, approval(second));
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  for (const { id } of requests) {
    expect((await get<InteractionView>(`/interactions/${id}`)).body.status).toBe('pending');
  }
});

test('long poll: responds when the interaction is settled, and at the latest after the wait', async () => {
  const { get, post, ask } = await served();
  const { requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const path = `/interactions/${request.id}`;
  expect((await get<InteractionView>(`${path}?wait=0`)).body.status).toBe('pending');
  const waiting = get<InteractionView>(`${path}?wait=60`);
  await post(`${path}/respond`, approval(request));
  expect((await waiting).body).toMatchObject({ status: 'answered', run_id: request.run_id });
  for (const wait of ['61', '-1', 'x', '']) {
    const refused = await get<Problem>(`${path}?wait=${wait}`);
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', errors: [{ path: 'wait' }] },
    });
  }
});

test('resumes after Last-Event-ID or after, and ignores an invalid Last-Event-ID', async () => {
  const { get, follow, ask } = await served();
  const { run } = await ask();
  const path = `/runs/${run.id}/events`;
  const idsOf = async (query: string, id?: string): Promise<string | undefined> => {
    const headers: Record<string, string> = id === undefined ? {} : { 'last-event-id': id };
    const events = await follow(path + query, { headers });
    const event = await events.next();
    events.hangUp();
    return event.id;
  };
  expect(await idsOf('', '3')).toBe('4');
  expect(await idsOf('?after=2')).toBe('3');
  expect(await idsOf('?after=2', '3')).toBe('4');
  for (const garbage of ['', 'x', '-1', '1.5', '1e3', '999', '99999999999999999999', ' 3 4']) {
    expect(await idsOf('', garbage), garbage).toBe('1');
  }
  for (const garbage of ['', 'x', '-1', '1.5', '9007199254740993', '%00']) {
    const refused = await get<Problem>(`${path}?after=${garbage}`);
    expect(refused, garbage).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  }
});

test('lists by pages, and refuses an invalid limit, cursor or filter', async () => {
  const { get, post } = await served();
  for (let count = 0; count < 3; count += 1) await post('/runs', START);
  const page = await get<{ runs: Run[]; next_cursor: string }>('/runs?limit=2');
  expect(page.body.runs).toHaveLength(2);
  const last = await get<{ runs: Run[]; next_cursor: string | null }>(
    `/runs?limit=2&cursor=${page.body.next_cursor}`,
  );
  expect(last.body.runs).toHaveLength(1);
  expect(last.body.next_cursor).toBe(null);
  for (const query of [
    '/runs?limit=0',
    '/runs?limit=201',
    '/runs?limit=x',
    '/runs?cursor=zzz',
    '/runs?cursor=',
    '/runs?status=done',
    '/sessions?cursor=zzz',
    '/sessions?user_id=',
    '/interactions?status=open',
    '/interactions?limit=1.5',
    '/interactions?run_id=%00',
    '/interactions/events?user_id=%0a',
  ]) {
    const refused = await get<Problem>(query);
    expect(refused, query).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  }
});

test('controls a run by its path, and refuses a body that names another', async () => {
  const { post, ask } = await served();
  const { run } = await ask();
  const path = `/runs/${run.id}/control`;
  expect(await post(path, { action: 'pause_run' })).toMatchObject({
    status: 200,
    body: { status: 'paused' },
  });
  expect(await post(path, { run_id: run.id, action: 'pause_run' })).toMatchObject({ status: 200 });
  expect(await post(path, { run_id: 'other', action: 'abort_run' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
  expect(await post(path, { action: 'abort_run' })).toMatchObject({ body: { status: 'aborted' } });
  expect(await post(path, { action: 'resume_run' })).toMatchObject({
    status: 409,
    body: { code: 'run_finished' },
  });
});

test('decides by tool call, and consents with rules that appear in the user’s permissions', async () => {
  const { get, post, follow, ask } = await served({ calls: 2 });
  const { run } = await ask();
  expect(
    await post('/approvals/call_1/decision', { action: 'approve', run_id: run.id }),
  ).toMatchObject({ status: 200, body: { tool_call_id: 'call_1', status: 'granted' } });
  const consent = { tool_call_id: 'call_2', decision: 'deny', patterns: [], run_id: run.id };
  expect(await post('/tool-consent', consent)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Denial recorded and execution resumed' },
  });
  await (await follow(`/runs/${run.id}/events`)).until('run_completed');
  expect(await post('/approvals/nope/decision', { action: 'approve' })).toMatchObject({
    status: 404,
    body: { code: 'interaction_not_found' },
  });

  for (const [effect, done] of [
    ['allow', 'allowed'],
    ['deny', 'denied'],
    ['ask', 'asked'],
  ]) {
    const resource = `work(${effect})`;
    expect((await post(`/permissions/ada/${effect}`, { resource })).body).toEqual({
      status: 'ok',
      message: `Permission ${done}: ${resource}`,
    });
  }
  const both = { allow: ['work(allow)'], deny: ['work(deny)'] };
  expect((await get('/permissions/ada')).body).toEqual(both);
  expect((await get<{ rules: unknown[] }>('/permissions/ada/rules')).body.rules).toHaveLength(3);
  expect((await post('/permissions/ada/revoke', { resource: 'work(allow)' })).body).toEqual({
    status: 'ok',
    message: 'Permission revoked: work(allow)',
  });
  expect((await get('/permissions/ada')).body).toEqual({ ...both, allow: [] });
  expect(
    (await post('/permissions/ada/check', { tool_name: 'work', tool_args: { n: 1 } })).body,
  ).toMatchObject({ decision: 'needs_auth' });
});

test('sessions: list, show, read, follow, delete', async () => {
  const { get, post, send, follow, ask } = await served();
  const { run, requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const path = `/sessions/${run.session_id}`;
  expect((await get('/sessions')).body).toMatchObject({
    sessions: [{ session_id: run.session_id, status: 'waiting_permission', pending_count: 1 }],
    next_cursor: null,
  });
  expect((await get(path)).body).toMatchObject({
    session_id: run.session_id,
    status: 'waiting_permission',
    run_id: run.id,
    pending_permissions: [{ id: request.id }],
  });
  expect((await get(path)).body).not.toHaveProperty('key');
  expect(await send('DELETE', path)).toMatchObject({ status: 409, body: { code: 'session_busy' } });

  const events = await follow(`${path}/events`);
  await post(`/interactions/${request.id}/respond`, approval(request));
  const seen = await events.until('run_completed');
  events.hangUp();
  const third = seen[2]?.id ?? '';
  const resumed = await follow(`${path}/events`, { headers: { 'last-event-id': third } });
  expect((await resumed.next()).id).toBe(seen[3]?.id);
  resumed.hangUp();
  const garbage = await follow(`${path}/events`, { headers: { 'last-event-id': 'garbage' } });
  expect((await garbage.next()).id).toBe('1.0');
  garbage.hangUp();
  expect(await get(`${path}/events?after=garbage`)).toMatchObject({ status: 400 });

  const { body } = await get<{ messages: { role: string }[] }>(`${path}/messages`);
  expect(body.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  const deleted = await send('DELETE', path);
  expect(deleted.status).toBe(204);
  expect(await get(path)).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
});

test('inbox: a snapshot, then changes, each with its run and seq', async () => {
  const { post, follow, ask } = await served();
  const { requests } = await ask();
  const [request] = requests as [InteractionRequest];
  const inbox = await follow('/interactions/events');
  const snapshot = await inbox.next();
  expect(snapshot.event).toBe('snapshot');
  expect(snapshot.id).toBe(undefined);
  expect(JSON.parse(snapshot.data)).toMatchObject({ interactions: [{ id: request.id }] });
  await post(`/interactions/${request.id}/respond`, approval(request));
  const resolved = await inbox.next();
  expect(resolved.event).toBe('interaction_resolved');
  expect(JSON.parse(resolved.data)).toMatchObject({
    run_id: request.run_id,
    seq: expect.any(Number) as number,
    data: { interaction_id: request.id, outcome: 'answered' },
  });
  inbox.hangUp();
});

test('agents, health and an endpoint for external loops', async () => {
  const { get, post } = await served();
  expect((await get('/agents')).body).toMatchObject({
    agents: [{ id: 'agent', tools: [{ name: 'work', parameters: { type: 'object' } }] }],
  });
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/openapi.json')).body).toMatchObject({
    openapi: '3.1.0',
    paths: { '/runs': { post: {}, get: {} } },
  });
  const call = {
    session_id: 'ext_1',
    tool_call_id: 'c1',
    tool_name: 'work',
    tool_args: {},
    agent_id: 'agent',
  };
  const { status, body: outcome } = await post<GateOutcome>('/interactions', call);
  expect(status).toBe(201);
  const asked = outcome.interaction_request as InteractionRequest;
  expect(asked).toMatchObject({ tool_call_id: 'c1' });
  expect(await post('/interactions', call)).toMatchObject({
    status: 200,
    body: { status: 'pending', interaction_request: { id: asked.id } },
  });
  const view = await post(`/interactions/${asked.id}/respond`, approval(asked));
  expect(view.status).toBe(200);
});
