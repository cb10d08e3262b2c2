import { describe, expect, test } from 'vitest';
import { evolveRun, formatTime, INITIAL_CONTROL, parseTime } from '@hitl/protocol/fold';
import { runCompleted, runStarted, stepCompleted, toolStarted } from '@hitl/protocol/testing';
import type { SessionStore } from '../store/store.ts';
import { asked, commitOf, createSampleLog, started } from './sample-log.ts';
import { key, type SessionStoreCase, startedLog } from './session-store-case.ts';

const HOUR = 3_600_000;

/** The contract of `load` and `append`. */
export function appendCases(use: () => SessionStoreCase): void {
  describe('append', () => {
    test('loads a log that does not exist as an empty one', async () => {
      const { store } = use();
      const { now, ...loaded } = await store.load(key());
      expect(loaded).toEqual({ commit: 0, state: INITIAL_CONTROL, chain: {} });
      expect(formatTime(parseTime(now) ?? 0)).toBe(now);
      expect(await store.read(key(), 0)).toEqual([]);
      expect(await store.findSession(key())).toBeNull();
    });

    test('loads the fold and the position of what was appended', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      expect(await log.append(store, started('run_1'))).toBe('appended');
      expect(await log.append(store, asked(log, 'run_1', [{ id: 'c1' }, { id: 'c2' }]))).toBe(
        'appended',
      );
      const { now: _, ...loaded } = await store.load(key());
      expect(loaded).toEqual({ commit: 2, state: log.state, chain: log.chain });
      const folded = (await store.read(key(), 0))
        .flatMap(({ events }) => events)
        .reduce(evolveRun, INITIAL_CONTROL);
      expect(folded).toEqual(log.state);
    });

    test.each([
      ['behind', 0],
      ['ahead', 2],
    ])('refuses an append on a position that is %s and changes nothing', async (_, expected) => {
      const { store } = use();
      const log = await startedLog(store);
      const commit = log.propose([...asked(log, 'run_1', [{ id: 'c1' }])]);
      const before = await everything(store);
      expect(await store.append(key(), expected, commit)).toBe('conflict');
      expect(await everything(store)).toEqual(before);
    });

    test('refuses an append after the start of a log that does not exist, and creates none', async () => {
      const { store } = use();
      const commit = createSampleLog(key()).propose(started('run_1'));
      expect(await store.append(key(), 1, commit)).toBe('conflict');
      expect(await everything(store)).toEqual({
        commits: [],
        session: null,
        runs: [],
        sessions: [],
        interactions: [],
      });
    });

    test('refuses a change of a log that has replaced the loaded one with as many commits', async () => {
      const { store, stores } = use();
      const log = await startedLog(store);
      const { commit, chain } = await store.load(key());
      const proposed = log.propose(asked(log, 'run_1', [{ id: 'c1' }]));
      const other = stores.at(-1) ?? store;
      const tombstone = { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };
      expect(await other.remove(key(), commit, tombstone)).toBe('appended');
      const next = createSampleLog(key());
      await next.append(other, started('run_2'));
      expect(await store.append(key(), commit, proposed, { chain })).toBe('conflict');
      expect(await store.remove(key(), commit, tombstone, chain)).toBe('conflict');
      expect((await store.load(key())).state).toEqual(next.state);
      const current = next.propose(asked(next, 'run_2', [{ id: 'c2' }]));
      expect(await store.append(key(), commit, current, { chain: next.chain })).toBe('appended');
      expect(await store.remove(key(), commit + 1, tombstone, current.audit.chain)).toBe(
        'appended',
      );
    });

    test.each([20, 32])(
      'lets exactly one of %i writers append to the same state of a log',
      async (racers) => {
        const { stores } = use();
        for (let round = 0; round < 5; round += 1) {
          const log = createSampleLog(key(`race_${round}`));
          const first = stores[0];
          if (first === undefined) throw new Error('a case has a store');
          // Races for an empty log and for an existing one.
          if (round % 2 === 1) await log.append(first, started('run_0', { external: true }));
          const attempts = await Promise.all(
            Array.from({ length: racers }, async (_, racer) => {
              const commit = log.propose(started(`run_${round}_${racer}`));
              const store = stores[racer % stores.length] ?? first;
              return {
                commit,
                outcome: await store.append(log.key, log.commits, commit),
              };
            }),
          );
          const winners = attempts.filter(({ outcome }) => outcome === 'appended');
          expect(winners).toHaveLength(1);
          expect(attempts.filter(({ outcome }) => outcome === 'conflict')).toHaveLength(racers - 1);
          expect(await first.read(log.key, log.commits)).toEqual([
            { commit: log.commits + 1, events: winners[0]?.commit.events },
          ]);
          const { now: _, ...loaded } = await first.load(log.key);
          expect(loaded).toEqual({
            commit: log.commits + 1,
            state: winners[0]?.commit.checkpoint.state,
            chain: winners[0]?.commit.audit.chain,
          });
        }
      },
    );

    test('numbers the commits of 16 concurrent writers without gaps', async () => {
      const { store, stores } = use();
      await startedLog(store);
      const each = 5;
      await Promise.all(
        Array.from({ length: 16 }, async (_, writer) => {
          const own = stores[writer % stores.length] ?? store;
          for (let done = 0; done < each;) {
            const { commit: position, state, now } = await own.load(key());
            const commit = commitOf(
              key().sessionId,
              state,
              [
                stepCompleted(
                  { id: `msg_${writer}_${done}`, role: 'assistant', content: `${writer}` },
                  { run_id: 'run_1' },
                ),
              ],
              now,
            );
            if ((await own.append(key(), position, commit)) === 'appended') done += 1;
          }
        }),
      );
      const commits = await store.read(key(), 0);
      expect(commits.map(({ commit }) => commit)).toEqual(
        Array.from({ length: 16 * each + 1 }, (_, index) => index + 1),
      );
      const events = commits.flatMap((commit) => commit.events);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
      const messages = events.flatMap((event) =>
        event.type === 'step_completed' ? [event.data.step.id] : [],
      );
      expect(new Set(messages).size).toBe(16 * each + 1);
    });

    test('keeps sessions apart that are written at the same time', async () => {
      const { store, stores } = use();
      const logs = Array.from({ length: 12 }, (_, index) => createSampleLog(key(`ses_${index}`)));
      await Promise.all(
        logs.map(async (log, index) => {
          const own = stores[index % stores.length] ?? store;
          await log.append(own, started(`run_${index}`));
          await log.append(own, asked(log, `run_${index}`, [{ id: `call_${index}` }]));
        }),
      );
      for (const log of logs) {
        const { now: _, ...loaded } = await store.load(log.key);
        expect(loaded).toEqual({ commit: 2, state: log.state, chain: log.chain });
      }
    });
  });

  describe('not_after', () => {
    test('refuses an append when the clock of the store has reached it, and changes nothing', async () => {
      const { store } = use();
      const log = await startedLog(store);
      const before = await everything(store);
      const { now } = await store.load(key());
      expect(await log.append(store, [runCompleted()], { notAfter: now })).toBe('too_late');
      expect(await everything(store)).toEqual(before);
    });

    test('refuses the first append of a log too', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      const { now } = await store.load(key());
      expect(await log.append(store, started('run_1'), { notAfter: now })).toBe('too_late');
      expect(await store.read(key(), 0)).toEqual([]);
    });

    test('appends before it', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      const { now } = await store.load(key());
      const later = formatTime((parseTime(now) ?? 0) + HOUR);
      expect(await log.append(store, started('run_1'), { notAfter: later })).toBe('appended');
      expect(await log.append(store, [runCompleted()], { notAfter: later })).toBe('appended');
    });

    test('is compared as a time, whatever its zone', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      const now = parseTime((await store.load(key())).now) ?? 0;
      // Later as a string but earlier as a time, and vice versa.
      const past = formatTime(now + 5 * HOUR).replace('Z', '+06:00');
      const future = formatTime(now - 5 * HOUR).replace('Z', '-06:00');
      expect(await log.append(store, started('run_1'), { notAfter: past })).toBe('too_late');
      expect(await log.append(store, started('run_1'), { notAfter: future })).toBe('appended');
    });

    test('reports a conflict for an append that is both late and second', async () => {
      const { store } = use();
      const log = await startedLog(store);
      const { now } = await store.load(key());
      const commit = log.propose([runCompleted()]);
      expect(await store.append(key(), 0, commit, { notAfter: now })).toBe('conflict');
    });
  });

  describe('what is stored', () => {
    test('is a copy: changing what was given or returned changes nothing', async () => {
      const { store } = use();
      const log = await startedLog(store);
      const commit = log.propose(asked(log, 'run_1', [{ id: 'c1', args: { list: [1] } }]));
      const expected = structuredClone(commit);
      await store.append(key(), 1, commit);
      scribble(commit);
      expect((await store.read(key(), 1))[0]?.events).toEqual(expected.events);

      scribble(await store.load(key()));
      scribble(await store.read(key(), 0));
      scribble(await store.readRun(key(), 'run_1', 0, 100));
      scribble(await store.readAudit(key(), 'run_1'));
      scribble(await store.findRun('default', 'run_1'));
      scribble(await store.findSession(key()));
      scribble(await store.findInteraction('default', 'int_c1'));
      scribble(await store.listInteractions({ tenantId: 'default', limit: 10 }));
      scribble(await store.listRuns({ tenantId: 'default', limit: 10 }));
      expect((await store.load(key())).state).toEqual(expected.checkpoint.state);
      expect((await store.load(key())).chain).toEqual(expected.audit.chain);
      expect((await store.readAudit(key(), 'run_1')).links.slice(1)).toEqual(
        expected.audit.trails[0]?.links,
      );
      expect((await store.read(key(), 1))[0]?.events).toEqual(expected.events);
      expect(await store.findRun('default', 'run_1')).toEqual({
        sessionId: 'ses_1',
        run: expected.projection.runs[0],
      });
      expect(await store.findSession(key())).toEqual(expected.projection.session);
      expect(await store.findInteraction('default', 'int_c1')).toEqual(
        expected.projection.interactions[0],
      );
    });

    test.each<[string, Record<string, unknown>]>([
      ['keys that objects inherit', JSON.parse('{"__proto__":{"admin":true},"constructor":1}')],
      ['text of any script', { text: 'käse 漢字 🧑‍🚀 \u2028\u2029\u202e\ufeff é' }],
      ['control characters', { text: 'a\u0000b\u0007\u001b[31m\r\n\t"\\' }],
      ['numbers', { numbers: [0, -1, 0.1, 1e21, 5e-324, Number.MAX_SAFE_INTEGER] }],
      ['empty values', { '': '', list: [], object: {}, none: null, no: false }],
      ['1 MiB of text', { text: 'x'.repeat(1 << 20) }],
      ['1 MiB that repeats nothing', { text: noise(1 << 20) }],
      ['64 levels', nested(64)],
    ])('returns %s unchanged', async (_, args) => {
      const { store } = use();
      const log = createSampleLog(key());
      await log.append(store, started('run_1', { input: JSON.stringify(args).slice(0, 1000) }));
      await log.append(store, asked(log, 'run_1', [{ id: 'c1', args, metadata: { args } }]));
      await log.append(store, [toolStarted({ tool_call_id: 'c1', args })]);
      const text = JSON.stringify((await store.read(key(), 0)).map(({ events }) => events));
      expect(text).toContain(JSON.stringify(args));
      expect(await store.load(key())).toMatchObject({ commit: 3, state: log.state });
      const record = await store.findInteraction('default', 'int_c1');
      expect(JSON.stringify(record?.interaction_request.tool_args)).toBe(JSON.stringify(args));
      expect(record?.interaction_request.metadata['args']).toEqual(args);
    });

    test('returns members and event types unchanged that this version does not know', async () => {
      const { store } = use();
      const log = createSampleLog(key());
      const commit = log.propose(started('run_1'));
      const [first, ...rest] = commit.events;
      const strange = { ...first, mood: 'good', data: { ...first?.data, extra: [{ deep: 1 }] } };
      const unknown = { ...first, type: 'run_danced', seq: 99, data: { steps: 3 } };
      const json = JSON.stringify([strange, ...rest, unknown]);
      const events = JSON.parse(json) as typeof commit.events;
      await store.append(key(), 0, { ...commit, events });
      expect(await store.read(key(), 0)).toEqual([{ commit: 1, events }]);
    });

    test('is invisible to other tenants', async () => {
      const { store } = use();
      const log = await startedLog(store);
      await log.append(store, asked(log, 'run_1', [{ id: 'c1' }]));
      const other = { ...key(), tenantId: 'other' };
      expect(await store.load(other)).toMatchObject({ commit: 0, state: INITIAL_CONTROL });
      expect(await store.read(other, 0)).toEqual([]);
      expect(await store.readRun(other, 'run_1', 0, 10)).toEqual([]);
      expect(await everything(store, 'other')).toMatchObject({ runs: [], sessions: [] });
      expect(await store.findRun('other', 'run_1')).toBeNull();
      expect(await store.findInteraction('other', 'int_c1')).toBeNull();
      expect(
        await store.findInteractionsOfCall({ tenantId: 'other', toolCallId: 'c1', limit: 10 }),
      ).toEqual([]);
      expect(await store.renew(other, 'host:1:a', 1000)).toBe(false);

      const twin = createSampleLog(other);
      expect(await twin.append(store, [runStarted({ user_id: 'bob' })])).toBe('appended');
      expect(await store.findRun('other', 'run_1')).toMatchObject({ run: { user_id: 'bob' } });
      expect(await store.findRun('default', 'run_1')).toMatchObject({ run: { user_id: 'ada' } });
    });
  });
}

/** Everything that readers can see of a tenant and of the first session. */
async function everything(store: SessionStore, tenant = 'default'): Promise<unknown> {
  const query = { tenantId: tenant, limit: 200 };
  return {
    commits: await store.read({ ...key(), tenantId: tenant }, 0),
    session: await store.findSession({ ...key(), tenantId: tenant }),
    runs: (await store.listRuns(query)).items,
    sessions: (await store.listSessions(query)).items,
    interactions: (await store.listInteractions(query)).items,
  };
}

/** Overwrites all reachable values. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  for (const [name, member] of Object.entries(value)) {
    scribble(member);
    if (typeof member !== 'object') Reflect.set(value, name, 'scribbled');
  }
  if (Array.isArray(value)) value.length = 0;
}

/** Text that does not compress. */
function noise(length: number): string {
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = Math.imul(state, 1_664_525) + 1_013_904_223;
    text += (state >>> 0).toString(36);
  }
  return text.slice(0, length);
}

function nested(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = { end: true };
  for (let level = 1; level < levels; level += 1) value = { level: value };
  return value;
}
