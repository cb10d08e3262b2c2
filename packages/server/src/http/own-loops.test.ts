import type { GateOutcome, InteractionRequest } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { gateStep } from '@hitl/protocol/fold';
import { expect, test } from 'vitest';
import { approval, served } from './served.fixture.ts';
import { createTokenAuthenticate } from './token-auth.ts';

const CALL = {
  session_id: 'theirs',
  tool_call_id: 'call-1',
  tool_name: 'theirs',
  tool_args: { env: 'production' },
};
const as = (user: string) => ({ authorization: `Bearer ${user}` });

/** A token is the name of its user; `loop` is a service. */
const authenticate = await createTokenAuthenticate('loop loop service\nann ann\nbob bob');

test('a call of an external loop gets one response format: asked, known, answered, decided', async () => {
  const on = await served();
  const asked = await on.post<GateOutcome>('/interactions', CALL);
  expect(asked).toMatchObject({
    status: 201,
    body: { decision: 'pending', interaction_request: { tool_call_id: 'call-1' } },
  });
  const known = await on.post<GateOutcome>('/interactions', CALL);
  expect(known.status).toBe(200);
  expect(known.body).toEqual(asked.body);
  expect(gateStep(known.body, CALL.tool_args)).toEqual({
    kind: 'wait',
    interaction_id: known.body.interaction_request?.id,
  });
  const request = asked.body.interaction_request as InteractionRequest;
  await on.post(`/interactions/${request.id}/respond`, approval(request));
  const answered = await on.post<GateOutcome>('/interactions', CALL);
  expect(answered).toMatchObject({
    status: 200,
    body: { decision: 'answered', status: 'answered', response: { confirmed: true } },
  });
  expect(gateStep(answered.body, CALL.tool_args)).toEqual({ kind: 'run', args: CALL.tool_args });
  await on.post('/permissions/ann/deny', { resource: 'theirs(*)' });
  const decided = { ...CALL, session_id: 'hers', tool_call_id: 'call-2', user_id: 'ann' };
  const denied = await on.post<GateOutcome>('/interactions', decided);
  expect(denied).toMatchObject({
    status: 200,
    body: { decision: 'denied', reason: 'Matched deny pattern' },
  });
  expect(gateStep(denied.body, CALL.tool_args)).toEqual({
    kind: 'tell',
    content:
      'Tool execution denied: Matched deny pattern. Please ask the user for permission or use a different approach.',
    is_success: false,
  });
});

test('a service asks for its users and reads the outcome, but cannot answer for them', async () => {
  const on = await served({ authenticate });
  const asked = await on.post<GateOutcome>(
    '/interactions',
    { ...CALL, user_id: 'ann' },
    as('loop'),
  );
  expect(asked.status).toBe(201);
  const request = asked.body.interaction_request as InteractionRequest;
  expect(request.user_id).toBe('ann');
  const path = `/interactions/${request.id}`;
  expect(await on.get(path, as('loop'))).toMatchObject({
    status: 200,
    body: { status: 'pending' },
  });
  expect(await on.get(path, as('bob'))).toMatchObject({ status: 404 });
  const own = await on.post<Problem>(`${path}/respond`, approval(request), as('loop'));
  expect(own).toMatchObject({ status: 404, body: { code: 'interaction_not_found' } });
  expect(await on.post(`${path}/respond`, approval(request), as('ann'))).toMatchObject({
    status: 200,
  });
  const stolen = await on.post('/interactions', { ...CALL, user_id: 'ann' }, as('bob'));
  expect(stolen).toMatchObject({
    status: 403,
    body: {
      detail:
        'You may not ask for the user ann. Your user is bob; asking for others takes the role service.',
    },
  });
});

test('interactions are found by their tool call', async () => {
  const on = await served({ calls: 2 });
  const { requests } = await on.ask();
  const found = await on.get<{ interactions: InteractionRequest[] }>(
    '/interactions?tool_call_id=call_2',
  );
  expect(found.body.interactions).toEqual([requests[1]]);
});

test.each([
  ['/runs?sesion_id=x', 'sesion_id', 'it takes session_id, status, cursor, limit'],
  ['/interactions?tool_call=x', 'tool_call', 'tool_call_id'],
  ['/interactions/events?run_id=x', 'run_id', 'it takes user_id, session_id'],
  ['/sessions?status=idle', 'status', 'it takes user_id, cursor, limit'],
  ['/agents?limit=1', 'limit', 'it takes none'],
  ['/runs?limit=1&limit=2', 'limit', 'more than once'],
])('an unknown or repeated query parameter is refused by name: %s', async (path, name, hint) => {
  const on = await served();
  const answer = await on.get<Problem>(path);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  expect(answer.body.errors).toMatchObject([{ path: name }]);
  expect(answer.body.errors?.[0]?.message).toContain(hint);
});
