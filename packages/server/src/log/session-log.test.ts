import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import type { LoadedSession, SessionStore } from '../store/store.ts';
import { decide } from '../machine/decide.ts';
import { createSessionLog, type DecidedCommands } from './session-log.ts';

const key = { tenantId: 'default', sessionId: 's' };
const start = (runId: string) => ({
  type: 'start_run' as const,
  runId,
  agentId: 'a',
  userId: null,
  input: 'go',
  stepId: `${runId}_step`,
  owner: 'here',
  onBusy: 'reject' as const,
});
const fail = (runId: string) => ({
  type: 'fail_run' as const,
  runId,
  owner: 'here',
  error: 'away',
  code: 'model_error',
});

/** A store that counts how often a log is read. */
function counted(store: SessionStore) {
  const counts = { loads: 0 };
  return {
    counts,
    store: {
      ...store,
      load: (...call: Parameters<SessionStore['load']>) => {
        counts.loads += 1;
        return store.load(...call);
      },
    },
  };
}

test('reads nothing between two of its own commits', async () => {
  const { store, counts } = counted(createMemoryStore());
  const log = createSessionLog(store, [], Math.random);
  expect(await log.transact(key, start('r'))).toMatchObject({ kind: 'appended' });
  expect(counts.loads).toBe(1);
  expect(await log.latest(key)).toMatchObject({ commit: 1 });
  expect(await log.transact(key, fail('r'))).toMatchObject({ kind: 'appended' });
  expect(counts.loads).toBe(1);
  expect(await store.load(key)).toMatchObject({ commit: 2 });
});

test('its commits have the time of the latest read by any caller', async () => {
  let now = Date.parse('2026-01-01T00:00:00.000Z');
  const store = createMemoryStore({ now: () => now });
  const log = createSessionLog(store, [], Math.random);
  await log.transact(key, start('r'));
  now += 5000;
  await log.load(key);
  const ended = await log.transact(key, fail('r'));
  expect(ended).toMatchObject({ events: [{ timestamp: '2026-01-01T00:00:05.000Z' }] });
});

test('decides again on the current log when another caller was faster', async () => {
  const { store, counts } = counted(createMemoryStore());
  const here = createSessionLog(store, [], Math.random);
  const there = createSessionLog(store, [], Math.random);
  await here.transact(key, start('r'));
  await there.transact(key, fail('r'));
  const before = counts.loads;
  expect(await here.transact(key, fail('r'))).not.toMatchObject({ kind: 'appended' });
  expect(counts.loads).toBe(before + 1);
  expect(await here.transact(key, start('next'))).toMatchObject({ kind: 'appended' });
  expect(await store.load(key)).toMatchObject({ commit: 3 });
});

test('treats a log that was deleted and started again as new', async () => {
  const store = createMemoryStore();
  const log = createSessionLog(store, [], Math.random);
  await log.transact(key, start('r'));
  await log.transact(key, fail('r'));
  await store.remove(key, 2, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  expect(await log.transact(key, start('again'))).toMatchObject({ kind: 'appended' });
  expect(await log.latest(key)).toMatchObject({ commit: 1 });
  expect((await log.latest(key)).state.trees).toHaveProperty('again');
});

test('decides nothing on the state of a deleted log, even if the next one has as many commits', async () => {
  const store = createMemoryStore();
  const here = createSessionLog(store, [], Math.random);
  const there = createSessionLog(store, [], Math.random);
  await here.transact(key, start('r'));
  await store.remove(key, 1, { id: 's', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
  await there.transact(key, start('again'));
  const next = await store.load(key);
  expect(await here.transact(key, fail('r'))).toMatchObject({ kind: 'not_owner' });
  expect(await store.load(key)).toMatchObject({ commit: 1, state: next.state });
  expect(await here.transact(key, start('r'))).toMatchObject({ kind: 'problem' });
});

test('forgets a log when it hears of a change, but not of its own', async () => {
  const { store, counts } = counted(createMemoryStore());
  const log = createSessionLog(store, [(changed) => log.hinted(changed)], Math.random);
  await log.transact(key, start('r'));
  expect(log.recent(key)).toMatchObject({ commit: 1 });
  log.hinted(key);
  expect(log.recent(key)).toBeUndefined();
  await log.latest(key);
  expect(counts.loads).toBe(2);
});

test('does not miss a change that it hears of before the outcome of its own commit', async () => {
  const memory = createMemoryStore();
  const store: SessionStore = {
    ...memory,
    async append(...call) {
      const outcome = await memory.append(...call);
      log.hinted(key);
      return outcome;
    },
  };
  const log = createSessionLog(store, [], Math.random);
  await log.transact(key, start('r'));
  expect(log.recent(key)).toBeUndefined();
});

/** A decision to fail a run, on a log as it is. */
function failing(on: LoadedSession): DecidedCommands {
  const decided = decide({ sessionId: key.sessionId, ...on }, fail('r'));
  if (decided.kind !== 'events') throw new Error('the run cannot fail');
  return { commands: [fail('r')], on, decision: decided.log };
}

test('appends a decision that was made on the log as it is', async () => {
  const log = createSessionLog(createMemoryStore(), [], Math.random);
  await log.transact(key, start('r'));
  const made = failing(await log.latest(key));
  const outcome = await log.transact(key, made);
  expect(outcome.kind === 'appended' && outcome.events).toBe(made.decision.events);
});

test('decides again where a decision was made on an older log', async () => {
  const store = createMemoryStore();
  const here = createSessionLog(store, [], Math.random);
  const there = createSessionLog(store, [], Math.random);
  await here.transact(key, start('r'));
  const made = failing(await here.latest(key));
  await there.transact(key, fail('r'));
  expect(await here.transact(key, made)).not.toMatchObject({ kind: 'appended' });
  expect(await store.load(key)).toMatchObject({ commit: 2 });
});
