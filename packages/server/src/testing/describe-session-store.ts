import { describe, expect, test } from 'vitest';
import { confirmResponse, runCompleted, settlement } from '@hitl/protocol/testing';
import type { SessionStore } from '../store/store.ts';
import { asked, createSampleLog, requestsOf, started } from './sample-log.ts';
import { appendCases } from './session-append-cases.ts';
import { auditCases } from './session-audit-cases.ts';
import { leaseCases } from './session-lease-cases.ts';
import { listCases } from './session-list-cases.ts';
import { readCases } from './session-read-cases.ts';
import { key, type SessionStoreCase, startedLog } from './session-store-case.ts';
import { openForEach } from './store-case.ts';

/** A store for one test. */
export interface OpenedSessionStore {
  /** Empty. */
  readonly store: SessionStore;
  /**
   * Opens another connection to the same data, as another process would. Absent for a store in
   * memory.
   */
  readonly connect?: () => Promise<SessionStore>;
}

/** A store for one test, whose data are stored outside the process. */
export type OpenedDurableSessionStore = Required<OpenedSessionStore>;

/**
 * The contract of `SessionStore`, as tests. `open` returns an empty store for each test; the suite
 * closes all stores.
 */
export function describeSessionStore(name: string, open: () => Promise<OpenedSessionStore>): void {
  describe(name, () => {
    const use = openForEach(open);
    appendCases(use);
    readCases(use);
    listCases(use);
    leaseCases(use);
    auditCases(use);

    test('is closed once, even if close is called again', async () => {
      const { store } = use();
      await store.close();
      await store.close();
    });
  });
}

/** Additional tests for a store whose data outlive a process and are shared by several. */
export function describeDurableSessionStore(
  name: string,
  open: () => Promise<OpenedDurableSessionStore>,
): void {
  describe(name, () => {
    const use = openForEach(open);
    durableCases(use);
  });
}

function durableCases(use: () => SessionStoreCase): void {
  test('immediately shows on one connection what was appended on another', async () => {
    const { store, connect } = use();
    const other = await connect();
    const log = await startedLog(store);
    expect(await other.load(key())).toMatchObject({ commit: 1, state: log.state });
    const calls = [{ id: 'c1' }];
    await log.append(other, asked(log, 'run_1', calls));
    expect(await store.findInteraction('default', 'int_c1')).toMatchObject({ status: 'pending' });
    const [request] = requestsOf(log, 'run_1', calls);
    if (request === undefined) throw new Error('one was asked');
    await log.append(store, settlement(request, confirmResponse({ request_id: request.id })));
    expect(await other.findInteraction('default', 'int_c1')).toMatchObject({ status: 'answered' });
    expect(await other.readRun(key(), 'run_1', 0, 100)).toEqual(
      await store.readRun(key(), 'run_1', 0, 100),
    );
  });

  test('has all acknowledged commits when it is opened again', async () => {
    const { store, stores, connect } = use();
    const log = createSampleLog(key());
    await log.append(store, started('run_1', { owner: 'host:1:a' }), { leaseMs: 3_600_000 });
    const tombstone = { id: 'gone', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };
    await createSampleLog(key('gone')).append(store, started('run_gone'));
    await store.remove(key('gone'), 1, tombstone);
    const loaded = await store.load(key());
    const commits = await store.read(key(), 0);
    const audit = await store.readAudit(key(), 'run_1');
    await Promise.all(stores.map((one) => one.close()));

    const again = await connect();
    expect(await again.load(key())).toEqual({ ...loaded, now: expect.any(String) });
    expect(await again.read(key(), 0)).toEqual(commits);
    expect(await again.readAudit(key(), 'run_1')).toEqual(audit);
    expect(await again.findTombstone(key('gone'))).toEqual(tombstone);
    expect(await log.append(again, [runCompleted()])).toBe('appended');
    expect(await again.findRun('default', 'run_1')).toMatchObject({ run: { status: 'completed' } });
  });

  test('can be set up by many connections at the same time', async () => {
    const { connect } = use();
    const stores = await Promise.all(Array.from({ length: 6 }, () => connect()));
    await Promise.all(
      stores.map((store, index) =>
        createSampleLog(key(`ses_${index}`)).append(store, started(`run_${index}`)),
      ),
    );
    const { items } = await use().store.listSessions({ tenantId: 'default', limit: 10 });
    expect(items).toHaveLength(6);
  });
}
