import { describe, expect, test } from 'vitest';
import type { AuditLink } from '@hitl/protocol';
import { runCompleted, runStarted } from '@hitl/protocol/testing';
import type { Commit, ErasedRun } from '../store/store.ts';
import { nextCommit } from './random-walk.ts';
import { createRandom } from './random.ts';
import { asked, createSampleLog, started } from './sample-log.ts';
import { key, type SessionStoreCase, startedLog } from './session-store-case.ts';

const NONE = { head: null, links: [] };

/** The contract of the hashes of audit trails. */
export function auditCases(use: () => SessionStoreCase): void {
  describe('readAudit', () => {
    test('returns what was appended for a run, commit by commit, nested runs separately', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      const nested = { parent_run_id: 'run_1', parent_tool_call_id: 'c1' };
      const commits: Commit[] = [];
      for (const drafts of [
        () => started('run_1'),
        () => started('ext_1', { external: true }),
        () => asked(log, 'run_1', [{ id: 'c1' }, { id: 'c2' }]),
        () => [runStarted(nested, { run_id: 'run_1_nested' })],
        () => [runCompleted({}, { run_id: 'ext_1' })],
      ]) {
        const commit = log.propose(drafts());
        commits.push(commit);
        await log.append(store, drafts());
      }
      const links = linksOf(commits);
      expect([...links.keys()]).toEqual(['run_1', 'ext_1', 'run_1_nested']);
      for (const [run, expected] of links) {
        expect(await store.readAudit(key(), run)).toEqual({
          head: expected.at(-1)?.hash,
          links: expected,
        });
      }
      const trails = await store.readTrails(key());
      const added = commits.map(({ audit }, index) => ({
        commit: index + 1,
        trails: audit.trails.toSorted((left, right) => (left.run_id < right.run_id ? -1 : 1)),
      }));
      expect(
        trails.map((one) => ({
          ...one,
          trails: one.trails.toSorted((left, right) => (left.run_id < right.run_id ? -1 : 1)),
        })),
      ).toEqual(added.filter((one) => one.trails.length > 0));
      expect(await store.readTrails(key('ses_2'))).toEqual([]);
      expect(await store.readAudit(key(), 'nobody')).toEqual(NONE);
      expect(await store.readAudit(key('ses_2'), 'run_1')).toEqual(NONE);
      expect(await store.readAudit({ ...key(), tenantId: 'other' }, 'run_1')).toEqual(NONE);
    });

    test.each([1, 2])('has all links after a random walk (seed %i)', async (seed) => {
      const { store, stores } = use();
      const random = createRandom(seed);
      const log = createSampleLog(key());
      const commits: Commit[] = [];
      for (let step = 0; step < 60; step += 1) {
        const drafts = nextCommit(log, random);
        commits.push(log.propose(drafts));
        expect(await log.append(stores[step % stores.length] ?? store, drafts)).toBe('appended');
      }
      expect((await store.load(key())).chain).toEqual(commits.at(-1)?.audit.chain);
      for (const [run, links] of linksOf(commits)) {
        expect(await store.readAudit(key(), run)).toEqual({ head: links.at(-1)?.hash, links });
      }
    });

    test('has nothing of an append that was refused', async () => {
      const { store } = use();
      const log = await startedLog(store);
      const before = await store.readAudit(key(), 'run_1');
      const commit = log.propose(asked(log, 'run_1', [{ id: 'c1' }]));
      expect(await store.append(key(), 0, commit)).toBe('conflict');
      const { now } = await store.load(key());
      expect(await store.append(key(), 1, commit, { notAfter: now })).toBe('too_late');
      expect(await store.readAudit(key(), 'run_1')).toEqual(before);
      expect((await store.load(key())).chain).toEqual(log.chain);
    });

    test('keeps the head of a run that a commit adds nothing to', async () => {
      const { store } = use();
      const log = await startedLog(store);
      const before = await store.readAudit(key(), 'run_1');
      const commit = log.propose(asked(log, 'run_1', [{ id: 'c1' }]));
      const silent = { ...commit, audit: { trails: [], chain: { other: 'hash' } } };
      expect(await store.append(key(), 1, silent)).toBe('appended');
      expect(await store.readAudit(key(), 'run_1')).toEqual(before);
      expect((await store.load(key())).chain).toEqual({ other: 'hash' });
    });
  });

  describe('findErasedRun', () => {
    test('finds a run of a deleted session in its tombstone, and nobody else’s', async () => {
      const { store } = use();
      await startedLog(store);
      const { head, links } = await store.readAudit(key(), 'run_1');
      const erased: ErasedRun = { run_id: 'run_1', head: head ?? '', entries: links };
      const other: ErasedRun = { run_id: 'run_0', head: head ?? '', entries: [] };
      expect(await store.findErasedRun('default', 'run_1')).toBeNull();
      await store.remove(key(), 1, tombstone(erased, other));
      expect(await store.findErasedRun('default', 'run_1')).toEqual(erased);
      expect(await store.findErasedRun('default', 'run_0')).toEqual(other);
      expect(await store.findErasedRun('default', 'run_2')).toBeNull();
      expect(await store.findErasedRun('other', 'run_1')).toBeNull();
      expect(await store.readAudit(key(), 'run_1')).toEqual(NONE);
    });

    test('finds the newest deletion of a run that was started again', async () => {
      const { store } = use();
      const [first, second, third] = ['a', 'b', 'c'].map((head): ErasedRun => {
        return { run_id: 'run_1', head, entries: [] };
      }) as [ErasedRun, ErasedRun, ErasedRun];
      await startedLog(store);
      await store.remove(key(), 1, tombstone(first, second));
      expect(await store.findErasedRun('default', 'run_1')).toEqual(second);
      // Its id sorts first, and it was deleted later.
      await createSampleLog(key('ses_0')).append(store, started('run_1'));
      const later = { id: 'ses_0', deleted_at: '2026-01-02T00:00:00.000Z', runs: [third] };
      await store.remove(key('ses_0'), 1, later);
      expect(await store.findErasedRun('default', 'run_1')).toEqual(third);
    });

    test('has only the newest tombstone of a session', async () => {
      const { store } = use();
      const first: ErasedRun = { run_id: 'run_1', head: 'a', entries: [] };
      const second: ErasedRun = { run_id: 'run_2', head: 'b', entries: [] };
      await startedLog(store);
      await store.remove(key(), 1, tombstone(first));
      await createSampleLog(key()).append(store, started('run_2'));
      await store.remove(key(), 1, tombstone(second));
      expect(await store.findTombstone(key())).toEqual(tombstone(second));
      expect(await store.findErasedRun('default', 'run_1')).toBeNull();
      expect(await store.findErasedRun('default', 'run_2')).toEqual(second);
    });
  });
}

function linksOf(commits: readonly Commit[]): Map<string, AuditLink[]> {
  const runs = new Map<string, AuditLink[]>();
  for (const { run_id, links } of commits.flatMap(({ audit }) => audit.trails)) {
    runs.set(run_id, [...(runs.get(run_id) ?? []), ...links]);
  }
  return runs;
}

function tombstone(...runs: readonly ErasedRun[]) {
  return { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs };
}
