import { expect, inject, test } from 'vitest';
import { runCompleted, stepCompleted } from '@hitl/protocol/testing';
import { asked, createSampleLog, started } from '../../testing/sample-log.ts';
import { freshMongo } from '../mongo.fixture.ts';
import { createMongoPermissionStore, createMongoSessionStore } from '../mongodb.ts';

const MIB = 1024 * 1024;

test('a commit that MongoDB would not take is refused in words, and the log goes on without it', async () => {
  const store = createMongoSessionStore({ db: freshMongo()() });
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  await log.append(store, started('run_1'));
  const before = await store.load(log.key);
  const step = (bytes: number) => [
    stepCompleted({ id: 'm1', role: 'assistant', content: 'ä'.repeat(bytes / 2) }),
  ];
  await expect(log.append(store, step(16 * MIB))).rejects.toMatchObject({
    code: 'commit_too_large',
    message: expect.stringMatching(/^A commit of \d+ bytes to session ses_1 was not written/),
  });
  expect(await store.load(log.key)).toEqual({ ...before, now: expect.any(String) });
  // What is tried is what is allowed, or on the tests' own server as much as is quick.
  expect(await log.append(store, step((inject('mongo').isReal ? 14 : 1) * MIB))).toBe('appended');
  expect((await store.read(log.key, 1))[0]?.events).toHaveLength(1);
  expect(await log.append(store, [runCompleted()])).toBe('appended');
});

test('rules that MongoDB would not take are refused in words, and those that stand stay', async () => {
  const store = createMongoPermissionStore({ db: freshMongo()() });
  const ada = { tenantId: 'default', userId: 'ada' };
  const rule = (pattern: string) => ({ pattern, effect: 'allow' as const, source: 'api' });
  const standing = await store.save(ada, [rule('bash(ls)')]);
  await expect(store.save(ada, [rule(`bash(${'x'.repeat(16 * MIB)})`)])).rejects.toMatchObject({
    code: 'rules_too_large',
  });
  expect(await store.rules(ada)).toEqual(standing);
});

test('a database that a newer version has written is left alone', async () => {
  const connect = freshMongo();
  const db = connect();
  await createMongoSessionStore({ db }).due(1);
  await db.collection('hitl_schema').updateOne({}, { $set: { version: 99 } });
  const store = createMongoSessionStore({ db: connect() });
  await expect(store.due(1)).rejects.toMatchObject({
    code: 'store_newer',
    message: expect.stringContaining('The database is at version 99'),
  });
});

test.each(['$where', '$$NOW', '$tenant_id', 'a.b', '__proto__', '{"$ne":null}', '', ' ', 'käse'])(
  'the name %j of anything is a name and nothing else',
  async (name) => {
    const connect = freshMongo();
    const db = connect();
    const store = createMongoSessionStore({ db });
    const log = createSampleLog({ tenantId: name, sessionId: name });
    const args = JSON.parse(`{${JSON.stringify(name)}: {"$set": {"a.b": 1}, "__proto__": 2}}`);
    const at = '2026-01-01T00:00:00.000Z';
    await log.append(store, started(name, { userId: name }));
    const drafts = asked(log, name, [{ id: name, args, metadata: { args, at } }]);
    expect(await log.append(store, drafts)).toBe('appended');
    expect(await store.load(log.key)).toMatchObject({ commit: 2, state: log.state });
    const record = await store.findInteraction(name, `int_${name}`);
    const { tool_args: kept, metadata } = record?.interaction_request ?? {};
    expect(JSON.stringify([kept, metadata?.['args']])).toBe(JSON.stringify([args, args]));
    expect(metadata?.['at']).toBe(at);
    expect((await store.listRuns({ tenantId: name, userId: name, limit: 5 })).items).toHaveLength(
      1,
    );
    expect((await store.listRuns({ tenantId: 'default', limit: 5 })).items).toEqual([]);

    const rules = createMongoPermissionStore({ db });
    const owner = { tenantId: name, userId: name };
    const saved = await rules.save(owner, [{ pattern: name, effect: 'deny', source: name }]);
    expect(await rules.rules(owner)).toEqual(saved);
    expect(await rules.revoke(owner, name)).toBe(true);
  },
);

test('the clock that decides is the one of the server', async () => {
  const store = createMongoSessionStore({ db: freshMongo()() });
  const log = createSampleLog({ tenantId: 'default', sessionId: 'ses_1' });
  await log.append(store, started('run_1'));
  const { now } = await store.load(log.key);
  const own = Date.now;
  try {
    // This machine believes that it is an hour earlier.
    Date.now = () => own() - 3_600_000;
    const notAfter = new Date(Date.parse(now)).toISOString();
    expect(await log.append(store, [runCompleted()], { notAfter })).toBe('too_late');
  } finally {
    Date.now = own;
  }
});
