import {
  authorizationRequest,
  inputRequest,
  interactionRequest,
  interactionResolved,
  runStarted,
  sessionLog,
  testTime,
  toolPaused,
  toolResumed,
} from '@hitl/protocol/testing';
import { describe, expect, test } from 'vitest';
import { createHitlClient } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import { createInboxStore, type InboxStore } from './inbox-store.ts';
import { createFakeClient } from '../testing/fake-client.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createWire, frameOf } from '../testing/wire.ts';
import { settled } from '../testing/settled.fixture.ts';

const ids = (store: InboxStore): string[] => store.getSnapshot().interactions.map(({ id }) => id);

const first = authorizationRequest({ id: 'int_1' });
const second = inputRequest({ id: 'int_2', tool_call_id: 'call_2' });

describe('an inbox', () => {
  test('shows pending and new requests, and removes settled ones', () => {
    const client = createFakeClient({ pending: [first] });
    const store = createInboxStore(client);
    expect(store.getSnapshot()).toMatchObject({ loaded: false, interactions: [] });
    store.subscribe(() => {});
    expect(store.getSnapshot()).toMatchObject({ loaded: true, interactions: [first] });
    const log = sessionLog([
      runStarted(),
      interactionRequest(second),
      interactionResolved({ interaction_id: 'int_1' }),
      interactionResolved({ interaction_id: 'int_9' }),
    ]);
    client.emit(log[0]!, log[1]!);
    expect(ids(store)).toEqual(['int_1', 'int_2']);
    client.emit(log[1]!);
    expect(ids(store), 'a repeat is one card').toEqual(['int_1', 'int_2']);
    client.emit(log[2]!, log[3]!);
    expect(ids(store)).toEqual(['int_2']);
  });

  test.each(['expired', 'cancelled', 'superseded', 'answered'] as const)(
    'drops a request that is %s',
    (outcome) => {
      const client = createFakeClient({ pending: [first] });
      const store = createInboxStore(client);
      store.subscribe(() => {});
      client.emit(...sessionLog([interactionResolved({ outcome })]));
      expect(ids(store)).toEqual([]);
    },
  );

  test('keeps the clock of each request', () => {
    const client = createFakeClient({ pending: [first] });
    const store = createInboxStore(client);
    store.subscribe(() => {});
    const log = sessionLog([toolPaused(), toolResumed({ expires_at: testTime(900) })]);
    client.emit(log[0]!);
    const [paused] = store.getSnapshot().interactions;
    expect(paused).toMatchObject({ paused: true });
    expect(paused).not.toHaveProperty('expires_at');
    client.emit(log[1]!);
    const [resumed] = store.getSnapshot().interactions;
    expect(resumed).toMatchObject({ expires_at: testTime(900) });
    expect(resumed).not.toHaveProperty('paused');
  });

  test('filters by user or session', () => {
    const other = inputRequest({ id: 'int_3', session_id: 'ses_2', user_id: 'bob' });
    const client = createFakeClient({ pending: [first, other] });
    const byUser = createInboxStore(client, { userId: 'bob' });
    const bySession = createInboxStore(client, { sessionId: 'ses_1' });
    byUser.subscribe(() => {});
    bySession.subscribe(() => {});
    expect([ids(byUser), ids(bySession)]).toEqual([['int_3'], ['int_1']]);
    expect(client.calls.map(({ query }) => query)).toEqual([
      { user_id: 'bob', session_id: undefined },
      { user_id: undefined, session_id: 'ses_1' },
    ]);
  });

  test('does not notify for other events', () => {
    const client = createFakeClient({ pending: [first] });
    const store = createInboxStore(client);
    let renders = 0;
    store.subscribe(() => (renders += 1));
    const before = renders;
    client.emit(...sessionLog([interactionResolved({ interaction_id: 'int_9' })]));
    expect(renders).toBe(before);
  });
});

describe('over the wire', () => {
  function open(wires: ReturnType<typeof createWire>[]): {
    store: InboxStore;
    clock: ReturnType<typeof createFakeClock>;
    requests: Request[];
  } {
    const clock = createFakeClock();
    const requests: Request[] = [];
    const client = createHitlClient({
      clock,
      random: () => 0.5,
      async fetch(request) {
        requests.push(request);
        return wires[requests.length - 1]!.response;
      },
    });
    const store = createInboxStore(client, { userId: 'ada' });
    store.subscribe(() => {});
    return { store, clock, requests };
  }

  const snapshot = (interactions: readonly unknown[]): string =>
    `event: snapshot\ndata: ${JSON.stringify({ interactions })}\n\n`;

  test('a reconnect starts with the pending requests, without those settled meanwhile', async () => {
    const wires = [createWire(), createWire()];
    const { store, clock, requests } = open(wires);
    wires[0]!.send(snapshot([first, second]));
    await settled();
    expect(ids(store)).toEqual(['int_1', 'int_2']);
    wires[0]!.break();
    await settled();
    expect(store.getSnapshot()).toMatchObject({ connection: { status: 'offline' } });
    expect(ids(store), 'what is known stays on the screen').toEqual(['int_1', 'int_2']);
    clock.advance(500);
    await settled();
    wires[1]!.send(snapshot([second]));
    await settled();
    expect(ids(store)).toEqual(['int_2']);
    expect(requests.map(({ url }) => url)).toEqual([
      'http://localhost/interactions/events?user_id=ada',
      'http://localhost/interactions/events?user_id=ada',
    ]);
  });

  test('a reconnect with an incomplete snapshot keeps known requests that it names', async () => {
    const wires = [createWire(), createWire()];
    const { store, clock } = open(wires);
    const third = authorizationRequest({ id: 'int_3', tool_call_id: 'call_3' });
    wires[0]!.send(snapshot([first, second, third]));
    await settled();
    const [, known] = store.getSnapshot().interactions;
    wires[0]!.break();
    await settled();
    clock.advance(500);
    await settled();
    const part = { interactions: [first], pending_ids: ['int_1', 'int_2', 'int_4'] };
    wires[1]!.send(`event: snapshot\ndata: ${JSON.stringify(part)}\n\n`);
    await settled();
    expect(ids(store)).toEqual(['int_1', 'int_2']);
    expect(store.getSnapshot().interactions[1]).toBe(known);
    const fourth = authorizationRequest({ id: 'int_4', tool_call_id: 'call_4' });
    const again = sessionLog([
      interactionRequest({ ...second, paused: true }),
      interactionRequest(fourth),
    ]);
    for (const event of again) wires[1]!.send(frameOf(event, ''));
    await settled();
    expect(store.getSnapshot().interactions).toMatchObject([
      { id: 'int_1' },
      { id: 'int_2', paused: true },
      { id: 'int_4' },
    ]);
  });

  test('a reconnect that sends a thousand requests again keeps the objects of unchanged ones', async () => {
    const wires = [createWire(), createWire(), createWire()];
    const { store, clock } = open(wires);
    const many = Array.from({ length: 1000 }, (_, at) => authorizationRequest({ id: `int_${at}` }));
    const reconnect = async (at: number, list: readonly unknown[]): Promise<void> => {
      wires[at - 1]?.break();
      await settled();
      clock.advance(500);
      await settled();
      wires[at]?.send(snapshot(list));
      await settled();
    };
    await reconnect(0, many);
    const known = store.getSnapshot().interactions;
    expect(known).toEqual(many);
    await reconnect(1, many);
    expect(store.getSnapshot().connection.status).toBe('open');
    expect(store.getSnapshot().interactions).toBe(known);

    const [, changed, ...rest] = many;
    await reconnect(2, [{ ...changed, paused: true }, ...rest]);
    const now = store.getSnapshot().interactions;
    expect(now[0]).toEqual({ ...changed, paused: true });
    expect(now.slice(1).every((request, at) => request === known[at + 2])).toBe(true);
    expect(now).toHaveLength(999);
  });

  test('an empty list is reported once', async () => {
    const wire = createWire();
    const { store } = open([wire]);
    let changes = 0;
    await settled();
    store.subscribe(() => (changes += 1));
    wire.send(snapshot([]));
    await settled();
    expect(store.getSnapshot()).toMatchObject({ loaded: true, interactions: [] });
    wire.send(snapshot([]));
    await settled();
    expect(changes).toBe(1);
  });

  test('an unreadable request is reported, and shown as far as possible', async () => {
    const wire = createWire();
    const errors: ClientError[] = [];
    const shown: unknown[] = [];
    const client = createHitlClient({ fetch: async () => wire.response });
    client.inboxEvents(
      {},
      {
        onSnapshot: (list) => shown.push(list.map(({ id }) => id)),
        onEvent: (event) => shown.push(event.type),
        onError: (error) => errors.push(error),
      },
    );
    await settled();
    wire.send(snapshot([first, { ...second, type: 'hologram' }, { id: 7 }, null]));
    wire.send('event: snapshot\ndata: {"interactions":{}}\n\n');
    wire.send('event: interaction_request\ndata: {"type":"interaction_request"}\n\n');
    wire.send('event: something_new\ndata: {}\n\n');
    wire.send(frameOf(sessionLog([runStarted()])[0]!));
    wire.send(frameOf(sessionLog([interactionResolved()])[0]!));
    await settled();
    expect(shown).toEqual([['int_1', 'int_2'], 'interaction_resolved']);
    expect(errors.map(({ code }) => code)).toEqual([
      'bad_frame',
      'bad_frame',
      'bad_frame',
      'bad_frame',
    ]);
  });
});
