import { expect, onTestFinished, test } from 'vitest';
import { asked, createSampleLog, started } from '../../testing/sample-log.ts';
import { openSqlite } from '../sqlite-database.ts';
import { createSqliteEngine } from '../sqlite-engine.ts';
import { createSqlSessionStore } from './session-store.ts';

const tenantId = 'default';

/** A store that does something between reading the rows of a list and reading their requests. */
function createStore(between: { act?: () => Promise<unknown> }, scripts: unknown[] = []) {
  const database = openSqlite({ path: ':memory:' });
  const engine = createSqliteEngine({ database, now: Date.now, owned: true });
  const store = createSqlSessionStore({
    ...engine,
    async run(statement) {
      if (JSON.stringify(statement.parts).includes('hitl_commits c')) await between.act?.();
      return engine.run(statement);
    },
    transact: (script) =>
      engine.transact(function* () {
        const steps = script();
        let step = steps.next([]);
        while (step.done !== true) {
          scripts.push(step.value);
          step = steps.next(yield step.value);
        }
        return step.value;
      }),
  });
  onTestFinished(() => store.close());
  return store;
}

test.each([
  ['removed', []],
  ['removed and begun again', [started('run_1'), started('run_2')]],
] as const)('lists leave out a session that is %s while they are read', async (_, again) => {
  const between: { act?: () => Promise<unknown> } = {};
  const store = createStore(between);
  for (const name of ['gone', 'kept']) {
    const log = createSampleLog({ tenantId, sessionId: name });
    await log.append(store, started(`run_${name}`));
    await log.append(store, asked(log, `run_${name}`, [{ id: `call_${name}` }]));
  }
  between.act = async () => {
    delete between.act;
    const key = { tenantId, sessionId: 'gone' };
    await store.remove(key, 2, { id: 'gone', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] });
    const log = createSampleLog(key);
    for (const drafts of again) await log.append(store, drafts);
  };
  const { items } = await store.listInteractions({ tenantId, limit: 10 });
  expect(items.map(({ session_id: id }) => id)).toEqual(['kept']);
});

test('a deleted session with thousands of runs takes a few statements', async () => {
  const statements: unknown[] = [];
  const store = createStore({}, statements);
  const key = { tenantId, sessionId: 'ses_1' };
  await createSampleLog(key).append(store, started('run_0'));
  const runs = Array.from({ length: 2001 }, (_, index) => {
    return { run_id: `run_${index}`, head: `${index}`, entries: [] };
  });
  await store.remove(key, 1, { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs });
  expect(statements.length).toBeLessThan(10);
  for (const run of [runs[0], runs[999], runs[1000], runs[2000]]) {
    expect(await store.findErasedRun(tenantId, run?.run_id ?? '')).toEqual(run);
  }
  expect(await store.findErasedRun(tenantId, 'run_2001')).toBeNull();
});
