import type { ClaimResult, GateOutcome, InteractionRequest } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { describe, expect, test } from 'vitest';
import { createLocalBus } from '../store/bus/local.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import { claimCases } from './claims.cases.fixture.ts';
import { served } from './served.fixture.ts';
import { ownStores, sqliteStores } from './shared-stores.fixture.ts';

describe('claims in memory', () => {
  claimCases(() => {
    const stores = [createMemoryStore(), createMemoryPermissionStore(), createLocalBus()] as const;
    return () => ownStores(...stores);
  });
});

describe('claims in a SQLite file', () => {
  claimCases(sqliteStores);
});

/** A claim, or the problem with it. */
type Either = Partial<Omit<Problem, 'status'>> & Partial<ClaimResult>;

const CALL = { session_id: 'theirs', tool_call_id: 'call-1', tool_name: 'deploy', tool_args: {} };

/** A token is the name of its user; `loop` is a service, `spy` may only ask. */
const authenticate = (request: Request) => {
  const userId = request.headers.get('authorization')?.slice('Bearer '.length);
  if (userId === undefined) return null;
  const roles = { loop: ['service'], boss: ['reviewer'], bot: ['agent'] }[userId] ?? [];
  return { userId, roles };
};
const as = (user: string) => ({ authorization: `Bearer ${user}` });

test('only callers that may ask for its user can claim a call; for others it does not exist', async () => {
  const on = await served({ authenticate });
  const { body } = await on.post<GateOutcome>(
    '/interactions',
    { ...CALL, user_id: 'ann' },
    as('loop'),
  );
  const { id } = body.interaction_request as InteractionRequest;
  const claim = (user: string, path = 'claim', more = {}) =>
    on.post<Either>(`/interactions/${id}/${path}`, { holder: user, ...more }, as(user));
  expect((await claim('loop')).body).toMatchObject({
    code: 'not_claimable',
    detail: 'The call may not run: a person has not decided about it yet.',
  });
  await on.post(
    `/interactions/${id}/respond`,
    { request_id: id, type: 'confirm', action: 'modify_args', modified_args: { env: 'test' } },
    as('ann'),
  );
  expect((await claim('bob')).body).toMatchObject({ code: 'interaction_not_found' });
  expect((await claim('bob', 'complete', { content: '' })).status).toBe(404);
  expect((await claim('loop')).body).toMatchObject({ claimed: true, args: { env: 'test' } });
  expect((await claim('ann')).body).toMatchObject({ claimed: false, holder: 'loop' });
  expect((await claim('ann', 'claim', { lease_ms: 5 })).body).toMatchObject({
    code: 'invalid_request',
    errors: [{ path: 'lease_ms' }],
  });
});

test('a loop whose token may only ask claims and completes its own calls', async () => {
  const on = await served({ authenticate });
  await on.post('/permissions/bot/allow', { resource: 'deploy(*)' }, as('bot'));
  const { body } = await on.post<GateOutcome>('/interactions', CALL, as('bot'));
  const path = `/interactions/${encodeURIComponent(body.interaction_id ?? 'none')}`;
  expect(body.decision).toBe('pending');
  const { id } = body.interaction_request as InteractionRequest;
  await on.post(`/interactions/${id}/respond`, approve(id), as('boss'));
  const { body: claimed } = await on.post<ClaimResult>(`${path}/claim`, { holder: 'h' }, as('bot'));
  expect(claimed.claimed).toBe(true);
  const failed = { holder: 'h', content: 'No such host', is_success: false };
  const { body: done } = await on.post<ClaimResult>(`${path}/complete`, failed, as('bot'));
  expect(done.result).toMatchObject({ is_success: false, error: 'No such host', output: null });
});

test('a call that was denied, aborted or forbidden in the meantime is not claimed, nor one of a paused run', async () => {
  const on = await served();
  const asked = async (call: object) => {
    const { body } = await on.post<GateOutcome>('/interactions', { ...CALL, ...call });
    return body.interaction_request?.id ?? body.interaction_id ?? '';
  };
  const claim = (id: string) =>
    on.post<Either>(`/interactions/${encodeURIComponent(id)}/claim`, {
      holder: 'host',
    });
  const deniedId = await asked({ tool_call_id: 'denied' });
  await on.post(`/interactions/${deniedId}/respond`, { ...approve(deniedId), action: 'deny' });
  expect((await claim(deniedId)).body.detail).toBe('The call may not run: User denied consent.');

  const ruledId = await asked({ tool_call_id: 'ruled', user_id: 'ann', session_id: 'hers' });
  await on.post(`/interactions/${ruledId}/respond`, approve(ruledId));
  await on.post('/permissions/ann/deny', { resource: 'deploy(*)' });
  expect((await claim(ruledId)).body.detail).toBe('The call may not run: Matched deny pattern.');
  await on.post('/permissions/ann/revoke', { resource: 'deploy(*)' });
  expect((await claim(ruledId)).body.claimed).toBe(true);

  const loop = { session_id: 'loops', run_id: 'loop-1' };
  const heldId = await asked({ ...loop, tool_call_id: 'held' });
  await on.post(`/interactions/${heldId}/respond`, approve(heldId));
  const control = (action: string) => on.post('/runs/loop-1/control', { run_id: 'loop-1', action });
  await control('pause_run');
  expect((await claim(heldId)).body.detail).toBe('The call may not run: its run loop-1 is paused.');
  await control('resume_run');
  await control('abort_run');
  expect((await claim(heldId)).body.code).toBe('run_finished');
});

test('a call that a rule allowed needs the rule until it starts, and one that a person approved does not', async () => {
  const on = await served();
  const hers = { ...CALL, session_id: 'hers', user_id: 'ann' };
  const submit = async (call: object) =>
    (await on.post<GateOutcome>('/interactions', { ...hers, ...call })).body;
  const claim = (id = '') =>
    on.post<Either>(`/interactions/${encodeURIComponent(id)}/claim`, { holder: 'host' });

  const approved = await submit({ tool_call_id: 'approved' });
  const { interaction_id: approvedId = '' } = approved;
  await on.post(`/interactions/${approvedId}/respond`, approve(approvedId));
  await on.post('/permissions/ann/allow', { resource: 'deploy(*)' });
  const alone = await submit({ tool_call_id: 'alone' });
  const ofLoop = await submit({ tool_call_id: 'of-loop', run_id: 'loop-1' });
  const started = await submit({ tool_call_id: 'started' });
  expect([alone, ofLoop, started].map(({ decision }) => decision)).toEqual(
    Array.from({ length: 3 }, () => 'allowed'),
  );
  expect((await claim(started.interaction_id)).body.claimed).toBe(true);
  await on.post('/permissions/ann/revoke', { resource: 'deploy(*)' });

  // The last one is claimed again by its holder, as if the answer to the first claim was lost.
  for (const { interaction_id: id } of [alone, ofLoop, started]) {
    expect((await claim(id)).body).toMatchObject({
      code: 'not_claimable',
      detail:
        'The call may not run: what allowed it does not apply any more. To ask a person, submit it with a new tool_call_id.',
    });
  }
  expect((await claim(approvedId)).body.claimed).toBe(true);
  expect((await submit({ tool_call_id: 'of-loop', run_id: 'loop-1' })).decision).toBe('pending');
});

test('an outcome is recorded once: the same one may be repeated, another one is refused', async () => {
  const on = await served();
  const { body } = await on.post<GateOutcome>('/interactions', CALL);
  const path = `/interactions/${body.interaction_id}`;
  await on.post(`${path}/respond`, approve(body.interaction_id ?? ''));
  await on.post(`${path}/claim`, { holder: 'host' });
  const complete = (outcome: object) =>
    on.post<Either>(`${path}/complete`, { holder: 'host', content: 'done', ...outcome });
  const outcome = { output: { pods: [1, 2], region: 'eu' } };
  expect((await complete(outcome)).body.status).toBe('completed');
  expect((await complete({ output: { region: 'eu', pods: [1, 2] } })).status).toBe(200);
  for (const other of [
    { output: { pods: [2, 1], region: 'eu' } },
    {},
    { ...outcome, content: 'failed' },
    { is_success: false },
  ]) {
    expect((await complete(other)).body).toMatchObject({ code: 'idempotency_conflict' });
  }
});

test('calls of the server, questions, and another call under the same id are not claimed', async () => {
  const on = await served();
  const { requests } = await on.ask();
  const [ours] = requests;
  const claim = (id: string) =>
    on.post<Either>(`/interactions/${id}/claim`, { holder: `host of ${id}` });
  await on.post(`/interactions/${ours?.id}/respond`, approve(ours?.id ?? ''));
  expect((await claim(ours?.id ?? '')).body.detail).toBe(
    'The call may not run: it is a call of the server, which runs it itself.',
  );
  const { body: question } = await on.post<GateOutcome>('/interactions', {
    session_id: 'theirs',
    tool_call_id: 'question',
    type: 'input',
    title: 'Name?',
  });
  expect((await claim(question.interaction_id ?? '')).body.detail).toBe(
    'The call may not run: it is a question, not a call.',
  );
  const run = async (runId: string, env: string) => {
    const call = { ...CALL, run_id: runId, tool_args: { env } };
    const { body } = await on.post<GateOutcome>('/interactions', call);
    const id = body.interaction_id ?? '';
    await on.post(`/interactions/${id}/respond`, approve(id));
    return (await claim(id)).body;
  };
  expect((await run('loop-1', 'staging')).claimed).toBe(true);
  expect((await run('loop-2', 'production')).code).toBe('idempotency_conflict');
  expect(await run('loop-3', 'staging')).toMatchObject({ claimed: false, status: 'running' });
});

function approve(id: string) {
  return { request_id: id, type: 'confirm', action: 'approve', remember: { scope: 'once' } };
}
