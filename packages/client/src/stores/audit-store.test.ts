import {
  auditEntry,
  interactionResolved,
  interactionResponse,
  runCompleted,
  runStarted,
  sessionLog,
  stepCompleted,
} from '@hitl/protocol/testing';
import type { AuditEntry, AuditTrail } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createAuditStore } from './audit-store.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';

const trailOf = (...entries: AuditEntry[]): AuditTrail => ({
  run_id: 'run_1',
  head: null,
  entries,
});
const started = auditEntry({ seq: 1, kind: 'run_started' });
const asked = auditEntry({ seq: 2 });
const ended = auditEntry({ seq: 9, kind: 'run_completed' });

const LOG = sessionLog([
  runStarted(),
  stepCompleted(),
  interactionResponse(),
  interactionResolved(),
  runCompleted(),
]);

function follow(trail: AuditTrail) {
  const client = createFakeClient();
  client.reply('run_audit', trail);
  const store = createAuditStore(client, 'run_1');
  const readings = () => client.calls.filter(({ name }) => name === 'run_audit').length;
  return { client, store, readings };
}

test('a trail is read with the first listener, and loading says when it was', async () => {
  const { client, store, readings } = follow(trailOf(started, asked));
  expect(store.getSnapshot()).toEqual({
    runId: 'run_1',
    trail: null,
    loading: false,
    connection: { status: 'closed' },
  });
  expect(readings()).toBe(0);
  const leave = store.subscribe(() => {});
  expect(store.getSnapshot().loading).toBe(true);
  await settled();
  expect(store.getSnapshot()).toMatchObject({
    trail: { entries: [started, asked] },
    loading: false,
    connection: { status: 'open' },
  });
  leave();
  client.clock.advance(0);
  expect(client.streams).toBe(0);
});

test('an ended run is not followed', async () => {
  const { client, store } = follow(trailOf(started, ended));
  store.subscribe(() => {});
  await settled();
  expect(client.streams).toBe(0);
  expect(store.getSnapshot().connection).toEqual({ status: 'closed' });
});

test('the end of a nested run does not end the trail', async () => {
  const { client, store } = follow(trailOf(started, { ...ended, run_id: 'run_2' }));
  store.subscribe(() => {});
  await settled();
  expect(client.streams).toBe(1);
});

test('events that add to it trigger another read, at most one a second', async () => {
  const { client, store, readings } = follow(trailOf(started));
  store.subscribe(() => {});
  await settled();
  expect(readings()).toBe(1);
  client.reply('run_audit', trailOf(started, asked));
  client.emit(...LOG.slice(0, 4));
  await settled();
  expect(readings()).toBe(2);
  client.clock.advance(1000);
  await settled();
  // Includes the event that the first read was too early for.
  expect(readings()).toBe(3);
  client.clock.advance(10_000);
  await settled();
  expect(readings()).toBe(3);
});

test('events that add nothing to it, or are in it already, trigger no read', async () => {
  const { client, store, readings } = follow(trailOf(started, auditEntry({ seq: 4 })));
  store.subscribe(() => {});
  await settled();
  client.emit(...LOG.slice(0, 4));
  client.clock.advance(1000);
  await settled();
  expect(readings()).toBe(1);
});

test('the end of the run closes the stream', async () => {
  const { client, store } = follow(trailOf(started));
  store.subscribe(() => {});
  await settled();
  client.reply('run_audit', trailOf(started, ended));
  client.emit(...LOG);
  await settled();
  expect(store.getSnapshot()).toMatchObject({
    trail: { entries: [started, ended] },
    connection: { status: 'closed' },
  });
  expect(client.streams).toBe(0);
});

test('a failed read keeps the last trail, and is repeated when the server is back', async () => {
  const { client, store, readings } = follow(trailOf(started));
  store.subscribe(() => {});
  await settled();
  client.fail('run_audit', 'network');
  await store.refresh();
  expect(store.getSnapshot()).toMatchObject({
    trail: { entries: [started] },
    error: { code: 'network' },
  });
  client.setConnection({ status: 'offline' });
  expect(store.getSnapshot().connection).toEqual({ status: 'offline' });
  expect(readings()).toBe(2);
  client.setConnection({ status: 'open' });
  await settled();
  expect(store.getSnapshot()).not.toHaveProperty('error');
  expect(readings()).toBe(3);
});

test('a trail that could not be read can be refreshed', async () => {
  const { client, store } = follow(trailOf(started));
  client.fail('run_audit', 'run_not_found');
  store.subscribe(() => {});
  await settled();
  expect(store.getSnapshot()).toMatchObject({ trail: null, error: { code: 'run_not_found' } });
  expect(client.streams).toBe(0);
  await store.refresh();
  expect(store.getSnapshot().trail?.entries).toEqual([started]);
  expect(client.streams).toBe(1);
});
