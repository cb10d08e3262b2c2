import {
  authorizationRequest,
  confirmResponse,
  interactionView,
  runStarted,
  sessionLog,
  settlement,
  suspension,
  testTime,
  toolPaused,
  toolResumed,
} from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { createInboxStore } from './inbox-store.ts';
import { createInteractionStore, foldInteraction } from './interaction-store.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';

const request = authorizationRequest();
const asked = sessionLog([runStarted(), ...suspension(request)]);
const answered = sessionLog(settlement(request, confirmResponse()), { after: asked });

function follow() {
  const client = createFakeClient();
  client.emit(...asked);
  const store = createInteractionStore(client, request.id);
  const readings = () => client.calls.filter(({ name }) => name === 'get_interaction').length;
  return { client, store, readings };
}

test('the details are read with the first listener, and updated while pending', async () => {
  const { client, store } = follow();
  expect(store.getSnapshot()).toEqual({
    interactionId: request.id,
    details: null,
    loading: false,
  });
  const leave = store.subscribe(() => {});
  await settled();
  expect(store.getSnapshot().details).toEqual(interactionView());
  expect(client.streams).toBe(1);
  leave();
  client.clock.advance(0);
  expect(client.streams).toBe(0);
});

test('the answer is read after an inbox reports a settlement', async () => {
  const { client, store, readings } = follow();
  store.subscribe(() => {});
  await settled();
  client.emit(...answered);
  expect(store.getSnapshot().details?.status).toBe('answered');
  await settled();
  expect(store.getSnapshot().details).toMatchObject({
    status: 'answered',
    resolved_by: 'ada',
    response: { confirmed: true },
  });
  expect(readings()).toBe(2);
  client.clock.advance(0);
  expect(client.streams).toBe(0);
});

test('nothing is read again if a stream of the run contains the answer', async () => {
  const { client, store, readings } = follow();
  client.runEvents('run_1', { onEvent() {} });
  store.subscribe(() => {});
  await settled();
  client.emit(...answered);
  await settled();
  expect(store.getSnapshot().details).toMatchObject({ response: { confirmed: true } });
  expect(readings()).toBe(1);
});

test('an event that overtakes the first read causes another one', async () => {
  const { client, store } = follow();
  const release = client.hold('get_interaction');
  store.subscribe(() => {});
  client.runEvents('run_1', { onEvent() {} });
  const stale = interactionView();
  client.reply('get_interaction', () => {
    client.reply('get_interaction', { ...stale, status: 'expired' });
    return stale;
  });
  client.emit(
    ...sessionLog(settlement(request, undefined, { outcome: 'expired' }), { after: asked }),
  );
  release();
  await settled();
  expect(store.getSnapshot().details?.status).toBe('expired');
});

test('an interaction settled without a listener is read again', async () => {
  const { client, store } = follow();
  client.reply('get_interaction', interactionView());
  const inbox = createInboxStore(client);
  const shared = createInteractionStore(client, request.id, () => inbox);
  client.pending = [];
  store.subscribe(() => {});
  shared.subscribe(() => {});
  client.reply('get_interaction', () => {
    client.reply('get_interaction', interactionView({ status: 'superseded' }));
    return interactionView();
  });
  await settled();
  expect(store.getSnapshot().details?.status).toBe('superseded');
});

test('a failed read has an error', async () => {
  const { client, store } = follow();
  client.fail('get_interaction', 'interaction_not_found');
  store.subscribe(() => {});
  await settled();
  expect(store.getSnapshot()).toMatchObject({
    details: null,
    error: { code: 'interaction_not_found' },
  });
});

test('a stopped clock is applied, and nothing after the settlement', () => {
  const [paused, resumed] = sessionLog([toolPaused(), toolResumed({ expires_at: testTime(900) })], {
    after: asked,
  });
  if (paused === undefined || resumed === undefined) throw new Error('no events');
  const stopped = foldInteraction(interactionView(), paused);
  expect(stopped.interaction_request).toMatchObject({ paused: true });
  expect(stopped.interaction_request).not.toHaveProperty('expires_at');
  expect(foldInteraction(stopped, resumed).interaction_request.expires_at).toBe(testTime(900));
  const over = interactionView({ status: 'cancelled' });
  expect(foldInteraction(over, paused)).toBe(over);
  const other = interactionView({ interaction_request: authorizationRequest({ id: 'int_2' }) });
  expect(foldInteraction(other, paused)).toBe(other);
});
