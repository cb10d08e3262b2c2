import { MongoClient } from 'mongodb';
import { expect, inject, onTestFinished, test } from 'vitest';
import { confirmResponse, runCompleted, settlement } from '@hitl/protocol/testing';
import { foldLog } from '../../testing/fold-log.ts';
import { asked, createSampleLog, requestsOf, started } from '../../testing/sample-log.ts';
import { freshMongo } from '../mongo.fixture.ts';
import { createMongoSecretStore, createMongoSessionStore } from '../mongodb.ts';
import type { SessionStore } from '../store.ts';

const tenantId = 'default';
const key = { tenantId, sessionId: 'ses_1' };
const calls = [{ id: 'c1' }, { id: 'c2' }];
const tombstone = { id: 'ses_1', deleted_at: '2026-01-01T00:00:00.000Z', runs: [] };

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

/** A store that sends nothing more once its server has done so many writes: as if it had died then. */
function dyingStore(database: string, collectionPrefix: string, after: number) {
  const client = new MongoClient(inject('mongo').url, { monitorCommands: true });
  let writes = 0;
  let died = false;
  let closing: Promise<void> | undefined;
  client.on('commandStarted', () => {
    if (died) closing ??= client.close();
  });
  client.on('commandSucceeded', ({ commandName }) => {
    if (!WRITES.has(commandName)) return;
    writes += 1;
    if (writes < after || died) return;
    died = true;
    closing = client.close();
  });
  onTestFinished(async () => {
    await closing;
    await client.close();
  });
  return {
    store: createMongoSessionStore({ db: client.db(database), collectionPrefix }),
    died: () => died,
  };
}

/** What the lists say, whichever of them is asked first. */
async function shown(store: SessionStore, first: number) {
  const looks = [
    () => store.listRuns({ tenantId, limit: 50 }),
    () => store.findInteraction(tenantId, 'int_c1'),
    () => store.countPending(tenantId, 'ada'),
    () => store.findRun(tenantId, 'run_1'),
    () => store.listSessions({ tenantId, limit: 50 }),
    () => store.due(50),
    () => store.findSession(key),
    () => store.load(key),
    () => store.storedBytes(tenantId, 'ada'),
  ];
  const early = await looks[first % looks.length]?.();
  const late = await looks[first % looks.length]?.();
  const clock = { now: expect.any(String) };
  expect(late).toEqual(first % looks.length === 7 ? { ...(early as object), ...clock } : early);
  const { items: runs } = await store.listRuns({ tenantId, limit: 50 });
  const { items: interactions } = await store.listInteractions({ tenantId, limit: 50 });
  return {
    state: (await store.load(key)).state,
    session: await store.findSession(key),
    runs: new Map(runs.map((run) => [run.id, run])),
    interactions: new Map(interactions.map((one) => [one.interaction_request.id, one])),
  };
}

test('a writer that dies after any of its writes leaves a log that others read and go on with', async () => {
  const db = freshMongo()();
  let points = 0;
  for (let after = 1; ; after += 1) {
    const collectionPrefix = `died_${after}_`;
    const other = createMongoSessionStore({ db, collectionPrefix });
    await other.load(key);
    // The first write says which version the database has.
    const { store, died } = dyingStore(db.databaseName, collectionPrefix, after + 1);
    const log = createSampleLog(key);
    const [request, waiting] = requestsOf(log, 'run_1', calls);
    if (request === undefined || waiting === undefined) throw new Error('two are asked');
    const steps = [
      () => started('run_1', { owner: 'host:1:a' }),
      () => asked(log, 'run_1', calls),
      () =>
        settlement(request, confirmResponse({ request_id: request.id }), { waiting: [waiting] }),
    ];
    for (const step of steps) {
      if (died()) break;
      await log.append(store, step()).catch(() => undefined);
    }
    const { commit } = await other.load(key);
    // What was acknowledged is there; what was on its way may be.
    expect(commit - log.commits === 0 || commit - log.commits === 1).toBe(true);
    const commits = await other.read(key, 0);
    expect(commits).toHaveLength(commit);
    if (commit > 0) {
      expect(await shown(other, after)).toEqual(foldLog(commits));
      const { state, now, chain } = await other.load(key);
      const next = createSampleLog(key).propose([]);
      expect(
        await other.append(key, commit, {
          ...next,
          checkpoint: { ...next.checkpoint, state },
          projection: {
            ...next.projection,
            session: { ...next.projection.session, updated_at: now },
          },
          audit: { trails: [], chain },
        }),
      ).toBe('appended');
      expect(await store.append(key, commit, next).catch(() => 'dead')).not.toBe('appended');
    }
    points = after;
    if (!died()) break;
  }
  // Each commit is one write, and each of its lists and the note that they are written.
  expect(points).toBeGreaterThan(10);
});

test('a session whose remover dies after any of its writes is there or gone, and never half', async () => {
  const db = freshMongo()();
  let points = 0;
  for (let after = 1; ; after += 1) {
    const collectionPrefix = `died_${after}_`;
    const other = createMongoSessionStore({ db, collectionPrefix });
    const secrets = createMongoSecretStore({ db, collectionPrefix });
    const log = createSampleLog(key);
    await log.append(other, started('run_1'));
    await log.append(other, asked(log, 'run_1', calls));
    await secrets.put(key, { id: 'a', sealed: 'x' });
    const { store, died } = dyingStore(db.databaseName, collectionPrefix, after + 1);
    const outcome = await store.remove(key, 2, tombstone).catch(() => 'dead');
    const isGone = (await other.findTombstone(key)) !== null;
    if (outcome === 'appended') expect(isGone).toBe(true);
    const { runs, interactions } = await shown(other, after);
    const left = [runs.size, interactions.size, (await secrets.list(key)).length];
    const found = [(await other.read(key, 0)).length, (await other.readTrails(key)).length];
    expect([...left, ...found]).toEqual(isGone ? [0, 0, 0, 0, 0] : [1, 2, 1, 2, 2]);
    // Who saw the old log is refused; its id is free.
    if (isGone) {
      expect(await log.append(other, [runCompleted()])).toBe('conflict');
      expect(await createSampleLog(key).append(other, started('run_2'))).toBe('appended');
      expect(await other.load(key)).toMatchObject({ commit: 1 });
    }
    points = after;
    if (!died()) break;
  }
  expect(points).toBeGreaterThan(6);
});
