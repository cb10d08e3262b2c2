import type { EventDraft, RunEvent } from '@hitl/protocol';
import {
  authorizationRequest,
  confirmResponse,
  run,
  runCompleted,
  runStarted,
  sessionLog,
  settlement,
  stepCompleted,
  stepDelta,
  suspension,
  toolCall,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { ClientError } from '../base/errors.ts';
import { createSessionStore, type SessionSnapshot } from './session-store.ts';
import { createFakeClient, type FakeClient } from '../testing/fake-client.ts';
import { settled } from '../testing/settled.fixture.ts';

const request = authorizationRequest({ message_id: 'msg_2' });

/** The events of a turn up to its request. */
const asking: EventDraft[] = [
  runStarted(),
  stepCompleted({ id: 'msg_1' }),
  stepCompleted({ id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall()] }),
  ...suspension(request),
];

const answering: EventDraft[] = [
  ...settlement(request, confirmResponse()),
  stepCompleted({ id: 'msg_3', role: 'assistant', content: 'All clean.' }),
  runCompleted({ response: 'All clean.' }),
];

const started = (client: FakeClient, log: readonly RunEvent[]): void =>
  client.reply('list_runs', {
    runs: [run({ last_seq: log.length })],
    next_cursor: null,
  });

describe('a session', () => {
  test('is shown from its first event, with pending requests', async () => {
    const client = createFakeClient();
    const log = sessionLog(asking);
    client.emit(...log);
    started(client, log);
    const store = createSessionStore(client, 'ses_1');
    expect(store.getSnapshot()).toMatchObject({ loaded: false, messages: [], run: null });
    expect(client.calls, 'nothing is opened before somebody listens').toEqual([]);
    store.subscribe(() => {});
    await settled();
    expect(store.getSnapshot()).toMatchObject({
      sessionId: 'ses_1',
      status: 'waiting_permission',
      run: { id: 'run_1', status: 'suspended' },
      messages: [{ id: 'msg_1' }, { id: 'msg_2', blocks: [{ status: 'pending' }] }],
      pending: [request],
      loaded: true,
      connection: { status: 'open' },
    });
    client.emit(...sessionLog(answering, { after: log }));
    expect(store.getSnapshot()).toMatchObject({
      status: 'idle',
      run: { status: 'completed', response: 'All clean.' },
      pending: [],
    });
    expect(store.getSnapshot().messages.map(({ content }) => content)).toEqual([
      'Is the project clean?',
      '',
      'All clean.',
    ]);
  });

  test('is loaded only when all past events have been read', async () => {
    const client = createFakeClient();
    const log = sessionLog(asking);
    client.emit(...log.slice(0, 2));
    started(client, log);
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    await settled();
    expect(store.getSnapshot().loaded).toBe(false);
    client.emit(...log.slice(2));
    expect(store.getSnapshot().loaded).toBe(true);
  });

  test('without a run is loaded and empty', async () => {
    const client = createFakeClient();
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    await settled();
    expect(store.getSnapshot()).toMatchObject({ loaded: true, run: null, status: 'idle' });
  });

  test('asks for the newest run again if that failed at first', async () => {
    const client = createFakeClient();
    client.fail('list_runs', 'network');
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    await settled();
    expect(store.getSnapshot().loaded).toBe(false);
    client.setConnection({ status: 'reconnecting' });
    client.setConnection({ status: 'open' });
    await settled();
    expect(store.getSnapshot().loaded).toBe(true);
  });

  test('shows the text the model is writing', () => {
    const client = createFakeClient();
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    client.emit(...sessionLog([runStarted()]), stepDelta({ message_id: 'msg_9', text: 'All' }));
    client.emit(stepDelta({ message_id: 'msg_9', offset: 3, text: ' clean' }));
    expect(store.getSnapshot().live).toEqual([
      { messageId: 'msg_9', runId: 'run_1', text: 'All clean' },
    ]);
  });

  test('notifies for changes and nothing else', () => {
    const client = createFakeClient();
    const log = sessionLog(asking);
    client.emit(...log);
    const store = createSessionStore(client, 'ses_1');
    let renders = 0;
    store.subscribe(() => (renders += 1));
    const before = store.getSnapshot();
    const after = renders;
    client.emit(log[2]!, stepDelta({ offset: 7, text: 'a hole' }));
    expect(renders, 'repeats change nothing').toBe(after);
    client.emit(stepDelta({ message_id: 'msg_9' }));
    expect(renders).toBe(after + 1);
    const { pending, messages, control } = store.getSnapshot();
    expect([pending, messages, control]).toEqual([before.pending, before.messages, before.control]);
    expect(pending).toBe(before.pending);
    expect(messages).toBe(before.messages);
    expect(control).toBe(before.control);
  });

  test('continues from its state with the next listener', async () => {
    const client = createFakeClient();
    const log = sessionLog([...asking, ...answering]);
    const more = sessionLog([runStarted({}, { run_id: 'run_2' })], { after: log });
    client.emit(...log);
    const store = createSessionStore(client, 'ses_1');
    const leave = store.subscribe(() => {});
    const known = store.getSnapshot();
    leave();
    client.clock.advance(1000);
    expect(client.streams).toBe(0);
    expect(store.getSnapshot()).toMatchObject({
      messages: known.messages,
      connection: { status: 'closed' },
    });
    client.emit(...more);
    store.subscribe(() => {});
    expect(store.getSnapshot().run?.id).toBe('run_2');
    expect(store.getSnapshot().messages).toEqual(known.messages);
  });

  test('reports its connection, and reconnects when asked', () => {
    const client = createFakeClient();
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    const error = new ClientError('unauthenticated', 'Sign in.', { status: 401 });
    client.setConnection({ status: 'closed', error });
    expect(store.getSnapshot()).toMatchObject({ loaded: true, connection: { error } });
    store.reconnect();
    expect(store.getSnapshot().connection).toEqual({ status: 'open' });
    expect(client.streams).toBe(1);
  });
});

describe('sending', () => {
  const input = { agent_id: 'assistant', input: 'Is the project clean?' };
  const outbox = ({ outbox: list }: SessionSnapshot): unknown[] =>
    list.map(({ input: text, status }) => [text, status]);

  test('shows a message from the click until its events arrive', async () => {
    const client = createFakeClient();
    client.reply('create_run', run());
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    const release = client.hold('create_run');
    const sending = store.send(input);
    expect(outbox(store.getSnapshot())).toEqual([[input.input, 'sending']]);
    release();
    expect(await sending).toEqual(run());
    expect(outbox(store.getSnapshot())).toEqual([[input.input, 'sent']]);
    client.emit(...sessionLog(asking));
    expect(outbox(store.getSnapshot())).toEqual([]);
    expect(store.getSnapshot().messages[0]?.content).toBe(input.input);
    const sent = client.calls.find(({ name }) => name === 'create_run');
    expect(sent?.body).toEqual({ ...input, session_id: 'ses_1' });
  });

  test('keeps a failed message, and sends it again under the same key: at most one run', async () => {
    const client = createFakeClient();
    client.reply('create_run', run());
    client.fail('create_run', 'network');
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    await expect(store.send(input)).rejects.toMatchObject({ code: 'network' });
    const [failed] = store.getSnapshot().outbox;
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'network' } });
    const again = store.retry(failed?.id ?? '');
    expect(store.getSnapshot().outbox[0]).not.toHaveProperty('error');
    await again;
    const keys = client.calls
      .filter(({ name }) => name === 'create_run')
      .map(({ options }) => options?.idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    await expect(store.retry(failed?.id ?? '')).rejects.toThrow(TypeError);
  });

  test('discards a failed message, but not one being sent', async () => {
    const client = createFakeClient();
    client.fail('create_run', 'session_busy');
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    const release = client.hold('create_run');
    const sending = store.send(input);
    const [entry] = store.getSnapshot().outbox;
    store.discard(entry?.id ?? '');
    expect(outbox(store.getSnapshot())).toEqual([[input.input, 'sending']]);
    release();
    await expect(sending).rejects.toMatchObject({ code: 'session_busy' });
    store.discard(entry?.id ?? '');
    expect(outbox(store.getSnapshot())).toEqual([]);
  });

  test('creates the session with the first message, and follows it from then on', async () => {
    const client = createFakeClient();
    client.reply('create_run', run());
    const store = createSessionStore(client, 'ses_1');
    store.subscribe(() => {});
    const missing = new ClientError('session_not_found', 'No such session.', { status: 404 });
    client.setConnection({ status: 'closed', error: missing });
    expect(store.getSnapshot()).toMatchObject({ loaded: true, connection: { status: 'closed' } });
    expect(store.getSnapshot().connection, 'a new session is no error').not.toHaveProperty('error');
    await store.send(input);
    expect(store.getSnapshot().connection.status).toBe('open');
    client.emit(...sessionLog(asking));
    expect(store.getSnapshot().pending).toEqual([request]);
  });
});
