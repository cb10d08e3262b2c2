import {
  authorizationRequest,
  runCompleted,
  runStarted,
  stepCompleted,
  stepDelta,
  suspension,
} from '@hitl/protocol/testing';
import type { EventDraft } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import { createFeedHarness, take } from './feed.fixture.ts';
import { createSessionWriter } from '../testing/session-writer.ts';
import type { Following, Frame, FrameStream } from './feed.ts';

const KEY = { tenantId: 'default', sessionId: 'ses_1' };

const ids = (frames: readonly Frame[]): (string | null)[] => frames.map(({ id }) => id);
const upTo = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at + 1));
const steps = (count: number): EventDraft[] => Array.from({ length: count }, () => stepCompleted());

/** Follows a stream to its end; `onFrame` returns whether the reader can take more. */
function follow(
  stream: FrameStream,
  onFrame: (frame: Frame, following: Following) => boolean,
): Promise<Frame[]> {
  return new Promise((resolve, reject) => {
    const frames: Frame[] = [];
    const following = stream.follow({
      take(frame) {
        frames.push(frame);
        return onFrame(frame, following);
      },
      end(error) {
        if (error === undefined) resolve(frames);
        else reject(error);
      },
    });
  });
}

test('reads a page once for a reader that takes one frame at a time', async () => {
  const memory = createMemoryStore();
  let reads = 0;
  const { feed } = createFeedHarness({
    ...memory,
    readRun(...query) {
      reads += 1;
      return memory.readRun(...query);
    },
  });
  await createSessionWriter(memory, KEY).append(runStarted(), ...steps(500), runCompleted());
  const frames = await follow(feed.run(KEY, 'run_1', { until: 'end' }), (_, following) => {
    queueMicrotask(() => following.resume());
    return false;
  });
  expect(ids(frames)).toEqual(upTo(502));
  expect(reads).toBe(1);
});

test('shows an event that arrives while a frame is taken, neither late nor twice', async () => {
  const elsewhere = createSessionWriter(createMemoryStore(), KEY);
  await elsewhere.append(runStarted());
  const second = await elsewhere.append(stepCompleted());
  const third = await elsewhere.append(runCompleted());
  const { store, feed } = createFeedHarness();
  await createSessionWriter(store, KEY).append(runStarted());
  const frames = await follow(feed.run(KEY, 'run_1', { until: 'end' }), ({ id }) => {
    if (id !== '1') return true;
    // Announced after the log was read, but before the reader has joined.
    feed.appended(KEY, 2, second);
    feed.appended(KEY, 3, third);
    return true;
  });
  expect(ids(frames)).toEqual(upTo(3));
});

test('shows a request that opens while the snapshot is taken', async () => {
  const elsewhere = createSessionWriter(createMemoryStore(), KEY);
  const asked = await elsewhere.append(runStarted(), ...suspension(authorizationRequest()));
  const { feed } = createFeedHarness();
  const types: string[] = [];
  await new Promise<void>((resolve) => {
    const following = feed.inbox({ tenantId: 'default' }).follow({
      take({ type }) {
        types.push(type);
        if (type === 'snapshot') {
          feed.appended(KEY, 1, asked);
          return true;
        }
        following.stop();
        resolve();
        return true;
      },
      end: () => resolve(),
    });
  });
  expect(types).toEqual(['snapshot', 'interaction_request']);
});

test('shows no event twice that the log had before this instance was notified', async () => {
  for (const kind of ['run', 'session'] as const) {
    const memory = createMemoryStore();
    const other = createSessionWriter(memory, KEY);
    let meanwhile: (() => Promise<unknown>) | undefined;
    const act = async (): Promise<void> => {
      const once = meanwhile;
      meanwhile = undefined;
      await once?.();
    };
    const { feed, bus } = createFeedHarness({
      ...memory,
      async readRun(...query) {
        await act();
        return memory.readRun(...query);
      },
      async read(key, after, limit) {
        if (limit === 100 && after === 0) await act();
        return memory.read(key, after, limit);
      },
    });
    await other.append(runStarted());
    // The buffer is at commit 1 while the log is read up to commit 2.
    meanwhile = () => other.append(stepCompleted());
    const stream = kind === 'run' ? feed.run(KEY, 'run_1', { until: 'end' }) : feed.session(KEY);
    const frames = stream[Symbol.asyncIterator]();
    await take(frames, 2);
    // Text is only shown live: from here on the reader has joined.
    feed.delta(KEY, stepDelta());
    await take(frames, 1);
    const next = frames.next();
    bus.hint({ kind: 'session', key: KEY });
    await other.append(runCompleted());
    bus.hint({ kind: 'session', key: KEY });
    const { value } = await next;
    expect(value?.type).toBe('run_completed');
    await frames.return?.();
  }
});

test('stops immediately, delivers nothing more, and releases its source', async () => {
  const { store, feed, bus } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted(), ...steps(10));
  const seen: string[] = [];
  await new Promise<void>((resolve) => {
    const following = feed.run(KEY, 'run_1', { until: 'end' }).follow({
      take({ id }) {
        seen.push(id ?? '');
        if (id === '3') {
          following.stop();
          following.stop();
          resolve();
        }
        return true;
      },
      end: () => seen.push('end'),
    });
  });
  await writer.append(runCompleted());
  expect(seen).toEqual(['1', '2', '3']);
  expect(bus.listeners).toBe(0);
});

test('a reader that throws ends its own stream only', async () => {
  const { store, feed } = createFeedHarness();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted());
  const stream = feed.run(KEY, 'run_1', { until: 'end' });
  const broken = follow(stream, ({ id }) => {
    if (id === '2') throw new Error('the sink is broken');
    return true;
  });
  const whole = follow(stream, () => true);
  const frames = stream[Symbol.asyncIterator]();
  await take(frames, 1);
  const next = frames.next();
  await writer.append(stepCompleted());
  await writer.append(runCompleted());
  await expect(broken).rejects.toThrow('the sink is broken');
  expect(ids(await whole)).toEqual(upTo(3));
  expect((await next).value?.id).toBe('2');
});
