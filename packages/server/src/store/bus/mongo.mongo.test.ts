import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../base/manual-clock.fixture.ts';
import { openMongoGate } from '../mongo-gate.fixture.ts';
import { freshMongo, freshName, mongoUrl } from '../mongo.fixture.ts';
import { createMongoBus } from '../mongodb.ts';
import type { Bus, Change } from './bus.ts';

const session = (id: string): Change => ({
  kind: 'session',
  key: { tenantId: 'default', sessionId: id },
});
const rules: Change = { kind: 'rules', tenantId: 'default', userId: 'ada' };

interface Server {
  readonly db: Db;
  readonly bus: Bus;
  readonly heard: Change[];
  readonly errors: unknown[];
  readonly clock: ManualClock;
  readonly listening: Promise<void>;
  readonly listens: () => boolean;
  readonly leave: () => void;
}

function server(db: Db): Server {
  const clock = createManualClock();
  const heard: Change[] = [];
  const errors: unknown[] = [];
  let resolve = (): void => {};
  let listens = false;
  const listening = new Promise<void>((done) => {
    resolve = () => {
      listens = true;
      done();
    };
  });
  const bus = createMongoBus({
    db,
    every: clock.every,
    onListening: () => resolve(),
    onError: (error) => errors.push(error),
  });
  const leave = bus.subscribe((change) => heard.push(change));
  onTestFinished(() => bus.close());
  return { db, bus, heard, errors, clock, listening, listens: () => listens, leave };
}

async function twoServers(): Promise<readonly [Server, Server]> {
  const connect = freshMongo();
  const servers = [server(connect()), server(connect())] as const;
  await Promise.all(servers.map((one) => one.listening));
  return servers;
}

/** What a server has heard once it has heard so much; it looks again until then. */
async function hears({ heard, clock }: Server, count: number): Promise<readonly Change[]> {
  await expect
    .poll(() => {
      clock.tick();
      return heard.length;
    })
    .toBeGreaterThanOrEqual(count);
  return heard;
}

/** Looks until that succeeds. */
async function connected({ listens, clock }: Server): Promise<void> {
  await expect
    .poll(() => {
      clock.tick();
      return listens();
    })
    .toBe(true);
}

/** Looks until that fails. */
async function failed({ errors, clock }: Server): Promise<void> {
  const before = errors.length;
  await expect
    .poll(() => {
      clock.tick();
      return errors.length;
    })
    .toBeGreaterThan(before);
}

test('notifies its own server immediately and once, and others by documents', async () => {
  const [here, there] = await twoServers();
  here.bus.publish(session('ses_1'));
  expect(here.heard).toEqual([session('ses_1')]);
  expect(await hears(there, 1)).toEqual([session('ses_1')]);
  there.bus.publish(rules);
  expect(await hears(here, 2)).toEqual([session('ses_1'), rules]);
  expect(there.heard).toEqual([session('ses_1'), rules]);
  expect([...here.errors, ...there.errors]).toEqual([]);
});

test('ignores foreign documents', async () => {
  const [here, there] = await twoServers();
  await here.db.collection('hitl_hints').insertOne({
    at: new Date(),
    messages: ['', 'null', '{"origin":1}', '{"origin":"x","tenant_id":"default"}'],
  });
  await here.db.collection('hitl_hints').insertOne({ at: new Date() });
  here.bus.publish(session('ses_1'));
  expect(await hears(there, 1)).toEqual([session('ses_1')]);
});

test('reports nothing from before it listens', async () => {
  const connect = freshMongo();
  const here = server(connect());
  await here.listening;
  here.bus.publish(session('ses_1'));
  await expect.poll(() => here.db.collection('hitl_hints').countDocuments()).toBe(1);
  const late = server(connect());
  await late.listening;
  here.clock.tick();
  here.bus.publish(session('ses_2'));
  expect((await hears(late, 1))[0]).toEqual(session('ses_2'));
});

test('sends fast changes together, each session once', async () => {
  const [here, there] = await twoServers();
  here.bus.publish(session('first'));
  const sent = () => here.db.collection('hitl_hints').countDocuments();
  await Promise.all([expect.poll(sent).toBe(1), here.clock.awaited(20)]);
  for (let index = 0; index < 10; index += 1) {
    here.bus.publish(session('ses_a'));
    here.bus.publish(session('ses_b'));
  }
  here.clock.tick(20);
  await expect.poll(sent).toBe(2);
  expect(await hears(there, 3)).toEqual([session('first'), session('ses_a'), session('ses_b')]);
});

test('reports changes from while its connection was lost, once', async () => {
  const gate = await openMongoGate();
  const name = freshName();
  const connect = (url: string, options: MongoClientOptions = {}): Db => {
    const client = new MongoClient(url, options);
    onTestFinished(() => client.close());
    return client.db(name);
  };
  const here = server(connect(mongoUrl(name)));
  const there = server(connect(gate.url(name), { serverSelectionTimeoutMS: 300 }));
  await Promise.all([here.listening, connected(there)]);
  gate.shut();
  here.bus.publish(session('ses_1'));
  await failed(there);
  gate.open();
  here.clock.tick();
  here.bus.publish(session('ses_2'));
  expect(await hears(there, 2)).toEqual([session('ses_1'), session('ses_2')]);
  expect(here.errors).toEqual([]);
});

test('listens as soon as the database can be reached', async () => {
  const gate = await openMongoGate();
  gate.shut();
  const client = new MongoClient(gate.url(freshName()), { serverSelectionTimeoutMS: 300 });
  onTestFinished(() => client.close());
  const there = server(client.db());
  await failed(there);
  gate.open();
  await connected(there);
});

test('reads nothing after its last listener left', async () => {
  const { bus, clock, listening, leave } = server(freshMongo()());
  await listening;
  const stay = bus.subscribe(() => undefined);
  leave();
  leave();
  expect(clock.running).toBe(true);
  stay();
  expect(clock.running).toBe(false);
});
