import { expect, onTestFinished, test } from 'vitest';
import { asked, createSampleLog, started } from '../../testing/sample-log.ts';
import { openSqlite } from '../sqlite-database.ts';
import { createSqliteEngine } from '../sqlite-engine.ts';
import { createSqlSessionStore } from './session-store.ts';

const tenantId = 'default';

/** A store that does something between reading the rows of a list and reading their requests. */
function createStore(between: { act?: () => Promise<unknown> }) {
  const database = openSqlite({ path: ':memory:' });
  const engine = createSqliteEngine({ database, now: Date.now, owned: true });
  const store = createSqlSessionStore({
    ...engine,
    async run(statement) {
      if (JSON.stringify(statement.parts).includes('hitl_commits c')) await between.act?.();
      return engine.run(statement);
    },
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
