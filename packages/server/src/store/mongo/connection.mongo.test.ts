import { MongoClient, type MongoClientOptions } from 'mongodb';
import { expect, inject, onTestFinished, test } from 'vitest';
import { runCompleted } from '@hitl/protocol/testing';
import { asked, createSampleLog, started } from '../../testing/sample-log.ts';
import { openMongoGate, type MongoGate } from '../mongo-gate.fixture.ts';
import { freshName, mongoUrl } from '../mongo.fixture.ts';
import { createMongoPermissionStore, createMongoSessionStore } from '../mongodb.ts';

const key = { tenantId: 'default', sessionId: 'ses_1' };
const ada = { tenantId: 'default', userId: 'ada' };

function connected(url: string, options: MongoClientOptions = {}): MongoClient {
  const client = new MongoClient(url, options);
  onTestFinished(() => client.close());
  return client;
}

/** A log with one commit, in a store behind a gate. */
async function gated(options: MongoClientOptions = {}) {
  const gate = await openMongoGate();
  const client = connected(gate.url(freshName()), options);
  const store = createMongoSessionStore({ client });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  return { gate, client, store, log };
}

/** Stops what is said or heard at the first of these commands that is sent. */
function atCommand(client: MongoClient, name: string, work: () => void): void {
  const listener = ({ commandName }: { readonly commandName: string }): void => {
    if (commandName !== name) return;
    client.off('commandStarted', listener);
    work();
  };
  client.on('commandStarted', listener);
}

test('gives a call up that takes too long, and changes nothing', async () => {
  const { gate, client, store, log } = await gated();
  const impatient = createMongoSessionStore({ client, timeoutMs: 1000 });
  const commits = async () => (await impatient.load(key).catch(() => undefined))?.commit;
  await expect.poll(commits).toBe(1);
  gate.lose();
  await expect(log.append(impatient, [runCompleted()])).rejects.toThrow(
    'MongoDB: append took longer than 1000 ms',
  );
  gate.open();
  await expect.poll(commits).toBe(1);
  expect(await log.append(store, [runCompleted()])).toBe('appended');
});

test.each<readonly [string, (gate: MongoGate) => void, number]>([
  [
    'a commit whose acknowledgement is lost is found, and said to be appended',
    (g) => g.loseAnswers(),
    2,
  ],
  [
    'a commit that is lost on its way is said to have failed, and changes nothing',
    (g) => g.shut(),
    1,
  ],
])('%s', async (_, work, commits) => {
  const options = { monitorCommands: true, retryWrites: false, serverSelectionTimeoutMS: 5000 };
  const { gate, client, store, log } = await gated(options);
  atCommand(client, 'findAndModify', () => work(gate));
  const outcome = await log.append(store, [runCompleted()]).catch(() => 'failed');
  gate.open();
  expect(outcome).toBe(commits === 2 ? 'appended' : 'failed');
  await expect
    .poll(async () => (await store.load(key).catch(() => undefined))?.commit)
    .toBe(commits);
  expect(await store.read(key, 0)).toHaveLength(commits);
  if (commits === 1) expect(await log.append(store, [runCompleted()])).toBe('appended');
  expect((await store.findRun('default', 'run_1'))?.run.status).toBe('completed');
});

test('lets many wait for few connections', async () => {
  const client = connected(mongoUrl(freshName()), { maxPoolSize: 2 });
  let open = 0;
  let most = 0;
  client.on('connectionCreated', () => (most = Math.max(most, (open += 1))));
  client.on('connectionClosed', () => (open -= 1));
  const store = createMongoSessionStore({ client });
  const rules = createMongoPermissionStore({ client });
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      if (index % 4 === 0) {
        await rules.save(ada, [{ pattern: `bash(${index})`, effect: 'allow', source: 'api' }]);
      }
      const log = createSampleLog({ ...key, sessionId: `ses_${index}` });
      return log.append(store, started(`run_${index}`));
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['appended']));
  expect(most).toBeLessThanOrEqual(2);
  expect(await rules.rules(ada)).toHaveLength(10);
});

test('tries again to make its indexes where the database was away at first', async () => {
  const gate = await openMongoGate();
  const client = connected(gate.url(freshName()), { serverSelectionTimeoutMS: 300 });
  const store = createMongoSessionStore({ client });
  gate.shut();
  await expect(store.load(key)).rejects.toThrow();
  gate.open();
  await expect.poll(async () => (await store.load(key).catch(() => undefined))?.commit).toBe(0);
});

test('appends with a commit, its rows and a mark, and looks up with what a look needs', async () => {
  const client = connected(mongoUrl(freshName()), { monitorCommands: true });
  const store = createMongoSessionStore({ client });
  const log = createSampleLog(key);
  await log.append(store, started('run_1'));
  await log.append(store, asked(log, 'run_1', [{ id: 'c1' }]));
  let sent: string[] = [];
  client.on('commandStarted', ({ commandName }) => sent.push(commandName));
  for (const [work, commands] of [
    [() => log.append(store, [runCompleted()]), ['findAndModify', 'update', 'update', 'update']],
    [() => store.load(key), ['find', 'find', 'hello']],
    [() => store.findRun('default', 'run_1'), ['find', 'find']],
    [() => store.findInteraction('default', 'int_c1'), ['find', 'find', 'find']],
    [() => store.readRun(key, 'run_1', 0, 100), ['find']],
    [() => store.due(10), ['aggregate', 'find', 'hello']],
  ] as const) {
    sent = [];
    await work();
    expect(sent.toSorted()).toEqual(commands);
  }
});

const onlyReal = test.runIf(inject('mongo').isReal);

onlyReal('needs no right but to read and write its database', async () => {
  const name = freshName();
  const admin = connected(inject('mongo').url).db(name);
  const roles = [{ role: 'readWrite', db: name }];
  await admin.command({ createUser: 'hitl', pwd: 'secret', roles });
  onTestFinished(async () => {
    await admin.command({ dropUser: 'hitl' });
  });
  const url = mongoUrl(name).replace(/\/\/(.*@)?/, '//hitl:secret@');
  const store = createMongoSessionStore({ client: connected(url, { authSource: name }) });
  const log = createSampleLog(key);
  expect(await log.append(store, started('run_1'))).toBe('appended');
  expect(await store.load(key)).toMatchObject({ commit: 1 });
});
