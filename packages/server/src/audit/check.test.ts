import { expect, test } from 'vitest';
import { createMemoryStore } from '../store/memory.ts';
import type { SessionStore } from '../store/store.ts';
import { asked, createSampleLog, started } from '../testing/sample-log.ts';
import { checkSession } from './check.ts';

const KEY = { tenantId: 'default', sessionId: 'long' };

/** A store with a long session, and what is read of it. */
async function longSession(): Promise<{ store: SessionStore; reads: (string | number)[] }> {
  const memory = createMemoryStore();
  const log = createSampleLog(KEY);
  await log.append(memory, started('run_1'));
  for (let call = 0; call < 60; call += 1) {
    await log.append(memory, asked(log, 'run_1', [{ id: `c${call}` }]));
  }
  const reads: (string | number)[] = [];
  return {
    reads,
    store: {
      ...memory,
      read(key, after, limit) {
        reads.push(limit ?? Infinity);
        return memory.read(key, after, limit);
      },
      readRun(key, runId, after, limit) {
        reads.push(limit);
        return memory.readRun(key, runId, after, limit);
      },
      listInteractions(query) {
        reads.push(query.limit);
        return memory.listInteractions(query);
      },
      readTrails(key) {
        reads.push('end');
        return memory.readTrails(key);
      },
    },
  };
}

test('a long session is checked in small pages', async () => {
  const { store, reads } = await longSession();
  const { findings } = await checkSession(store, KEY);
  // The sample has hashes that belong to no chain, and all else as in the log.
  expect(findings.map(({ kind }) => kind)).toEqual(['chain_broken']);
  const sizes = reads.filter((size) => typeof size === 'number');
  expect(sizes.length).toBeGreaterThan(8);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
});

test('sessions of a store are checked one after the other, also after one that failed', async () => {
  const { store, reads } = await longSession();
  const alone = await checkSession(store, KEY).then(() => reads.splice(0));
  const broken = { ...KEY, sessionId: 'broken' };
  const failing: SessionStore = {
    ...store,
    load: (key) =>
      key.sessionId === 'broken' ? Promise.reject(new Error('broken')) : store.load(key),
  };
  const all = await Promise.allSettled([KEY, broken, KEY].map((key) => checkSession(failing, key)));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(reads).toEqual([...alone, ...alone]);
});
