import type { EventDraft } from '@hitl/protocol';
import {
  authorizationRequest,
  confirmResponse,
  runCompleted,
  runStarted,
  settlement,
  stepCompleted,
  suspension,
} from '@hitl/protocol/testing';
import { expect, test, vi } from 'vitest';
import { createLocalBus } from '../store/bus/local.ts';
import { createMemoryStore } from '../store/memory.ts';
import { createFeedHarness, rest, take } from './feed.fixture.ts';
import { createSessionWriter } from '../testing/session-writer.ts';
import { createFeed } from './create-feed.ts';

const KEY = { tenantId: 'default', sessionId: 'ses_1' };
const request = authorizationRequest();
const untilRest = () => ({ until: 'rest' as const, signal: new AbortController().signal });

/** A feed over a store in memory, and what the feed reads from it. */
function counted() {
  const store = createMemoryStore();
  const reads: string[] = [];
  const feed = createFeed({
    bus: createLocalBus(),
    store: {
      ...store,
      load: (...call) => (reads.push('load'), store.load(...call)),
      read: (...call) => (reads.push('read'), store.read(...call)),
      readRun: (...call) => (reads.push('readRun'), store.readRun(...call)),
    },
  });
  /** Appends a commit like an instance that knows the log from then on. */
  async function appendHere(...drafts: readonly EventDraft[]): Promise<void> {
    const events = await createSessionWriter(store, KEY).append(...drafts);
    const loaded = await store.load(KEY);
    feed.appended(KEY, loaded.commit, events, () => loaded);
  }
  return { store, feed, reads, appendHere };
}

test('a stream of a suspended run reads its session and its events once each', async () => {
  const { store, feed, reads } = counted();
  await createSessionWriter(store, KEY).append(runStarted(), ...suspension(request));
  const frames = feed.run(KEY, 'run_1', untilRest())[Symbol.asyncIterator]();
  expect((await rest(frames)).at(-1)?.type).toBe('execution_suspended');
  expect(reads).toEqual(['load', 'readRun']);
});

test('a stream that opens right after a commit of its own instance reads no events', async () => {
  const { store, feed, reads } = counted();
  const writer = createSessionWriter(store, KEY, feed);
  await writer.append(runStarted(), ...suspension(request));
  const frames = feed.run(KEY, 'run_1', untilRest())[Symbol.asyncIterator]();
  expect((await rest(frames)).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  expect(reads).toEqual(['load']);
});

test('a stream that follows the commits of its own instance reads nothing', async () => {
  const { feed, reads, appendHere } = counted();
  await appendHere(runStarted());
  const frames = feed.run(KEY, 'run_1', untilRest())[Symbol.asyncIterator]();
  expect((await take(frames, 1)).map(({ id }) => id)).toEqual(['1']);
  const others = rest(frames);
  await appendHere(...suspension(request));
  expect((await others).at(-1)?.type).toBe('execution_suspended');
  expect(reads).toEqual([]);
});

test('a stream that opened on what its instance knows reads the log before it ends', async () => {
  const { store, feed, reads, appendHere } = counted();
  await appendHere(runStarted(), ...suspension(request));
  const frames = feed.run(KEY, 'run_1', untilRest())[Symbol.asyncIterator]();
  expect((await rest(frames)).at(-1)?.type).toBe('execution_suspended');
  expect(reads).toEqual(['read']);
  const other = createSessionWriter(store, KEY);
  await other.append(...settlement(request, confirmResponse(), { batch: [request] }));
  const later = feed.run(KEY, 'run_1', untilRest())[Symbol.asyncIterator]();
  expect((await take(later, 8)).at(-1)?.type).toBe('execution_resumed');
});

test('a stream fails if the store does, instead of ending on what its instance knows', async () => {
  const { store, feed, appendHere } = counted();
  await appendHere(runStarted(), ...suspension(request));
  const down = vi.spyOn(store, 'read').mockRejectedValue(new Error('connect ECONNREFUSED'));
  const frames = feed.run(KEY, 'run_1', untilRest())[Symbol.asyncIterator]();
  await expect(rest(frames)).rejects.toThrow('ECONNREFUSED');
  expect(down).toHaveBeenCalledOnce();
});

test('a stream of a log that was deleted and started again shows only the new events', async () => {
  const { store, feed } = createFeedHarness();
  await createSessionWriter(store, KEY, feed).append(runStarted(), runCompleted());
  await store.remove(KEY, 1, { id: KEY.sessionId, deleted_at: '2026-01-01T00:00:00Z', runs: [] });
  const again = { run_id: 'run_2' };
  await createSessionWriter(store, KEY).append(
    runStarted({}, again),
    stepCompleted({}, again),
    runCompleted({}, again),
  );
  const frames = feed.session(KEY, { after: '1.0' })[Symbol.asyncIterator]();
  expect((await take(frames, 2)).map(({ type }) => type)).toEqual([
    'step_completed',
    'run_completed',
  ]);
});

test('a joining reader does not consider a run suspended that another instance has resumed', async () => {
  const { store, feed } = createFeedHarness();
  const other = createSessionWriter(store, KEY);
  await other.append(runStarted(), ...suspension(request));
  const open = feed.run(KEY, 'run_1', { ...untilRest(), until: 'end' })[Symbol.asyncIterator]();
  const shown = await take(open, 4);
  expect(shown.at(-1)?.type).toBe('execution_suspended');
  const next = open.next();
  await other.append(...settlement(request, confirmResponse(), { batch: [request] }));
  const joined = feed.run(KEY, 'run_1', { ...untilRest(), after: 4 })[Symbol.asyncIterator]();
  expect((await take(joined, 4)).at(-1)?.type).toBe('execution_resumed');
  await next;
});
