import { confirmResponse, authorizationRequest } from '@hitl/protocol/testing';
import {
  executionSuspended,
  runCompleted,
  runPaused,
  runStarted,
  settlement,
  stepCompleted,
  stepDelta,
  suspension,
} from '@hitl/protocol/testing';
import type { EventDraft, RunEvent } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import { createFeedHarness, rest, take } from './feed.fixture.ts';
import { createRandom } from '../testing/random.ts';
import { createSessionWriter } from '../testing/session-writer.ts';
import type { Change } from '../store/bus/bus.ts';
import type { Feed, Frame } from './feed.ts';

const KEY = { tenantId: 'default', sessionId: 'ses_1' };

const ids = (frames: readonly Frame[]): (string | null)[] => frames.map(({ id }) => id);
const types = (frames: readonly Frame[]): string[] => frames.map(({ type }) => type);
const upTo = (count: number, from = 1): string[] =>
  Array.from({ length: count }, (_, index) => String(index + from));
const steps = (count: number): EventDraft[] => Array.from({ length: count }, () => stepCompleted());

function open(feed: Feed, options: Partial<Parameters<Feed['run']>[2]> = {}): AsyncIterator<Frame> {
  const signal = new AbortController().signal;
  return feed.run(KEY, 'run_1', { until: 'end', signal, ...options })[Symbol.asyncIterator]();
}

test('shows the events of a run from the log, then live, until it ends', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted(), stepCompleted());
  const frames = open(feed);
  const replayed = await take(frames, 2);
  const next = frames.next();
  const events = await writer.append(stepCompleted(), runCompleted());
  const live = [(await next).value as Frame, ...(await rest(frames))];

  expect(ids([...replayed, ...live])).toEqual(upTo(4));
  expect(types(live)).toEqual(['step_completed', 'run_completed']);
  expect(live.map(({ data }) => JSON.parse(data) as RunEvent)).toEqual(events);
  expect(live.every(({ data }) => !/[\r\n]/.test(data))).toBe(true);
});

test('replays a long log in pages without a gap', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY);
  await writer.append(runStarted(), ...steps(2499));
  const frames = open(feed, { after: 10 });
  const replayed = await take(frames, 1000);
  // Appended by another instance, without a hint yet.
  await writer.append(...steps(20), runCompleted());
  expect(ids([...replayed, ...(await rest(frames))])).toEqual(upTo(2511, 11));
});

test('reads commits of another instance after a hint of the bus', async () => {
  const { store, feed, bus } = createFeedHarness();
  const other = createSessionWriter(store, KEY);
  await other.append(runStarted());
  const frames = open(feed);
  await take(frames, 1);
  const next = frames.next();
  await other.append(stepCompleted());
  bus.hint({ kind: 'session', key: KEY });
  expect((await next).value).toMatchObject({ id: '2', type: 'step_completed' });
});

test('reads commits of another instance at the next poll if the hint is lost', async () => {
  const { store, feed, tick } = createFeedHarness();
  const other = createSessionWriter(store, KEY);
  await other.append(runStarted());
  const frames = open(feed);
  await take(frames, 1);
  const next = frames.next();
  await other.append(stepCompleted());
  await tick();
  expect((await next).value).toMatchObject({ id: '2', type: 'step_completed' });
});

test('closes the gap between a commit of another instance and an own one', async () => {
  const { store, feed } = createFeedHarness();
  const own = createSessionWriter(store, KEY, feed);
  const other = createSessionWriter(store, KEY);
  await own.append(runStarted());
  const frames = open(feed);
  await take(frames, 1);
  const next = frames.next();
  await other.append(...steps(3));
  await own.append(...steps(2));
  const live = [(await next).value as Frame, ...(await take(frames, 4))];
  expect(ids(live)).toEqual(upTo(5, 2));
});

test('gives a slow reader everything once, from the log', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted());
  const frames = open(feed);
  await take(frames, 1);
  const pending = frames.next();
  for (let round = 0; round < 30; round += 1) await writer.append(...steps(100));
  await writer.append(runCompleted());
  const late = [(await pending).value as Frame, ...(await rest(frames))];
  expect(ids(late)).toEqual(upTo(3001, 2));
});

test('gives all readers of a run the same frames', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted());
  const readers = Array.from({ length: 3 }, () => open(feed));
  for (const reader of readers) await take(reader, 1);
  const waiting = readers.map((reader) => reader.next());
  await writer.append(stepCompleted());
  const [first, ...others] = (await Promise.all(waiting)).map(({ value }) => value as Frame);
  for (const other of others) expect(other).toBe(first);
});

test('ends immediately for a run that has already ended', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY);
  await writer.append(runStarted(), runCompleted());
  expect(ids(await rest(open(feed, { after: 2 })))).toEqual([]);
  await writer.append(runStarted({}, { run_id: 'run_2' }), runCompleted({}, { run_id: 'run_2' }));
  await writer.append(runStarted({}, { run_id: 'run_3' }));
  expect(ids(await rest(open(feed, { after: 1 })))).toEqual(['2']);
  expect(ids(await rest(open(feed, { after: 2 })))).toEqual([]);
});

test('shows no event of another run of the session', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted(), runCompleted());
  await writer.append(runStarted({}, { run_id: 'run_2' }));
  const { signal } = new AbortController();
  const stream = feed.run(KEY, 'run_2', { until: 'end', signal });
  const frames = stream[Symbol.asyncIterator]();
  await writer.append(runCompleted({}, { run_id: 'run_2' }));
  expect((await rest(frames)).map(({ event }) => event?.run_id)).toEqual(['run_2', 'run_2']);
});

test('filters a nested run out of the stream of its root, and ends with it', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  const nested = { run_id: 'run_2' };
  await writer.append(
    runStarted(),
    runStarted({ parent_run_id: 'run_1', parent_tool_call_id: 'call_1' }, nested),
    stepCompleted(),
  );
  const frames = open(feed, { onlyRunId: 'run_2' });
  expect(ids(await take(frames, 1))).toEqual(['2']);
  await writer.append(stepCompleted({}, nested), runCompleted({}, nested), stepCompleted());
  expect(ids(await rest(frames))).toEqual(['4', '5']);
});

test('any mix of instances, lost hints, slow readers and reconnects makes no gap and no repeat', async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = createRandom(seed);
    const { store, feed, bus, tick } = createFeedHarness();
    const own = createSessionWriter(store, KEY, feed);
    const other = createSessionWriter(store, KEY);
    await own.append(runStarted());
    const writing = (async () => {
      for (let round = 0; round < 30; round += 1) {
        await (random() < 0.5 ? own : other).append(...steps(1 + Math.floor(random() * 40)));
        if (random() < 0.2) bus.hint({ kind: 'session', key: KEY });
        if (random() < 0.1) feed.delta(KEY, stepDelta());
      }
      await other.append(runCompleted());
      await tick();
      return (await store.load(KEY)).state.trees['run_1']?.last_seq ?? 0;
    })();
    const reading = Array.from({ length: 4 }, async () => {
      const seen: string[] = [];
      for (;;) {
        const hangUp = new AbortController();
        const frames = feed.run(KEY, 'run_1', {
          until: 'end',
          after: seen.length,
          signal: hangUp.signal,
        });
        for await (const frame of frames) {
          if (frame.id !== null) seen.push(frame.id);
          if (frame.type === 'run_completed') return seen;
          if (random() < 0.01) break;
          if (random() < 0.05) await store.load(KEY);
        }
        hangUp.abort();
      }
    });
    const last = await writing;
    for (const seen of await Promise.all(reading)) {
      expect(seen, `seed ${seed}`).toEqual(upTo(last));
    }
  }
});

test('until rest: ends when the run is suspended, after everything was shown', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted(), stepCompleted());
  const frames = open(feed, { until: 'rest' });
  await take(frames, 2);
  await writer.append(...suspension(authorizationRequest()));
  expect(types(await rest(frames))).toEqual([
    'interaction_request',
    'tool_auth_required',
    'execution_suspended',
  ]);
});

test('until rest: ends with the settlement while siblings are pending, and continues after the last', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  const first = authorizationRequest();
  const second = authorizationRequest({ id: 'int_2', tool_call_id: 'call_2' });
  await writer.append(runStarted(), ...suspension(first, second));
  const before = (await store.load(KEY)).state.trees['run_1']?.last_seq ?? 0;
  await writer.append(...settlement(first, confirmResponse(), { waiting: [second] }));
  expect(types(await rest(open(feed, { until: 'rest', after: before })))).toEqual([
    'interaction_response',
    'interaction_resolved',
    'permission_updated',
  ]);

  const between = (await store.load(KEY)).state.trees['run_1']?.last_seq ?? 0;
  await writer.append(
    ...settlement(second, confirmResponse({ request_id: 'int_2' }), { batch: [first, second] }),
  );
  const frames = open(feed, { until: 'rest', after: between });
  expect(types(await take(frames, 4)).at(-1)).toBe('execution_resumed');
  await writer.append(stepCompleted());
  await writer.append(runPaused());
  expect(types(await rest(frames))).toEqual(['step_completed', 'run_paused']);
});

test('until rest: a run about which another instance sends no hints is read to its end', async () => {
  const { store, feed, tick } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  const other = createSessionWriter(store, KEY);
  await writer.append(runStarted());
  const frames = open(feed, { until: 'rest' });
  await take(frames, 1);
  const next = frames.next();
  await other.append(stepCompleted());
  await other.append(runCompleted());
  await tick();
  expect(types([(await next).value as Frame, ...(await rest(frames))])).toEqual([
    'step_completed',
    'run_completed',
  ]);
});

test('gives a late reader the unfinished text from its start, then its pieces', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted());
  feed.delta(KEY, stepDelta({ offset: 0, text: 'The ' }));
  const early = open(feed);
  const begun = await take(early, 2);
  feed.delta(KEY, stepDelta({ offset: 4, text: 'project' }));
  const frames = open(feed, { after: 1 });
  const [joined] = await take(frames, 1);
  const next = frames.next();
  feed.delta(KEY, stepDelta({ offset: 11, text: ' is clean' }));
  const live = (await next).value as Frame;

  expect(joined?.id).toBe(null);
  expect(joined?.event?.data).toEqual({ message_id: 'msg_1', offset: 0, text: 'The project' });
  expect(live.event?.data).toEqual({ message_id: 'msg_1', offset: 11, text: ' is clean' });

  await writer.append(stepCompleted({ id: 'msg_1' }));
  await writer.append(runCompleted());
  await rest(frames);
  expect(types(await rest(open(feed)))).toEqual(['run_started', 'step_completed', 'run_completed']);
  // The early reader gets each piece once, in order.
  const pieces = [...begun, ...(await rest(early))].filter(({ type }) => type === 'step_delta');
  const text = pieces.reduce((whole, { event }) => {
    const piece = event?.type === 'step_delta' ? event.data : { offset: -1, text: '' };
    expect(piece.offset).toBe(whole.length);
    return whole + piece.text;
  }, '');
  expect(text).toBe('The project is clean');
});

test('ends when its reader disconnects, and releases the bus with the last one', async () => {
  const { store, feed, bus } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted());
  const hangUp = new AbortController();
  const gone = open(feed, { signal: hangUp.signal });
  const stays = open(feed);
  await take(gone, 1);
  await take(stays, 1);
  const last = gone.next();
  hangUp.abort();
  expect((await last).done).toBe(true);
  expect(bus.listeners).toBe(1);
  await stays.return?.();
  expect(bus.listeners).toBe(0);
});

test('ends all streams when it is closed', async () => {
  const { store, feed, bus } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted());
  const run = open(feed);
  await take(run, 1);
  const signal = new AbortController().signal;
  const session = feed.session(KEY, { signal })[Symbol.asyncIterator]();
  await take(session, 1);
  const inbox = feed.inbox({ tenantId: 'default' }, signal)[Symbol.asyncIterator]();
  await take(inbox, 1);
  const ends = [run.next(), session.next(), inbox.next()];
  const changed = feed.changed(KEY, 60_000, signal);
  await feed.close();
  expect((await Promise.all(ends)).map(({ done }) => done)).toEqual([true, true, true]);
  await changed;
  expect(bus.listeners).toBe(0);
  expect(await rest(open(feed))).toEqual([]);
});

test('ends the streams of a session that is deleted', async () => {
  const { store, feed, bus } = createFeedHarness();
  await createSessionWriter(store, KEY, feed).append(runStarted(), runCompleted());
  const { signal } = new AbortController();
  const frames = feed.session(KEY, { signal })[Symbol.asyncIterator]();
  await take(frames, 2);
  const end = frames.next();
  await store.remove(KEY, 1, { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  bus.hint({ kind: 'session', key: KEY });
  expect((await end).done).toBe(true);
});

test('reports a failing store to its reader, and serves the next one', async () => {
  const memory = createMemoryStore();
  await createSessionWriter(memory, KEY).append(runStarted());
  let broken = true;
  const { feed } = createFeedHarness({
    ...memory,
    load: (key) => (broken ? Promise.reject(new Error('disk gone')) : memory.load(key)),
  });
  await expect(open(feed).next()).rejects.toThrow('disk gone');
  broken = false;
  expect(ids(await take(open(feed), 1))).toEqual(['1']);
});

test('reports a poll that failed and reads on with the next', async () => {
  const memory = createMemoryStore();
  const writer = createSessionWriter(memory, KEY);
  await writer.append(runStarted());
  let broken = false;
  const { feed, tick, errors } = createFeedHarness({
    ...memory,
    read: (...query) => (broken ? Promise.reject(new Error('busy')) : memory.read(...query)),
  });
  const frames = open(feed);
  await take(frames, 1);
  const next = frames.next();
  await writer.append(stepCompleted());
  broken = true;
  await tick();
  expect(errors.map(String)).toEqual(['Error: busy']);
  broken = false;
  await tick();
  expect((await next).value).toMatchObject({ id: '2' });
});

test('changed: resolves with an own commit, a hint, the time and the signal', async () => {
  const { store, feed, bus } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  const { signal } = new AbortController();
  const own = feed.changed(KEY, 60_000, signal);
  await writer.append(runStarted());
  await own;
  const hinted = feed.changed(KEY, 60_000, signal);
  bus.hint({ kind: 'session', key: KEY });
  await hinted;
  await feed.changed(KEY, 1, signal);
  const hangUp = new AbortController();
  const aborted = feed.changed(KEY, 60_000, hangUp.signal);
  hangUp.abort();
  await aborted;
  expect(bus.listeners).toBe(0);
});

test('publishes each commit on the bus', async () => {
  const { store, feed, bus } = createFeedHarness();
  const changes: Change[] = [];
  bus.subscribe((change) => changes.push(change));
  await createSessionWriter(store, KEY, feed).append(runStarted());
  expect(changes).toEqual([{ kind: 'session', key: KEY }]);
});

test('session: numbers events by commit, resumes after any of them, continues with the next run', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted(), stepCompleted());
  await writer.append(runCompleted());
  const { signal } = new AbortController();
  const frames = feed.session(KEY, { signal })[Symbol.asyncIterator]();
  expect(ids(await take(frames, 3))).toEqual(['1.0', '1.1', '2.0']);
  await writer.append(runStarted({}, { run_id: 'run_2' }), stepCompleted({}, { run_id: 'run_2' }));
  expect(ids(await take(frames, 2))).toEqual(['3.0', '3.1']);
  const resumed = feed.session(KEY, { after: '1.0', signal })[Symbol.asyncIterator]();
  expect(ids(await take(resumed, 4))).toEqual(['1.1', '2.0', '3.0', '3.1']);
});

test('session: an id beyond the end of the log is ignored', async () => {
  const { store, feed } = createFeedHarness();
  await createSessionWriter(store, KEY).append(runStarted(), stepCompleted());
  const { signal } = new AbortController();
  for (const after of ['9.0', '1.7', 'x', '', '-1.0']) {
    const frames = feed.session(KEY, { after, signal })[Symbol.asyncIterator]();
    expect(ids(await take(frames, 2))).toEqual(['1.0', '1.1']);
  }
});

test('session: reads what other instances appended, in order, with text in between', async () => {
  const { store, feed, tick } = createFeedHarness();
  const own = createSessionWriter(store, KEY, feed);
  const other = createSessionWriter(store, KEY);
  await own.append(runStarted());
  const { signal } = new AbortController();
  const frames = feed.session(KEY, { signal })[Symbol.asyncIterator]();
  await take(frames, 1);
  feed.delta(KEY, stepDelta());
  expect(types(await take(frames, 1))).toEqual(['step_delta']);
  const next = frames.next();
  for (let round = 0; round < 250; round += 1) await other.append(stepCompleted());
  await own.append(executionSuspended());
  await tick();
  const live = [(await next).value as Frame, ...(await take(frames, 250))];
  expect(ids(live)).toEqual(Array.from({ length: 251 }, (_, index) => `${index + 2}.0`));
});
