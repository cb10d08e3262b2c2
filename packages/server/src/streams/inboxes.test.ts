import {
  authorizationRequest,
  confirmResponse,
  runPaused,
  runStarted,
  settlement,
  suspension,
  toolPaused,
  toolResumed,
} from '@hitl/protocol/testing';
import type { InteractionRequest, RunEvent } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { createFeedHarness, take } from './feed.fixture.ts';
import { createRandom } from '../testing/random.ts';
import { createSessionWriter } from '../testing/session-writer.ts';
import type { Feed, Frame, InboxFilter } from './feed.ts';

const TENANT = 'default';
const keyOf = (sessionId: string): { tenantId: string; sessionId: string } => ({
  tenantId: TENANT,
  sessionId,
});

function request(number: number, overrides: Partial<InteractionRequest> = {}): InteractionRequest {
  return authorizationRequest({
    id: `int_${number}`,
    tool_call_id: `call_${number}`,
    run_id: `run_${number}`,
    root_run_id: `run_${number}`,
    session_id: `ses_${number}`,
    user_id: 'ada',
    ...(overrides as object),
  });
}

const started = (number: number, user_id = 'ada') =>
  runStarted({ user_id }, { run_id: `run_${number}` });

function open(feed: Feed, filter: Omit<InboxFilter, 'tenantId'> = {}): AsyncIterator<Frame> {
  const { signal } = new AbortController();
  return feed.inbox({ tenantId: TENANT, ...filter }, signal)[Symbol.asyncIterator]();
}

const snapshotIds = (frame: Frame | undefined): string[] =>
  (JSON.parse(frame?.data ?? '') as { interactions: InteractionRequest[] }).interactions.map(
    ({ id }) => id,
  );
const brief = (frames: readonly Frame[]): unknown[] =>
  frames.map(({ id, type, data }) => {
    const { run_id, seq } = JSON.parse(data) as RunEvent;
    return { id, type, run_id, seq };
  });

test('starts with pending requests, then shows new, paused, resumed and resolved ones', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, keyOf('ses_1'), feed);
  const [first, second] = [request(1), request(1, { id: 'int_2', tool_call_id: 'call_2' })];
  await writer.append(started(1), ...suspension(first));
  const frames = open(feed);
  const [snapshot] = await take(frames, 1);
  expect(snapshot?.type).toBe('snapshot');
  expect(snapshotIds(snapshot)).toEqual(['int_1']);

  await writer.append(...suspension(second));
  const cursor = { run_id: 'run_1' };
  await writer.append(toolPaused({}, cursor));
  await writer.append(toolResumed({}, cursor));
  await writer.append(...settlement(first, confirmResponse(), { waiting: [second] }));
  expect(brief(await take(frames, 4))).toEqual([
    { id: null, type: 'interaction_request', run_id: 'run_1', seq: 5 },
    { id: null, type: 'tool_paused', run_id: 'run_1', seq: 8 },
    { id: null, type: 'tool_resumed', run_id: 'run_1', seq: 9 },
    { id: null, type: 'interaction_resolved', run_id: 'run_1', seq: 11 },
  ]);
});

test('shows an event as the log has it', async () => {
  const { store, feed } = createFeedHarness();
  const frames = open(feed);
  await take(frames, 1);
  const own = await createSessionWriter(store, keyOf('ses_1'), feed).append(
    started(1),
    ...suspension(request(1)),
  );
  const [frame] = await take(frames, 1);
  expect(JSON.parse(frame?.data ?? '')).toEqual(own[1]);
});

test('shows each audience only its own requests', async () => {
  const { store, feed } = createFeedHarness();
  const ada = open(feed, { userId: 'ada' });
  const session = open(feed, { sessionId: 'ses_3' });
  const { signal } = new AbortController();
  const tenant = feed.inbox({ tenantId: 'other' }, signal)[Symbol.asyncIterator]();
  for (const frames of [ada, session, tenant])
    expect(snapshotIds((await take(frames, 1))[0])).toEqual([]);
  const tenantNext = tenant.next();
  for (const [number, user] of [
    [1, 'ada'],
    [2, 'bob'],
    [3, 'bob'],
  ] as const) {
    const writer = createSessionWriter(store, keyOf(`ses_${number}`), feed);
    await writer.append(started(number, user), ...suspension(request(number, { user_id: user })));
  }
  await createSessionWriter(store, { tenantId: 'other', sessionId: 'ses_9' }, feed).append(
    started(9),
    ...suspension(request(9)),
  );
  expect(brief(await take(ada, 1))).toMatchObject([{ run_id: 'run_1' }]);
  expect(brief(await take(session, 1))).toMatchObject([{ run_id: 'run_3' }]);
  expect((await tenantNext).value).toMatchObject({ event: { run_id: 'run_9' } });
});

test('finds changes of other instances in the store, by a hint or by the poll', async () => {
  for (const told of ['hint', 'poll'] as const) {
    const { store, feed, bus, tick } = createFeedHarness();
    const other = createSessionWriter(store, keyOf('ses_1'));
    const frames = open(feed);
    await take(frames, 1);
    const tell = async (): Promise<void> =>
      told === 'poll' ? tick() : bus.hint({ kind: 'session', key: other.key });
    const cursor = { run_id: 'run_1' };

    let next = frames.next();
    await other.append(started(1), ...suspension(request(1)));
    await tell();
    expect(brief([(await next).value as Frame])).toMatchObject([
      { type: 'interaction_request', seq: 2 },
    ]);
    next = frames.next();
    await other.append(toolPaused({}, cursor));
    await tell();
    expect(brief([(await next).value as Frame])).toMatchObject([{ type: 'tool_paused', seq: 5 }]);
    next = frames.next();
    await other.append(...settlement(request(1), confirmResponse()));
    await tell();
    expect(brief([(await next).value as Frame])).toMatchObject([
      { type: 'interaction_resolved', seq: 7 },
    ]);
  }
});

test('shows nothing about a run that is paused as a whole, but a new snapshot has its deadline', async () => {
  const { store, feed, bus } = createFeedHarness();
  const other = createSessionWriter(store, keyOf('ses_1'));
  await other.append(started(1), ...suspension(request(1)));
  const frames = open(feed);
  await take(frames, 1);
  await other.append(runPaused({}, { run_id: 'run_1' }));
  bus.hint({ kind: 'session', key: other.key });
  const [snapshot] = await take(open(feed), 1);
  expect(snapshot?.data).not.toContain('expires_at');
  await other.append(...settlement(request(1), confirmResponse()));
  const next = frames.next();
  bus.hint({ kind: 'session', key: other.key });
  expect((await next).value).toMatchObject({ type: 'interaction_resolved' });
});

test('shows a new snapshot when a session with a pending request is deleted', async () => {
  const { store, feed, bus } = createFeedHarness();
  const other = createSessionWriter(store, keyOf('ses_1'));
  await other.append(started(1), ...suspension(request(1)));
  const frames = open(feed);
  expect(snapshotIds((await take(frames, 1))[0])).toEqual(['int_1']);
  const next = frames.next();
  await store.remove(other.key, 1, {
    id: 'ses_1',
    deleted_at: '2026-01-01T00:00:00.000Z',
    runs: [],
  });
  bus.hint({ kind: 'session', key: other.key });
  expect(snapshotIds((await next).value as Frame)).toEqual([]);
});

/** A store that runs a function between reading a list and returning it, once. */
function createSlowLists(): { store: SessionStore; after: (act: () => Promise<void>) => void } {
  const memory = createMemoryStore();
  let meanwhile: (() => Promise<void>) | undefined;
  return {
    store: {
      ...memory,
      async listInteractions(query) {
        const page = await memory.listInteractions(query);
        const act = meanwhile;
        meanwhile = undefined;
        await act?.();
        return page;
      },
    },
    after: (act) => {
      meanwhile = act;
    },
  };
}

test('events during the first read are neither lost nor shown twice', async () => {
  const { store, after } = createSlowLists();
  const { feed } = createFeedHarness(store);
  const [first, second] = [keyOf('ses_1'), keyOf('ses_2')];
  await createSessionWriter(store, first).append(started(1), ...suspension(request(1)));
  after(async () => {
    await createSessionWriter(store, first, feed).append(
      ...settlement(request(1), confirmResponse()),
    );
    await createSessionWriter(store, second, feed).append(started(2), ...suspension(request(2)));
  });
  expect(snapshotIds((await take(open(feed), 1))[0])).toEqual(['int_2']);
});

test('a later list that is stale when it arrives shows nothing again', async () => {
  const { store, after } = createSlowLists();
  const { feed, tick } = createFeedHarness(store);
  const [first, second] = [keyOf('ses_1'), keyOf('ses_2')];
  await createSessionWriter(store, first, feed).append(started(1), ...suspension(request(1)));
  const frames = open(feed);
  await take(frames, 1);
  after(async () => {
    await createSessionWriter(store, first, feed).append(
      ...settlement(request(1), confirmResponse()),
    );
  });
  await tick();
  await createSessionWriter(store, second, feed).append(started(2), ...suspension(request(2)));
  expect(brief(await take(frames, 2))).toMatchObject([
    { type: 'interaction_resolved', run_id: 'run_1' },
    { type: 'interaction_request', run_id: 'run_2' },
  ]);
});

test('gives a slow reader a new snapshot', async () => {
  const { store, feed } = createFeedHarness();
  const frames = open(feed);
  await take(frames, 1);
  const writer = createSessionWriter(store, keyOf('ses_1'), feed);
  const waiting = request(1);
  await writer.append(started(1), ...suspension(waiting));
  for (let round = 0; round < 600; round += 1) {
    await writer.append(toolPaused({}, { run_id: 'run_1' }));
    await writer.append(toolResumed({}, { run_id: 'run_1' }));
  }
  const late: Frame[] = [];
  do late.push(...(await take(frames, 1)));
  while (late.at(-1)?.type !== 'snapshot');
  expect(late.length).toBeLessThan(100);
  expect(snapshotIds(late.at(-1))).toEqual(['int_1']);
  await writer.append(...settlement(waiting, confirmResponse()));
  expect((await take(frames, 1))[0]?.type).toBe('interaction_resolved');
});

test('a reader always knows the pending requests, whichever instance writes and whichever hints are lost', async () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const random = createRandom(seed);
    const { store, feed, bus, tick } = createFeedHarness();
    const frames = open(feed);
    const waiting = new Set(snapshotIds((await take(frames, 1))[0]));
    const reading = (async () => {
      for (let item = await frames.next(); item.done !== true; item = await frames.next()) {
        const event = item.value.event;
        if (event?.type === 'interaction_request') {
          const { id } = event.data.interaction_request;
          expect(waiting.has(id), `seed ${seed}: ${id} is asked twice`).toBe(false);
          waiting.add(id);
        } else if (event?.type === 'interaction_resolved') {
          const id = event.data.interaction_id;
          expect(waiting.delete(id), `seed ${seed}: ${id} is resolved twice`).toBe(true);
        }
        if (waiting.has('int_last')) return;
      }
    })();
    const answered: number[] = [];
    for (let number = 1; number <= 30; number += 1) {
      const key = keyOf(`ses_${number}`);
      const write = (): ReturnType<typeof createSessionWriter> =>
        createSessionWriter(store, key, random() < 0.5 ? feed : undefined);
      await write().append(started(number), ...suspension(request(number)));
      if (random() < 0.3) bus.hint({ kind: 'session', key });
      if (random() < 0.3) void tick();
      if (random() < 0.6) {
        await write().append(...settlement(request(number), confirmResponse()));
        answered.push(number);
        if (random() < 0.3) bus.hint({ kind: 'session', key });
      }
      if (random() < 0.3) await take(open(feed), 1);
    }
    // Opening an inbox lists pending requests, so any missed ones are shown before this one.
    const fresh = open(feed);
    const expected = new Set(snapshotIds((await take(fresh, 1))[0]));
    await createSessionWriter(store, keyOf('ses_last'), feed).append(
      runStarted({}, { run_id: 'run_last' }),
      ...suspension(request(0, { id: 'int_last', run_id: 'run_last', root_run_id: 'run_last' })),
    );
    await reading;
    waiting.delete('int_last');
    expect(waiting, `seed ${seed}`).toEqual(expected);
    expect(expected.size).toBe(30 - answered.length);
  }
});

/** A request with this many characters. */
const large = (number: number, size: number): InteractionRequest =>
  request(number, { tool_args: { text: 'x'.repeat(size) } });

test('a snapshot contains the requests that fit, names the rest and shows each of them as an event', async () => {
  const { store, feed } = createFeedHarness();
  for (let number = 1; number <= 8; number += 1) {
    const writer = createSessionWriter(store, keyOf(`ses_${number}`), feed);
    await writer.append(started(number), ...suspension(large(number, 12_000)));
  }
  const ids = Array.from({ length: 8 }, (_, index) => `int_${index + 1}`);
  const [snapshot, ...others] = await take(open(feed), 5);
  expect(snapshotIds(snapshot)).toEqual(ids.slice(0, 4));
  expect(JSON.parse(snapshot?.data ?? '')).toMatchObject({ pending_ids: ids });
  expect(others.map(({ type }) => type)).toEqual(Array(4).fill('interaction_request'));
  expect(brief(others)[0]).toMatchObject({ run_id: 'run_5', seq: 2 });
  const writer = createSessionWriter(store, keyOf('ses_9'), feed);
  const frames = open(feed);
  await take(frames, 5);
  await writer.append(started(9), ...suspension(request(9)));
  expect(brief(await take(frames, 1))).toMatchObject([{ run_id: 'run_9' }]);
});

test('all readers of an inbox get the same frames, until something changes', async () => {
  const { store, feed } = createFeedHarness();
  for (let number = 1; number <= 3; number += 1) {
    const writer = createSessionWriter(store, keyOf(`ses_${number}`), feed);
    await writer.append(started(number), ...suspension(large(number, 50_000)));
  }
  const first = open(feed);
  const shown = await take(first, 3);
  const second = await take(open(feed), 3);
  expect(second.every((frame, index) => frame === shown[index])).toBe(true);
  const writer = createSessionWriter(store, keyOf('ses_4'), feed);
  await writer.append(started(4), ...suspension(request(4)));
  const third = await take(open(feed), 4);
  expect(third[0]).not.toBe(shown[0]);
  expect(third.slice(1, 3).every((frame, index) => frame === shown[index + 1])).toBe(true);
  expect(await take(first, 1)).toMatchObject([{ type: 'interaction_request' }]);
});

test('readers that come and go within a second load a large list once', async () => {
  let lists = 0;
  const memory = createMemoryStore();
  const { feed, bus, tick } = createFeedHarness({
    ...memory,
    listInteractions(query) {
      lists += 1;
      return memory.listInteractions(query);
    },
  });
  for (let number = 1; number <= 3; number += 1) {
    const writer = createSessionWriter(memory, keyOf(`ses_${number}`), feed);
    await writer.append(started(number), ...suspension(large(number, 400_000)));
  }
  const comeAndGo = async (): Promise<void> => {
    const frames = open(feed);
    await take(frames, 1);
    await frames.return?.();
  };
  for (let count = 0; count < 5; count += 1) await comeAndGo();
  expect(lists).toBe(1);
  await tick();
  expect(bus.listeners).toBe(0);
  await comeAndGo();
  expect(lists).toBe(2);
});
