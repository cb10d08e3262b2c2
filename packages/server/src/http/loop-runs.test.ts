import type { AuditTrail, GateOutcome, InteractionRequest, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { approval, served, type Served } from './served.fixture.ts';

const RUN = { session_id: 'theirs', run_id: 'their-run', user_id: 'ann', tool_name: 'theirs' };
const call = (id: string, over: object = {}) => ({
  ...RUN,
  tool_call_id: id,
  tool_args: { id },
  ...over,
});

async function asked(on: Served, id: string, over?: object): Promise<InteractionRequest> {
  const { body } = await on.post<GateOutcome>('/interactions', call(id, over));
  if (body.interaction_request === undefined) throw new Error(JSON.stringify(body));
  return body.interaction_request;
}

const statusOf = async (on: Served, id = 'their-run') =>
  (await on.get<Run>(`/runs/${id}`)).body.status;

test('the run of an external loop keeps its id, and stays open for its calls', async () => {
  const on = await served();
  const [one, two] = [await asked(on, 'c1'), await asked(on, 'c2')];
  expect(one).toMatchObject({ run_id: 'their-run', root_run_id: 'their-run' });
  expect(await statusOf(on)).toBe('suspended');
  const again = await on.post<GateOutcome>('/interactions', call('c1'));
  expect(again).toMatchObject({ status: 200, body: { interaction_request: { id: one.id } } });
  await on.post(`/interactions/${one.id}/respond`, approval(one));
  expect(await statusOf(on)).toBe('suspended');
  await on.post(`/interactions/${two.id}/respond`, approval(two));
  expect(await statusOf(on)).toBe('running');
  expect(await on.post('/interactions', call('c1'))).toMatchObject({
    status: 200,
    body: { decision: 'answered', run_id: 'their-run', response: { confirmed: true } },
  });
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  expect(await on.post('/interactions', call('c3'))).toMatchObject({
    status: 200,
    body: { decision: 'allowed' },
  });
  expect(await on.post<Problem>('/interactions', call('c1', { tool_args: {} }))).toMatchObject({
    status: 409,
    body: { code: 'idempotency_conflict' },
  });
  const { body: trail } = await on.get<AuditTrail>('/runs/their-run/audit');
  expect(trail.entries.filter(({ kind }) => kind === 'approval_required')).toHaveLength(2);
  expect(on.errors).toEqual([]);
});

test.each([
  ['another call', 'c2'],
  ['the same call', 'c1'],
])('a run that %s begins meanwhile is the run of both', async (_, first) => {
  const store = createMemoryStore();
  let isFirst = true;
  const late: SessionStore = {
    ...store,
    async load(key) {
      const loaded = await store.load(key);
      if (key.sessionId === RUN.session_id && isFirst) {
        isFirst = false;
        await asked(on, first);
      }
      return loaded;
    },
  };
  const on: Served = await served({ on: { store: late } });
  const { id } = await asked(on, 'c1');
  const { id: other } = await asked(on, first);
  expect(id === other).toBe(first === 'c1');
  expect(await statusOf(on)).toBe('suspended');
  expect(on.errors).toEqual([]);
});

test('control ends the run of an external loop: pending requests are cancelled, and further calls refused', async () => {
  const on = await served();
  const request = await asked(on, 'c1');
  const stop = { action: 'abort_run' };
  expect(await on.post('/runs/their-run/control', stop)).toMatchObject({
    status: 200,
    body: { status: 'aborted' },
  });
  expect(await on.post('/interactions', call('c1'))).toMatchObject({
    body: { decision: 'denied', reason: 'Run aborted', status: 'cancelled' },
  });
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  const ended = { status: 409, body: { code: 'run_finished' } };
  expect(await on.post<Problem>('/interactions', call('c2'))).toMatchObject(ended);
  // Also when the session has dropped the run.
  await asked(on, 'c3', { run_id: 'next-run', tool_name: 'other' });
  expect(await on.post<Problem>('/interactions', call('c4'))).toMatchObject(ended);
  expect(await on.get(`/interactions/${request.id}`)).toMatchObject({
    body: { status: 'cancelled' },
  });
  expect(await statusOf(on)).toBe('aborted');
});

test('while the run of an external loop is paused, a person also decides about calls that a rule allows', async () => {
  const on = await served();
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  expect(await on.post('/interactions', call('c1'))).toMatchObject({
    body: { decision: 'allowed' },
  });
  await on.post('/runs/their-run/control', { action: 'pause_run' });
  expect(await statusOf(on)).toBe('paused');
  const request = await asked(on, 'c2');
  expect(request.reason).toBe('The run is paused');
  await on.post('/runs/their-run/control', { action: 'resume_run' });
  expect(await statusOf(on)).toBe('suspended');
  await on.post(`/interactions/${request.id}/respond`, approval(request));
  expect(await statusOf(on)).toBe('running');
  expect(await on.post('/interactions', call('c3'))).toMatchObject({
    body: { decision: 'allowed' },
  });
  expect(on.errors).toEqual([]);
});

test('a caller cannot ask in the run of another user or of the server', async () => {
  const on = await served({
    authenticate: (request) => {
      const userId = request.headers.get('authorization') ?? 'nobody';
      return { userId, roles: [] };
    },
  });
  const as = (user: string) => ({ authorization: user });
  const { user_id: _, ...own } = call('c1');
  expect((await on.post('/interactions', own, as('ann'))).status).toBe(201);
  const taken = { status: 409, body: { code: 'idempotency_conflict' } };
  const bobs = { ...own, session_id: 'his' };
  expect(await on.post<Problem>('/interactions', bobs, as('bob'))).toMatchObject(taken);
  const { run } = await on.ask(as('ann'));
  const inside = { ...own, session_id: run.session_id, run_id: run.id, tool_call_id: 'c2' };
  expect(await on.post<Problem>('/interactions', inside, as('ann'))).toMatchObject(taken);
  const forged = { ...own, run_id: `ext-${'0'.repeat(32)}`, tool_call_id: 'c3' };
  expect(await on.post<Problem>('/interactions', forged, as('ann'))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'run_id' }] },
  });
  const judged = { ...own, agent_id: 'agent', tool_call_id: 'c4' };
  expect(await on.post<Problem>('/interactions', judged, as('ann'))).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'agent_id' }] },
  });
  const stop = { action: 'abort_run' };
  expect((await on.post('/runs/their-run/control', stop, as('bob'))).status).toBe(404);
});

test('a session keeps the twenty most recently used external runs without pending requests', async () => {
  const on = await served();
  await on.post('/permissions/ann/allow', { resource: 'theirs(*)' });
  for (let count = 0; count < 21; count += 1) {
    await on.post('/interactions', call(`c${count}`, { run_id: `run-${count}` }));
  }
  expect(await statusOf(on, 'run-0')).toBe('completed');
  expect(await statusOf(on, 'run-1')).toBe('running');
  expect(await statusOf(on, 'run-20')).toBe('running');
});
