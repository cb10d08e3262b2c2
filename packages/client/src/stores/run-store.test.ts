import {
  authorizationRequest,
  run,
  runCompleted,
  runStarted,
  sessionLog,
  stepCompleted,
  suspension,
} from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { ClientError } from '../base/errors.ts';
import { createRunStore } from './run-store.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';

test('a run is shown from its first event, with pending requests', async () => {
  const client = createFakeClient();
  const request = authorizationRequest();
  const log = sessionLog([runStarted(), stepCompleted(), ...suspension(request)]);
  client.reply('get_run', run({ last_seq: log.length }));
  client.emit(...log);
  const store = createRunStore(client, 'run_1');
  expect(store.getSnapshot()).toMatchObject({ runId: 'run_1', run: null, loaded: false });
  store.subscribe(() => {});
  await settled();
  expect(store.getSnapshot()).toMatchObject({
    run: { id: 'run_1', status: 'suspended', agent_id: 'assistant' },
    messages: [{ role: 'user' }],
    pending: [request],
    loaded: true,
    connection: { status: 'open' },
  });
});

test('a nested run is shown on its own, and keeps the id of its root', () => {
  const client = createFakeClient();
  const log = sessionLog([
    runStarted(),
    stepCompleted({ id: 'msg_1' }),
    runStarted({ parent_run_id: 'run_1', parent_tool_call_id: 'call_1' }, { run_id: 'run_2' }),
    stepCompleted({ id: 'msg_2', content: 'Look closer' }, { run_id: 'run_2' }),
    runCompleted({ response: 'Seen.' }, { run_id: 'run_2' }),
  ]);
  client.emit(...log);
  const store = createRunStore(client, 'run_2');
  store.subscribe(() => {});
  expect(store.getSnapshot()).toMatchObject({
    run: {
      id: 'run_2',
      parent_run_id: 'run_1',
      root_run_id: 'run_1',
      status: 'completed',
      response: 'Seen.',
    },
    messages: [{ content: 'Look closer' }],
  });
});

test('a nested run that is followed later is loaded although its root has more events', async () => {
  const client = createFakeClient();
  client.reply('get_run', run({ id: 'run_2', root_run_id: 'run_1', last_seq: 99 }));
  const store = createRunStore(client, 'run_2');
  store.subscribe(() => {});
  expect(store.getSnapshot().loaded).toBe(false);
  await settled();
  expect(store.getSnapshot().loaded).toBe(true);
});

test('a run that is refused is loaded, with the reason', () => {
  const client = createFakeClient();
  const store = createRunStore(client, 'run_1');
  store.subscribe(() => {});
  const error = new ClientError('run_not_found', 'No such run.', { status: 404 });
  client.setConnection({ status: 'closed', error });
  expect(store.getSnapshot()).toMatchObject({ run: null, loaded: true, connection: { error } });
  store.reconnect();
  expect(store.getSnapshot().connection.status).toBe('open');
});
