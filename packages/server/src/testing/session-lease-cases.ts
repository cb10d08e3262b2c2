import { describe, expect, test } from 'vitest';
import { formatTime, parseTime } from '@hitl/protocol/fold';
import { executionSuspended, runCompleted } from '@hitl/protocol/testing';
import type { AppendOptions, Commit, DueSession, SessionStore } from '../store/store.ts';
import { createSampleLog, started } from './sample-log.ts';
import { key, type SessionStoreCase } from './session-store-case.ts';

const HOUR = 3_600_000;

/** The contract of claims, `renew` and `due`. No test waits: a lease of zero ends immediately. */
export function leaseCases(use: () => SessionStoreCase): void {
  describe('claims', () => {
    test('hold for the given time from the append, 30 seconds if none is given', async () => {
      const { store } = use();
      for (const [lease, options] of [
        [30_000, {}],
        [HOUR, { leaseMs: HOUR }],
      ] as const) {
        const log = createSampleLog(key(`ses_${lease}`));
        const before = await nowOf(store);
        await log.append(store, started('run_1', { owner: 'host:1:a' }), options);
        const { ownerUntil: until } = await store.load(log.key);
        const after = await nowOf(store);
        const held = parseTime(until ?? '') ?? 0;
        expect(held).toBeGreaterThanOrEqual(before + lease);
        expect(held).toBeLessThanOrEqual(after + lease);
      }
    });

    test('are absent if no instance owns the run', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      await log.append(store, started('run_1', { owner: 'host:1:a' }));
      expect(await store.load(key())).toHaveProperty('ownerUntil');
      await log.append(store, [executionSuspended()]);
      expect(await store.load(key())).not.toHaveProperty('ownerUntil');
    });

    test('are renewed only by their owner', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      await log.append(store, started('run_1', { owner: 'host:1:a' }), { leaseMs: 0 });
      expect(await store.renew(key(), 'host:2:b', HOUR)).toBe(false);
      expect(await store.renew(key('nobody'), 'host:1:a', HOUR)).toBe(false);
      expect(await keysDue(store)).toEqual(['ses_1']);
      const before = await nowOf(store);
      expect(await store.renew(key(), 'host:1:a', HOUR)).toBe(true);
      const { ownerUntil: until } = await store.load(key());
      expect(parseTime(until ?? '')).toBeGreaterThanOrEqual(before + HOUR);
      expect(await keysDue(store)).toEqual([]);
    });

    test('are renewed without a commit', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      await log.append(store, started('run_1', { owner: 'host:1:a' }));
      await store.renew(key(), 'host:1:a', HOUR);
      expect(await store.load(key())).toMatchObject({ commit: 1 });
      expect(await log.append(store, [runCompleted()])).toBe('appended');
      expect(await store.renew(key(), 'host:1:a', HOUR)).toBe(false);
    });
  });

  describe('due', () => {
    test('returns runnable sessions without a claim', async () => {
      const { store } = use();
      await put(store, 'idle', { owner: null, runnable: false });
      await put(store, 'orphan', { owner: null, runnable: true });
      expect(await store.due(10)).toEqual([
        {
          key: key('orphan'),
          owner: null,
          ownerUntil: null,
          nextDeadline: null,
          runnable: true,
        } satisfies DueSession,
      ]);
    });

    test('returns runnable sessions once their claim has ended, not before', async () => {
      const { store } = use();
      await put(store, 'held', { owner: 'host:1:a', runnable: true }, { leaseMs: HOUR });
      await put(store, 'lost', { owner: 'host:2:b', runnable: true }, { leaseMs: 0 });
      const [due, ...more] = await store.due(10);
      expect(more).toEqual([]);
      expect(due).toMatchObject({ key: key('lost'), owner: 'host:2:b', runnable: true });
      expect(parseTime(due?.ownerUntil ?? '')).toBeLessThanOrEqual(await nowOf(store));
    });

    test('does not return a session that is not runnable, for any owner', async () => {
      const { store } = use();
      await put(store, 'waits', { owner: 'host:1:a', runnable: false }, { leaseMs: 0 });
      expect(await store.due(10, 'host:1')).toEqual([]);
    });

    test('returns sessions past their deadline, and no others', async () => {
      const { store } = use();
      const now = await nowOf(store);
      const past = formatTime(now - 1);
      await put(store, 'overdue', { owner: null, runnable: false, nextDeadline: past });
      await put(store, 'early', {
        owner: null,
        runnable: false,
        nextDeadline: formatTime(now + HOUR),
      });
      await put(store, 'month', {
        owner: null,
        runnable: false,
        nextDeadline: formatTime(now + 40 * 24 * HOUR),
      });
      expect(await store.due(10)).toEqual([
        {
          key: key('overdue'),
          owner: null,
          ownerUntil: null,
          nextDeadline: past,
          runnable: false,
        } satisfies DueSession,
      ]);
    });

    test('ignores a deadline that the next commit removed', async () => {
      const { store } = use();
      const past = formatTime((await nowOf(store)) - 1);
      await put(store, 'ses_1', { owner: null, runnable: false, nextDeadline: past });
      const commit = createSampleLog(key()).propose(started('run_2'));
      const checkpoint = { ...commit.checkpoint, owner: null, runnable: false, nextDeadline: null };
      expect(await store.append(key(), 1, { ...commit, checkpoint })).toBe('appended');
      expect(await store.due(10)).toEqual([]);
    });

    test('also returns sessions owned by instances of one host, claimed or not, when asked', async () => {
      const { store } = use();
      const held = { leaseMs: HOUR };
      await put(store, 'ours', { owner: 'host_1:10:a', runnable: true }, held);
      await put(store, 'also', { owner: 'host_1:11:b', runnable: true }, held);
      await put(store, 'near', { owner: 'hostA1:12:c', runnable: true }, held);
      await put(store, 'theirs', { owner: 'host_2:10:a', runnable: true }, held);
      await put(store, 'waits', { owner: 'host_1:10:a', runnable: false }, held);
      expect(await keysDue(store)).toEqual([]);
      expect((await keysDue(store, 'host_1:')).toSorted()).toEqual(['also', 'ours']);
      expect(await keysDue(store, 'host_1:10:')).toEqual(['ours']);
    });

    test('returns no more than asked for, from all tenants', async () => {
      const { store } = use();
      for (const tenant of ['default', 'other']) {
        const log = createSampleLog({ tenantId: tenant, sessionId: 'ses_1' });
        await log.append(store, started('run_1'));
      }
      const due = await store.due(10);
      expect(due.map((session) => session.key.tenantId).toSorted()).toEqual(['default', 'other']);
      expect(await store.due(1)).toHaveLength(1);
    });
  });
}

/** Appends a commit with the checkpoint that a test needs. */
async function put(
  store: SessionStore,
  sessionId: string,
  checkpoint: Partial<Commit['checkpoint']>,
  options?: AppendOptions,
): Promise<void> {
  const log = createSampleLog(key(sessionId));
  const commit = log.propose(started(`run_${sessionId}`));
  const outcome = await store.append(
    log.key,
    0,
    { ...commit, checkpoint: { ...commit.checkpoint, ...checkpoint } },
    options,
  );
  expect(outcome).toBe('appended');
}

async function nowOf(store: SessionStore): Promise<number> {
  return parseTime((await store.load(key('clock'))).now) ?? Number.NaN;
}

async function keysDue(store: SessionStore, ownedBy?: string): Promise<string[]> {
  return (await store.due(10, ownedBy)).map((due) => due.key.sessionId);
}
