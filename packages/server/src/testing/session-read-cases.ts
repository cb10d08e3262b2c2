import { describe, expect, test } from 'vitest';
import type { Run, RunEvent } from '@hitl/protocol';
import {
  confirmResponse,
  runAborted,
  runCompleted,
  runStarted,
  settlement,
  stepCompleted,
  testTime,
  toolPaused,
} from '@hitl/protocol/testing';
import type { InteractionRecord, SessionStore } from '../store/store.ts';
import { foldLog } from './fold-log.ts';
import { nextCommit } from './random-walk.ts';
import { createRandom } from './random.ts';
import { asked, createSampleLog, requestsOf, started } from './sample-log.ts';
import { key, walk, type SessionStoreCase, startedLog } from './session-store-case.ts';

/** The contract of reading a log and finding its rows. */
export function readCases(use: () => SessionStoreCase): void {
  describe('read', () => {
    test('returns the commits after a position, in order, as many as asked for', async () => {
      const { store } = use();
      const log = await startedLog(store);
      for (const id of ['a', 'b', 'c']) {
        await log.append(store, [stepCompleted({ id, role: 'assistant', content: id })]);
      }
      const all = await store.read(key(), 0);
      expect(all.map(({ commit }) => commit)).toEqual([1, 2, 3, 4]);
      expect(await store.read(key(), 2)).toEqual(all.slice(2));
      expect(await store.read(key(), 1, 2)).toEqual(all.slice(1, 3));
      expect(await store.read(key(), 4)).toEqual([]);
      expect(await store.read(key(), 40)).toEqual([]);
    });
  });

  describe('readChapters', () => {
    test('returns the chapters, and the commits after the newest one, of the log that there is', async () => {
      const { store } = use();
      const tell = (chapter: string): SessionStore => ({
        ...store,
        append: (at, expected, commit, options) =>
          store.append(at, expected, { ...commit, chapter }, options),
      });
      const step = (id: string) => [stepCompleted({ id, role: 'assistant', content: id })];
      expect(await store.readChapters(key())).toEqual({ chapters: [], commits: [] });
      const old = await startedLog(store);
      expect(await store.readChapters(key())).toEqual({
        chapters: [],
        commits: await store.read(key(), 0),
      });
      const chapters = [
        { commit: 2, json: '["…\\u0000 ☃"]' },
        { commit: 4, json: '[2]' },
      ];
      await old.append(tell('["…\\u0000 ☃"]'), step('a'));
      await old.append(store, step('b'));
      await old.append(tell('[2]'), step('c'));
      expect(await store.readChapters(key())).toEqual({ chapters, commits: [] });
      await old.append(store, step('d'));
      await old.append(store, step('e'));
      const commits = await store.read(key(), 4);
      expect(commits.map(({ commit }) => commit)).toEqual([5, 6]);
      expect(await store.readChapters(key())).toEqual({ chapters, commits });
      expect(await store.readChapters(key('ses_2'))).toEqual({ chapters: [], commits: [] });

      const tombstone = { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };
      expect(await store.remove(key(), 6, tombstone)).toBe('appended');
      expect(await store.readChapters(key())).toEqual({ chapters: [], commits: [] });
      const again = await startedLog(store);
      await again.append(tell('["again"]'), step('a'));
      await again.append(store, step('b'));
      expect(await store.readChapters(key())).toEqual({
        chapters: [{ commit: 2, json: '["again"]' }],
        commits: await store.read(key(), 2),
      });
    });
  });

  describe('readRun', () => {
    test('returns the events of one root run and of those nested in it, after a seq', async () => {
      const { store } = use();
      const log = await startedLog(store);
      await log.append(store, started('ext_1', { external: true }));
      await log.append(store, asked(log, 'run_1', [{ id: 'c1' }]));
      await log.append(store, [
        runStarted(
          { parent_run_id: 'run_1', parent_tool_call_id: 'c1' },
          { run_id: 'run_1_nested' },
        ),
      ]);
      await log.append(store, [runCompleted({}, { run_id: 'ext_1' })]);
      const events = await eventsOf(store, 'run_1');
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      expect(events.at(-1)).toMatchObject({ run_id: 'run_1_nested', root_run_id: 'run_1' });
      expect(events.some(({ root_run_id: root }) => root === 'ext_1')).toBe(false);

      expect(await store.readRun(key(), 'run_1', 3, 100)).toEqual(events.slice(3));
      expect(await store.readRun(key(), 'run_1', 3, 2)).toEqual(events.slice(3, 5));
      expect(await store.readRun(key(), 'run_1', 0, 1)).toEqual(events.slice(0, 1));
      expect(await store.readRun(key(), 'run_1', events.length, 100)).toEqual([]);
      expect((await eventsOf(store, 'ext_1')).map(({ seq }) => seq)).toEqual([1, 2, 3]);
      expect(await store.readRun(key(), 'run_1_nested', 0, 100)).toEqual([]);
      expect(await store.readRun(key(), 'nobody', 0, 100)).toEqual([]);
    });

    test('finds both runs of a commit that ends one and starts its successor', async () => {
      const { store } = use();
      const log = await startedLog(store);
      await log.append(store, [runAborted(), ...started('run_2')]);
      expect((await eventsOf(store, 'run_1')).map(({ type }) => type)).toEqual([
        'run_started',
        'step_completed',
        'run_aborted',
      ]);
      expect((await eventsOf(store, 'run_2')).map(({ type }) => type)).toEqual([
        'run_started',
        'step_completed',
      ]);
    });

    test('pages through a long run without gap or repeat', async () => {
      const { store } = use();
      const log = await startedLog(store);
      for (let index = 0; index < 30; index += 1) {
        const steps = Array.from({ length: 1 + (index % 4) }, (_, part) =>
          stepCompleted({ id: `msg_${index}_${part}`, role: 'assistant', content: '…' }),
        );
        await log.append(store, steps);
      }
      const all = await eventsOf(store, 'run_1');
      const paged: RunEvent[] = [];
      for (;;) {
        const events = await store.readRun(key(), 'run_1', paged.at(-1)?.seq ?? 0, 7);
        if (events.length === 0) break;
        paged.push(...events);
      }
      expect(paged).toEqual(all);
    });
  });

  describe('rows derived from the log', () => {
    test.each([1, 2, 3, 4, 5, 6])(
      'equal the fold of the whole log after a random walk (seed %i)',
      async (seed) => {
        const { store } = use();
        const random = createRandom(seed);
        const log = createSampleLog(key());
        for (let step = 0; step < 60; step += 1) {
          expect(await log.append(store, nextCommit(log, random))).toBe('appended');
        }
        const folded = foldLog(await store.read(key(), 0));
        expect((await store.load(key())).state).toEqual(folded.state);
        expect(await store.findSession(key())).toEqual(folded.session);
        const runs = await walk((cursor) =>
          store.listRuns({ tenantId: 'default', limit: 7, ...cursor }),
        );
        expect(byId(runs, (run) => run.id)).toEqual(folded.runs);
        for (const run of folded.runs.values()) {
          expect(await store.findRun('default', run.id)).toEqual({ sessionId: 'ses_1', run });
        }
        const interactions = await walk((cursor) =>
          store.listInteractions({ tenantId: 'default', limit: 7, ...cursor }),
        );
        expect(byId(interactions, (one) => one.interaction_request.id)).toEqual(
          folded.interactions,
        );
        for (const [id, record] of folded.interactions) {
          expect(await store.findInteraction('default', id)).toEqual(record);
          const { tool_call_id: toolCallId } = record;
          expect(
            await store.findInteractionsOfCall({ tenantId: 'default', toolCallId, limit: 100 }),
          ).toContainEqual(record);
        }
      },
    );

    test('follow an interaction while it waits and when it is settled', async () => {
      const { store } = use();
      const log = await startedLog(store);
      const calls = [{ id: 'c1', expiresAt: testTime(600) }, { id: 'c2' }];
      await log.append(store, asked(log, 'run_1', calls));
      const [first, second] = requestsOf(log, 'run_1', calls);
      if (first === undefined || second === undefined) throw new Error('two were asked');
      expect(await store.findInteraction('default', 'int_c1')).toMatchObject({
        interaction_request: { expires_at: testTime(600), tool_args: { command: 'echo c1' } },
        status: 'pending',
        seq: 5,
        user_id: 'ada',
      });

      await log.append(store, [toolPaused({ tool_call_id: 'c1', interaction_id: 'int_c1' })]);
      const { expires_at: _, ...stopped } = first;
      expect((await store.findInteraction('default', 'int_c1'))?.interaction_request).toEqual({
        ...stopped,
        paused: true,
      });

      const response = confirmResponse({ request_id: 'int_c1', user_id: 'ada' });
      const settled = settlement(first, response, { waiting: [second] });
      const answer = settled[0];
      if (answer?.type !== 'interaction_response') throw new Error('an answer comes first');
      answer.data.caller = 'ada';
      answer.data.idempotency_key = 'key_1';
      await log.append(store, settled);
      expect(await store.findInteraction('default', 'int_c1')).toEqual({
        interaction_request: { ...stopped, paused: true },
        run_id: 'run_1',
        session_id: 'ses_1',
        root_run_id: 'run_1',
        tool_call_id: 'c1',
        user_id: 'ada',
        seq: 5,
        status: 'answered',
        response,
        resolved_at: testTime(3),
        resolved_by: 'ada',
        caller: 'ada',
        idempotency_key: 'key_1',
        settled_after: 10,
      } satisfies InteractionRecord);
      expect(await store.findInteraction('default', 'int_c2')).toMatchObject({ status: 'pending' });
      expect(await store.findInteraction('default', 'nobody')).toBeNull();
    });

    test('find the newest interactions of a call in any run, newest first', async () => {
      const { store } = use();
      for (const [index, session] of ['ses_b', 'ses_a'].entries()) {
        const log = createSampleLog(key(session), index * 100);
        await log.append(store, started(`run_${session}`));
        const drafts = asked(log, `run_${session}`, [{ id: 'c1' }]).map((draft) =>
          draft.type === 'interaction_request'
            ? {
                ...draft,
                data: {
                  interaction_request: {
                    ...draft.data.interaction_request,
                    id: `int_${session}`,
                    created_at: testTime(index),
                  },
                },
              }
            : draft,
        );
        await log.append(store, drafts);
      }
      const ofCall = async (more: object, limit = 10) => {
        const query = { tenantId: 'default', toolCallId: 'c1', limit, ...more };
        const found = await store.findInteractionsOfCall(query);
        return found.map((record) => record.interaction_request.id);
      };
      expect(await ofCall({})).toEqual(['int_ses_a', 'int_ses_b']);
      expect(await ofCall({}, 1)).toEqual(['int_ses_a']);
      expect(await ofCall({ sessionId: 'ses_b' })).toEqual(['int_ses_b']);
      expect(await ofCall({ runId: 'run_ses_b' })).toEqual(['int_ses_b']);
      expect(await ofCall({ userId: 'nobody' })).toEqual([]);
      expect(await ofCall({ status: 'pending' })).toEqual(['int_ses_a', 'int_ses_b']);
      expect(await ofCall({ status: 'answered' })).toEqual([]);
      expect(await ofCall({ toolCallId: 'none' })).toEqual([]);
    });
  });
}

function eventsOf(store: SessionStore, rootRunId: string): Promise<readonly RunEvent[]> {
  return store.readRun(key(), rootRunId, 0, 1000);
}

function byId<T extends Run | InteractionRecord>(
  items: readonly T[],
  idOf: (item: T) => string,
): Map<string, T> {
  const found = new Map(items.map((item) => [idOf(item), item]));
  expect(found.size).toBe(items.length);
  return found;
}
