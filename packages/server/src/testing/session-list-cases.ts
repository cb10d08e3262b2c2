import { describe, expect, test } from 'vitest';
import { confirmResponse, runCompleted, runStarted, settlement } from '@hitl/protocol/testing';
import type { SessionStore } from '../store/store.ts';
import { asked, createSampleLog, requestsOf, started, type SampleLog } from './sample-log.ts';
import { key, startedLog, walk, type SessionStoreCase } from './session-store-case.ts';

const tenantId = 'default';

/** The contract of lists: order, filters, cursors. */
export function listCases(use: () => SessionStoreCase): void {
  describe('the usage of a user', () => {
    test('counts pending requests in all sessions, and the bytes of their logs', async () => {
      const { store } = use();
      for (const [index, userId] of ['ada', 'ada', 'bob'].entries()) {
        const log = createSampleLog(key(`ses_${index}`));
        await log.append(store, started(`run_${index}`, { userId }));
        await log.append(store, asked(log, `run_${index}`, [{ id: `c${index}` }]));
      }
      expect(await store.countPending(tenantId, 'ada')).toBe(2);
      expect(await store.countPending(tenantId, 'bob')).toBe(1);
      expect(await store.countPending('other', 'ada')).toBe(0);
      const [ada, bob] = [
        await store.storedBytes(tenantId, 'ada'),
        await store.storedBytes(tenantId, 'bob'),
      ];
      expect(bob).toBeGreaterThan(0);
      expect(ada).toBeGreaterThan(bob);
      expect(await store.storedBytes(tenantId, 'eve')).toBe(0);
      expect(await store.storedBytes('other', 'ada')).toBe(0);
    });
  });

  describe('lists', () => {
    test('show runs newest first, page by page', async () => {
      const { store } = use();
      // Three start in the same second; their order is still stable.
      for (const [index, second] of [0, 10, 10, 10, 20, 30, 40].entries()) {
        const log = createSampleLog(key(`ses_${index}`), second);
        await log.append(store, started(`run_${index}`));
      }
      const ids = await walk((cursor) => store.listRuns({ tenantId, limit: 2, ...cursor }));
      expect(ids.map(({ id }) => id)).toEqual([
        'run_6',
        'run_5',
        'run_4',
        'run_3',
        'run_2',
        'run_1',
        'run_0',
      ]);
      const whole = await store.listRuns({ tenantId, limit: 7 });
      expect(whole.nextCursor).toBeNull();
      expect(whole.items).toEqual(ids);
    });

    test('neither repeat nor lose a run when newer ones begin between two pages', async () => {
      const { store } = use();
      for (let index = 0; index < 6; index += 1) {
        await createSampleLog(key(`ses_${index}`), index).append(store, started(`run_${index}`));
      }
      const first = await store.listRuns({ tenantId, limit: 3 });
      await createSampleLog(key('ses_new'), 100).append(store, started('run_new'));
      const cursor = first.nextCursor ?? '';
      const second = await store.listRuns({ tenantId, limit: 3, cursor });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([
        'run_5',
        'run_4',
        'run_3',
        'run_2',
        'run_1',
        'run_0',
      ]);
      expect(second.nextCursor).toBeNull();
    });

    test('show the runs of a session, of a user, of a status', async () => {
      const { store } = use();
      const mine = createSampleLog(key('ses_mine'), 0);
      await mine.append(store, started('run_1'));
      await mine.append(store, [runCompleted(), ...started('run_2')]);
      const theirs = createSampleLog(key('ses_theirs'), 50);
      await theirs.append(store, started('run_3', { userId: 'bob' }));
      await theirs.append(store, asked(theirs, 'run_3', [{ id: 'c3' }]));
      const ids = async (filter: object): Promise<string[]> =>
        (await store.listRuns({ tenantId, limit: 10, ...filter })).items.map(({ id }) => id);
      expect(await ids({ sessionId: 'ses_mine' })).toEqual(['run_2', 'run_1']);
      expect(await ids({ userId: 'bob' })).toEqual(['run_3']);
      expect(await ids({ status: 'completed' })).toEqual(['run_1']);
      expect(await ids({ status: 'suspended' })).toEqual(['run_3']);
      expect(await ids({ userId: 'ada', status: 'running' })).toEqual(['run_2']);
      expect(await ids({ sessionId: 'ses_theirs', userId: 'ada' })).toEqual([]);
      expect(await ids({ sessionId: 'nobody' })).toEqual([]);
    });

    test('show sessions by their newest change, page by page, and those of a user', async () => {
      const { store } = use();
      const logs: SampleLog[] = [];
      for (let index = 0; index < 5; index += 1) {
        const log = createSampleLog(key(`ses_${index}`), index * 10);
        await log.append(store, started(`run_${index}`, { userId: index < 2 ? 'ada' : 'bob' }));
        logs.push(log);
      }
      const revived = logs[1];
      if (revived === undefined) throw new Error('five logs were made');
      const late = revived.propose([runCompleted({}, { run_id: 'run_1' })], 500);
      expect(await store.append(revived.key, 1, late)).toBe('appended');

      const sessions = await walk((cursor) =>
        store.listSessions({ tenantId, limit: 2, ...cursor }),
      );
      expect(sessions.map(({ session_id: id }) => id)).toEqual([
        'ses_1',
        'ses_4',
        'ses_3',
        'ses_2',
        'ses_0',
      ]);
      expect(sessions[0]).toMatchObject({
        status: 'idle',
        user_id: 'ada',
        title: 'Input of run_1',
      });
      const ada = await store.listSessions({ tenantId, limit: 10, userId: 'ada' });
      expect(ada.items.map(({ session_id: id }) => id)).toEqual(['ses_1', 'ses_0']);
    });

    test('show interactions oldest first, siblings in call order, page by page', async () => {
      const { store } = use();
      const late = createSampleLog(key('ses_late'), 100);
      await late.append(store, started('run_late'));
      const early = createSampleLog(key('ses_early'), 0);
      await early.append(store, started('run_early'));
      await early.append(store, asked(early, 'run_early', [{ id: 'z' }, { id: 'm' }, { id: 'a' }]));
      await late.append(store, asked(late, 'run_late', [{ id: 'b' }]).map(aMinuteLater));
      const records = await walk((cursor) =>
        store.listInteractions({ tenantId, limit: 2, ...cursor }),
      );
      expect(records.map(({ tool_call_id: id }) => id)).toEqual(['z', 'm', 'a', 'b']);
    });

    test('show the interactions of a status, a session, a user, a run and the runs below it', async () => {
      const { store } = use();
      const mine = createSampleLog(key('ses_mine'), 0);
      await mine.append(store, started('run_1'));
      const calls = [{ id: 'c1' }, { id: 'c2' }];
      await mine.append(store, asked(mine, 'run_1', calls));
      const [first, second] = requestsOf(mine, 'run_1', calls);
      if (first === undefined || second === undefined) throw new Error('two were asked');
      const response = confirmResponse({ request_id: first.id });
      await mine.append(store, settlement(first, response, { waiting: [second] }));
      await mine.append(store, [
        runStarted({ parent_run_id: 'run_1', parent_tool_call_id: 'c1' }, { run_id: 'run_1n' }),
      ]);
      await mine.append(store, asked(mine, 'run_1n', [{ id: 'n1' }]));
      const theirs = createSampleLog(key('ses_theirs'), 50);
      await theirs.append(store, started('run_2', { userId: 'bob' }));
      await theirs.append(store, asked(theirs, 'run_2', [{ id: 'b1' }]));

      const calling = async (filter: object): Promise<string[]> =>
        (await store.listInteractions({ tenantId, limit: 10, ...filter })).items
          .map(({ tool_call_id: id }) => id)
          .toSorted();
      expect(await calling({})).toEqual(['b1', 'c1', 'c2', 'n1']);
      expect(await calling({ status: 'pending' })).toEqual(['b1', 'c2', 'n1']);
      expect(await calling({ status: 'answered' })).toEqual(['c1']);
      expect(await calling({ status: 'expired' })).toEqual([]);
      expect(await calling({ sessionId: 'ses_mine' })).toEqual(['c1', 'c2', 'n1']);
      expect(await calling({ userId: 'bob' })).toEqual(['b1']);
      expect(await calling({ runId: 'run_1' })).toEqual(['c1', 'c2', 'n1']);
      expect(await calling({ runId: 'run_1n' })).toEqual(['n1']);
      expect(await calling({ runId: 'run_1', status: 'pending' })).toEqual(['c2', 'n1']);
      expect(await calling({ runId: 'nobody' })).toEqual([]);
    });

    test.each([
      ['no text', ''],
      ['not base64', '***'],
      ['not JSON', 'bm9wZQ'],
      ['no list', 'e30'],
      ['of nothing', 'W10'],
      ['a wrong key', 'WyJydW5zIiwxLDJd'],
    ])('refuse a cursor that is %s', async (_, cursor) => {
      const { store } = use();
      await startedLog(store);
      const query = { tenantId, limit: 10, cursor };
      await expect(store.listRuns(query)).rejects.toMatchObject({ code: 'invalid_cursor' });
      await expect(store.listSessions(query)).rejects.toMatchObject({ code: 'invalid_cursor' });
      await expect(store.listInteractions(query)).rejects.toMatchObject({ code: 'invalid_cursor' });
    });

    test('refuse a cursor of another list', async () => {
      const { store } = use();
      await createSampleLog(key('ses_1')).append(store, started('run_1'));
      await createSampleLog(key('ses_2')).append(store, started('run_2'));
      const { nextCursor: cursor } = await store.listRuns({ tenantId, limit: 1 });
      if (cursor === null) throw new Error('there are two runs');
      await expect(store.listSessions({ tenantId, limit: 1, cursor })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    });
  });

  describe('remove', () => {
    test('leaves nothing of a session but its tombstone', async () => {
      const { store } = use();
      const [, other] = await twoSessions(store);
      expect(await store.findTombstone(key())).toBeNull();
      expect(await store.remove(key(), 2, tombstone)).toBe('appended');
      expect(await store.findTombstone(key())).toEqual(tombstone);
      expect(await store.findTombstone({ ...key(), tenantId: 'other' })).toBeNull();

      expect(await store.load(key())).toMatchObject({ commit: 0 });
      expect(await store.read(key(), 0)).toEqual([]);
      expect(await store.readRun(key(), 'run_ses_1', 0, 10)).toEqual([]);
      expect(await store.findSession(key())).toBeNull();
      expect(await store.findRun(tenantId, 'run_ses_1')).toBeNull();
      expect(await store.findInteraction(tenantId, 'int_c_ses_1')).toBeNull();
      expect(
        await store.findInteractionsOfCall({ tenantId, toolCallId: 'c_ses_1', limit: 10 }),
      ).toEqual([]);
      expect((await store.listRuns({ tenantId, limit: 10 })).items).toHaveLength(1);
      expect((await store.listSessions({ tenantId, limit: 10 })).items).toHaveLength(1);
      expect((await store.listInteractions({ tenantId, limit: 10 })).items).toHaveLength(1);
      expect(await store.load(key('ses_2'))).toMatchObject({ commit: 2, state: other?.state });
    });

    test('is refused if the log has grown, or does not exist', async () => {
      const { store } = use();
      await twoSessions(store);
      expect(await store.remove(key(), 1, tombstone)).toBe('conflict');
      expect(await store.remove(key('nobody'), 0, tombstone)).toBe('conflict');
      expect(await store.findTombstone(key())).toBeNull();
      expect(await store.load(key())).toMatchObject({ commit: 2 });
    });

    test('refuses an append based on the removed log', async () => {
      const { store } = use();
      const [log] = await twoSessions(store);
      await store.remove(key(), 2, tombstone);
      expect(await log?.append(store, [runCompleted({}, { run_id: 'run_ses_1' })])).toBe(
        'conflict',
      );
      expect(await store.read(key(), 0)).toEqual([]);
    });

    test('succeeds for only one of many concurrent removals and appends', async () => {
      const { store, stores } = use();
      const rounds = Array.from({ length: 8 }, (_, round) => createSampleLog(key(`ses_${round}`)));
      for (const log of rounds) {
        await log.append(store, started(`run_${log.key.sessionId}`));
        const outcomes = await Promise.all(
          Array.from({ length: 12 }, (_, racer) => {
            const own = stores[racer % stores.length] ?? store;
            return racer % 2 === 0
              ? own.remove(log.key, 1, tombstone)
              : own.append(log.key, 1, log.propose(started('run_late')));
          }),
        );
        expect(outcomes.filter((outcome) => outcome === 'appended')).toHaveLength(1);
        const removed = (await store.findTombstone(log.key)) !== null;
        const numbers = (await store.read(log.key, 0)).map(({ commit }) => commit);
        expect(numbers).toEqual(removed ? [] : [1, 2]);
        expect(await store.load(log.key)).toMatchObject({ commit: numbers.length });
      }
    });
  });
}

function aMinuteLater<T extends ReturnType<typeof asked>[number]>(draft: T): T {
  if (draft.type === 'interaction_request') {
    draft.data.interaction_request.created_at = '2026-01-01T00:01:00.000Z';
  }
  return draft;
}

const tombstone = {
  id: 'ses_1',
  deleted_at: '2026-01-01T00:00:00.000Z',
  runs: [
    {
      run_id: 'run_ses_1',
      head: 'c'.repeat(64),
      entries: [
        {
          seq: 1,
          timestamp: '2026-01-01T00:00:00.000Z',
          kind: 'run_started',
          data_hash: 'a'.repeat(64),
          prev_hash: 'b'.repeat(64),
          hash: 'c'.repeat(64),
        },
      ],
    },
  ],
};

async function twoSessions(store: SessionStore): Promise<SampleLog[]> {
  const logs = [createSampleLog(key('ses_1')), createSampleLog(key('ses_2'))];
  for (const log of logs) {
    const run = `run_${log.key.sessionId}`;
    await log.append(store, started(run));
    await log.append(store, asked(log, run, [{ id: `c_${log.key.sessionId}` }]));
  }
  return logs;
}
