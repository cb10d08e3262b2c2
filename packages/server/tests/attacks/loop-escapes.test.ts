import type { GateOutcome, InteractionRequest, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import { approval, served, type Served } from '../../src/http/served.fixture.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { as, namedUsers } from './named-users.fixture.ts';

const call = (id: string, over: object = {}) => ({
  session_id: 'theirs',
  tool_call_id: id,
  tool_name: 'theirs',
  tool_args: { id },
  ...over,
});

const claim = (on: Served, id: string) =>
  on.post<Problem>(`/interactions/${encodeURIComponent(id)}/claim`, { holder: 'loop' });

async function asked(on: Served, id: string, over: object): Promise<InteractionRequest> {
  const { body } = await on.post<GateOutcome>('/interactions', call(id, over));
  if (body.interaction_request === undefined) throw new Error(JSON.stringify(body));
  return body.interaction_request;
}

test('a loop does not end the pause of its run by starting many others', async () => {
  const on = await served();
  const request = await asked(on, 'c1', { run_id: 'paused', user_id: 'ann' });
  await on.post(`/interactions/${request.id}/respond`, approval(request));
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  await on.post('/runs/paused/control', { action: 'pause_run' });
  expect((await claim(on, request.id)).body.code).toBe('not_claimable');
  for (let index = 0; index < 30; index += 1) {
    const over = { run_id: `other-${index}`, user_id: 'ann' };
    expect((await on.post<GateOutcome>('/interactions', call(`o${index}`, over))).status).toBe(200);
  }
  expect((await on.get<Run>('/runs/paused')).body.status).toBe('paused');
  expect((await claim(on, request.id)).body.code).toBe('not_claimable');
  expect(await on.post('/runs/paused/control', { action: 'abort_run' })).toMatchObject({
    status: 200,
    body: { status: 'aborted' },
  });
  expect((await claim(on, request.id)).body.code).toBe('run_finished');
  expect(on.errors).toEqual([]);
});

test('a session with a hundred paused runs of loops gets no other one until some are resumed or aborted', async () => {
  const on = await served();
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  const submit = (id: string, more: object = {}) =>
    on.post<GateOutcome>('/interactions', call(id, { user_id: 'ann', ...more }));
  const control = (run: string, action: string) => on.post(`/runs/${run}/control`, { action });
  for (let index = 0; index < 100; index += 1) {
    const run_id = `run-${index}`;
    expect((await submit(`c${index}`, { run_id })).body.decision).toBe('allowed');
    expect((await control(run_id, 'pause_run')).status).toBe(200);
  }
  for (const more of [{}, { run_id: 'next' }, { run_id: 'another' }]) {
    expect(await submit('next', more)).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', limit: 'paused_runs' },
    });
  }
  // The paused runs themselves, and other sessions, take calls as before.
  expect((await submit('more', { run_id: 'run-0' })).status).toBe(201);
  expect((await submit('next', { session_id: 'other', run_id: 'other' })).status).toBe(200);
  await control('run-1', 'abort_run');
  expect((await submit('next', { run_id: 'next' })).body.decision).toBe('allowed');
  expect((await on.get<Run>('/runs/run-0')).body.status).not.toBe('completed');
  expect(on.errors).toEqual([]);
});

test('a call that is approved while its run is paused waits until the run is resumed', async () => {
  const on = await served();
  const request = await asked(on, 'c1', { user_id: 'ann' });
  const control = (action: string) => on.post(`/runs/${request.run_id}/control`, { action });
  await control('pause_run');
  await on.post(`/interactions/${request.id}/respond`, approval(request));
  expect((await claim(on, request.id)).body.code).toBe('not_claimable');
  // The session forgets ended runs when another one starts.
  await asked(on, 'c2', { user_id: 'ann' });
  expect((await claim(on, request.id)).body.code).toBe('not_claimable');
  expect(await control('resume_run')).toMatchObject({ status: 200 });
  expect(await claim(on, request.id)).toMatchObject({ status: 200, body: { claimed: true } });
  expect((await on.get<Run>(`/runs/${request.run_id}`)).body.status).toBe('completed');
  expect(on.errors).toEqual([]);
});

test('a call that has run is not run again after its session was deleted', async () => {
  const on = await served();
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  const submit = async () =>
    (await on.post<GateOutcome>('/interactions', call('c1', { user_id: 'ann' }))).body;
  const { interaction_id: id = '' } = await submit();
  expect(await claim(on, id)).toMatchObject({ body: { claimed: true } });
  const done = { holder: 'loop', content: 'done' };
  await on.post(`/interactions/${encodeURIComponent(id)}/complete`, done);
  expect((await on.send('DELETE', '/sessions/theirs')).status).toBe(204);
  const { interaction_id: again = '' } = await submit();
  expect((await claim(on, again)).body.code).toBe('not_claimable');
  // A second deletion does not forget the runs of the first one.
  expect((await on.send('DELETE', '/sessions/theirs')).status).toBe(204);
  await on.post('/interactions', call('c2', { user_id: 'ann' }));
  expect((await on.send('DELETE', '/sessions/theirs')).status).toBe(204);
  const { interaction_id: last = '' } = await submit();
  expect((await claim(on, last)).body.code).toBe('not_claimable');
  expect(on.errors).toEqual([]);
});

test('a run is not started again by its key after its session was deleted', async () => {
  const on = await served();
  const key = { 'idempotency-key': 'k1' };
  const begin = () => on.post<Run>('/runs', { agent_id: 'agent', input: 'go' }, key);
  const { body: run } = await begin();
  await on.post(`/runs/${run.id}/control`, { action: 'abort_run' });
  expect((await on.send('DELETE', `/sessions/${run.session_id}`)).status).toBe(204);
  expect(await begin()).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
  expect((await on.get(`/runs/${run.id}`)).status).toBe(404);
  expect(on.errors).toEqual([]);
});

test('a claim that is overtaken by the deletion of its session brings nothing back', async () => {
  const memory = createMemoryStore();
  let deletes = false;
  const on: Served = await served({
    authenticate: namedUsers,
    on: {
      store: {
        ...memory,
        async load(key) {
          if (deletes) {
            deletes = false;
            const gone = await on.send('DELETE', '/sessions/theirs', { headers: as('ann') });
            expect(gone.status).toBe(204);
          }
          return memory.load(key);
        },
      },
    },
  });
  const { body } = await on.post<GateOutcome>('/interactions', call('c1'), as('ann'));
  const request = body.interaction_request as InteractionRequest;
  await on.post(`/interactions/${request.id}/respond`, approval(request), as('ann'));
  deletes = true;
  const claimed = await on.post<Problem>(
    `/interactions/${request.id}/claim`,
    { holder: 'loop' },
    as('ann'),
  );
  expect(claimed).toMatchObject({ status: 404, body: { code: 'session_not_found' } });
  expect((await on.get('/sessions/theirs', as('ann'))).status).toBe(404);
  expect(on.errors).toEqual([]);
});
