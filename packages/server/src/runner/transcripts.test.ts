import {
  authorizationRequest,
  interactionRequest,
  stepCompleted,
  toolCall,
} from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { createSessionLog, type SessionLog } from '../log/session-log.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionKey, SessionStore } from '../store/store.ts';
import { createSessionWriter } from '../testing/session-writer.ts';
import { EMPTY } from '../store/transcript.ts';
import { turnsOf } from './transcript.ts';
import { createTranscripts } from './transcripts.ts';

const key = { tenantId: 'default', sessionId: 's' };

/** A store whose reads return when they are let go, one by one. */
function gated(store: SessionStore) {
  const reads: (() => void)[] = [];
  const pass = async <T>(found: T): Promise<T> => {
    await new Promise<void>((resolve) => reads.push(resolve));
    return found;
  };
  return {
    reads,
    /** Resolves when so many reads wait. */
    started: async (count: number): Promise<void> => {
      while (reads.length < count) await new Promise((resolve) => setImmediate(resolve));
    },
    store: {
      ...store,
      read: async (...call: Parameters<SessionStore['read']>) => pass(await store.read(...call)),
      readChapters: async (at: SessionKey) => pass(await store.readChapters(at)),
    },
  };
}

/** An instance that stores chapters like a server. */
function instanceOf(store: SessionStore, transcripts = createTranscripts(store)) {
  const log = createSessionLog(
    store,
    [(...commit) => transcripts.appended(...commit)],
    Math.random,
    (...commit) => transcripts.chapter(...commit),
  );
  return {
    transcripts,
    async start(runId: string, input = `Input of ${runId}`): Promise<void> {
      const run = { runId, agentId: 'writer', userId: null, input, stepId: `${runId}_go` };
      await log.transact(key, { type: 'start_run', ...run, owner: 'here', onBusy: 'reject' });
      await transcripts.load(key);
    },
    async end(runId: string): Promise<void> {
      const failed = { runId, owner: 'here', error: 'away', code: 'model_error' };
      await log.transact(key, { type: 'fail_run', ...failed });
    },
    async say(...runs: readonly string[]): Promise<void> {
      for (const runId of runs) {
        await this.start(runId);
        await this.end(runId);
      }
    },
  };
}

const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

/** The transcript without chapters. */
const folded = async (store: SessionStore) => {
  const commits = await store.read(key, 0);
  const { stored: _, ...rest } = await createTranscripts({
    ...store,
    readChapters: async () => ({ chapters: [], commits }),
  }).load(key);
  return rest;
};

/** Expects another instance to read the same from chapters as from all commits; returns what it reads. */
async function expectSame(store: SessionStore) {
  const { chapters, commits } = await store.readChapters(key);
  expect(await createTranscripts(store).load(key)).toMatchObject(await folded(store));
  return { chapters: chapters.map(({ commit }) => commit), commits: commits.length };
}

test('a long conversation is read from its chapters, and a few commits', async () => {
  const store = createMemoryStore();
  const here = instanceOf(store);
  await here.say(...names('a', 21));
  expect(await expectSame(store)).toEqual({ chapters: [16, 32], commits: 10 });
  const { messages, agents } = await createTranscripts(store).load(key);
  expect(messages.map(({ run_id: run }) => run)).toEqual(names('a', 21));
  expect(agents).toHaveLength(21);
  // An instance that has read chapters continues them.
  await instanceOf(store).say(...names('b', 6));
  expect(await expectSame(store)).toEqual({ chapters: [16, 32, 48], commits: 6 });
});

test('chapters of two instances may overlap, and those of another version are not read', async () => {
  const store = createMemoryStore();
  const [here, there] = [instanceOf(store), instanceOf(store)];
  await here.say(...names('a', 10));
  await there.start('b');
  await here.transcripts.load(key);
  await there.end('b');
  await there.say(...names('c', 7));
  await here.say(...names('d', 2));
  const { chapters } = await expectSame(store);
  expect(chapters).toEqual([16, 32, 38]);
  const stored = await store.readChapters(key);
  expect(stored.chapters.map(({ json }) => (JSON.parse(json) as { after: number }).after)).toEqual([
    0, 16, 16,
  ]);
  const newer = stored.chapters.map(({ commit, json }) => ({
    commit,
    json: json.replace('"version":1', '"version":2'),
  }));
  const other = { ...store, readChapters: async () => ({ ...stored, chapters: newer }) };
  expect(await createTranscripts(other).load(key)).toMatchObject(await folded(store));
});

test('no chapter is written while a run is open, or after a stored message has changed', async () => {
  const store = createMemoryStore();
  const here = instanceOf(store);
  const elsewhere = createSessionWriter(store, key);
  const place = { run_id: 'a0' };
  await here.start('a0');
  const step = { id: 'asks', role: 'assistant' as const, content: '', tool_calls: [toolCall()] };
  await elsewhere.append(stepCompleted(step, place));
  for (const id of names('s', 20)) {
    await elsewhere.append(stepCompleted({ id, role: 'assistant', content: id }, place));
  }
  expect(await expectSame(store)).toEqual({ chapters: [], commits: 22 });
  await here.transcripts.load(key);
  await here.end('a0');
  expect(await expectSame(store)).toEqual({ chapters: [23], commits: 0 });

  const request = authorizationRequest({ ...place, root_run_id: 'a0', message_id: 'asks' });
  await elsewhere.append(interactionRequest(request));
  const { messages } = await createTranscripts(store).load(key);
  expect(messages.find(({ id }) => id === 'asks')?.blocks).toHaveLength(1);
  await here.say(...names('b', 12));
  expect((await expectSame(store)).chapters).toEqual([23]);
});

test('a long chapter is not stored', async () => {
  const store = createMemoryStore();
  const here = instanceOf(store);
  await here.start('long', 'x'.repeat(1_000_000));
  await here.end('long');
  await here.say(...names('a', 10));
  expect(await expectSame(store)).toEqual({ chapters: [], commits: 22 });
});

test('a chapter never has messages of a deleted log with the same id', async () => {
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const store = createMemoryStore({ now: () => (now += 1000) });
  const [here, there] = [instanceOf(store), instanceOf(store)];
  await here.say(...names('old', 7));
  await here.start('r');
  await store.remove(key, 15, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  await there.say(...names('new', 7));
  await there.start('r');
  // The log of the instance is no longer recent, unlike its transcript.
  await createSessionLog(store, [], Math.random, (...commit) =>
    here.transcripts.chapter(...commit),
  ).transact(key, { type: 'fail_run', runId: 'r', owner: 'here', error: 'away', code: 'x' });
  expect(await expectSame(store)).toEqual({ chapters: [], commits: 16 });
});

test.each([2, 4, 6])(
  'shows nothing of a log that another instance deleted, when a new one with its id has %i commits',
  async (commits) => {
    let now = Date.parse('2026-01-01T00:00:00.000Z');
    const store = createMemoryStore({ now: () => (now += 1000) });
    const [here, there] = [instanceOf(store), instanceOf(store)];
    await here.say('old1', 'old2');
    await there.transcripts.load(key);
    await store.remove(key, 4, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
    await there.say(...names('new', commits / 2));
    const said = names('Input of new', commits / 2);
    const shown = async () =>
      (await here.transcripts.load(key)).messages.map(({ content }) => content);
    const seen = async () =>
      (await here.transcripts.load(key, await store.load(key))).messages.map(
        ({ content }) => content,
      );
    expect(await seen()).toEqual(said);
    expect(await shown()).toEqual(said);
  },
);

test('an instance does not add to the transcript of a log that another one has deleted', async () => {
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const store = createMemoryStore({ now: () => (now += 1000) });
  const [here, there] = [instanceOf(store), instanceOf(store)];
  await here.say('old1', 'old2');
  await store.remove(key, 4, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  await there.say('new1', 'new2');
  // The log of the instance is no longer recent, unlike its transcript.
  await instanceOf(store, here.transcripts).start('new3');
  const { messages } = await here.transcripts.load(key, await store.load(key));
  expect(messages.map(({ run_id: run }) => run)).toEqual(['new1', 'new2', 'new3']);
});

test('folds new commits like the whole log, and never changes earlier results', async () => {
  const store = createMemoryStore();
  const log = createSessionLog(store, [], Math.random);
  const say = async (runId: string, agentId: string): Promise<void> => {
    const asked = { runId, agentId, userId: null, input: 'go', stepId: `${runId}_go` };
    const said = { id: `${runId}_said`, role: 'assistant' as const, content: 'done' };
    const command = { runId, owner: 'here', metrics: { steps: 1 }, maxResultBytes: 1000 };
    await log.transact(key, { type: 'start_run', ...asked, owner: 'here', onBusy: 'reject' });
    await log.transact(key, { type: 'complete_step', ...command, step: said });
  };
  const transcripts = createTranscripts(store);
  expect(await transcripts.load(key)).toEqual(EMPTY);
  await say('first', 'writer');
  const before = await transcripts.load(key);
  const copy = structuredClone(before);
  await say('second', 'editor');
  await say('third', 'writer');
  const after = await transcripts.load(key);

  expect(before).toEqual(copy);
  expect(after).toEqual(await createTranscripts(store).load(key));
  expect(after.messages.map(({ id }) => id)).toEqual(
    ['first', 'second', 'third'].flatMap((run) => [`${run}_go`, `${run}_said`]),
  );
  expect([turnsOf(after, 'writer'), turnsOf(after, 'editor')]).toEqual([2, 1]);
  expect(turnsOf(before, 'writer')).toBe(1);
  expect(await transcripts.load(key)).toEqual(after);
});

test('reads nothing of a log that this instance has written from its first commit', async () => {
  const store = createMemoryStore();
  let reads = 0;
  const transcripts = createTranscripts({
    ...store,
    read: (...call) => ((reads += 1), store.read(...call)),
    readChapters: (at) => ((reads += 1), store.readChapters(at)),
  });
  const log = createSessionLog(
    store,
    [(...commit) => transcripts.appended(...commit)],
    Math.random,
  );
  const start = async (runId: string): Promise<void> => {
    const run = { runId, agentId: 'writer', userId: null, input: runId, stepId: `${runId}_go` };
    await log.transact(key, { type: 'start_run', ...run, owner: 'here', onBusy: 'reject' });
    const failed = { runId, owner: 'here', error: 'away', code: 'model_error' };
    await log.transact(key, { type: 'fail_run', ...failed });
  };
  await start('first');
  const load = async () => transcripts.load(key, await store.load(key));
  expect((await load()).messages).toMatchObject([{ content: 'first' }]);
  // Another instance deletes the session, and its id is used again.
  await store.remove(key, 2, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  await start('second');
  expect((await load()).messages).toMatchObject([{ content: 'second' }]);
  expect(reads).toBe(0);
  expect(await transcripts.load(key)).toEqual(await createTranscripts(store).load(key));
});

test('a prefetch is the only read, with the commits that are appended meanwhile', async () => {
  const store = createMemoryStore();
  const { store: slow, reads, started } = gated(store);
  const transcripts = createTranscripts(slow);
  const elsewhere = createSessionLog(store, [], Math.random);
  const here = createSessionLog(
    store,
    [(...commit) => transcripts.appended(...commit)],
    Math.random,
  );
  const say = async (log: SessionLog, runId: string): Promise<void> => {
    const run = { runId, agentId: 'writer', userId: null, input: runId, stepId: `${runId}_go` };
    await log.transact(key, { type: 'start_run', ...run, owner: 'here', onBusy: 'reject' });
    const failed = { runId, owner: 'here', error: 'away', code: 'model_error' };
    await log.transact(key, { type: 'fail_run', ...failed });
  };
  await say(elsewhere, 'first');
  transcripts.prefetch(key, 2);
  await started(1);
  await say(here, 'second');
  const loaded = transcripts.load(key, await store.load(key));
  reads[0]?.();
  expect((await loaded).messages).toMatchObject([{ content: 'first' }, { content: 'second' }]);
  transcripts.prefetch(key, 4);
  expect(reads).toHaveLength(1);

  // After a commit of another instance there is a gap, so the rest is read.
  await say(elsewhere, 'third');
  transcripts.prefetch(key, 6);
  await started(2);
  await say(elsewhere, 'fourth');
  await say(here, 'fifth');
  const rest = transcripts.load(key, await store.load(key));
  reads[1]?.();
  await started(3);
  reads[2]?.();
  expect((await rest).messages).toHaveLength(5);
  expect(await rest).toEqual(await createTranscripts(store).load(key));
});

test('a read of a log that is deleted meanwhile is not kept', async () => {
  const store = createMemoryStore();
  const { store: slow, reads, started } = gated(store);
  const transcripts = createTranscripts(slow);
  const log = createSessionLog(store, [], Math.random);
  const run = { runId: 'r', agentId: 'writer', userId: null, input: 'old', stepId: 'go' };
  await log.transact(key, { type: 'start_run', ...run, owner: 'here', onBusy: 'reject' });
  const reading = transcripts.load(key);
  await started(1);
  await store.remove(key, 1, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  transcripts.forget(key);
  reads[0]?.();
  expect((await reading).messages).toHaveLength(1);
  const again = transcripts.load(key);
  await started(2);
  reads[1]?.();
  expect((await again).messages).toEqual([]);
});
