import type { Db } from 'mongodb';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../base/manual-clock.fixture.ts';
import { freshMongo } from '../mongo.fixture.ts';
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
}

function server(db: Db): Server {
  const clock = createManualClock();
  const heard: Change[] = [];
  const errors: unknown[] = [];
  let resolve = (): void => {};
  const listening = new Promise<void>((listens) => {
    resolve = listens;
  });
  const bus = createMongoBus({
    db,
    every: clock.every,
    onListening: () => resolve(),
    onError: (error) => errors.push(error),
  });
  bus.subscribe((change) => heard.push(change));
  onTestFinished(() => bus.close());
  return { db, bus, heard, errors, clock, listening };
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

test('tells its own server at once and once, and others by documents', async () => {
  const [here, there] = await twoServers();
  here.bus.publish(session('ses_1'));
  expect(here.heard).toEqual([session('ses_1')]);
  expect(await hears(there, 1)).toEqual([session('ses_1')]);
  there.bus.publish(rules);
  expect(await hears(here, 2)).toEqual([session('ses_1'), rules]);
  expect(there.heard).toEqual([session('ses_1'), rules]);
  expect([...here.errors, ...there.errors]).toEqual([]);
});

test('passes over what is not ours', async () => {
  const [here, there] = await twoServers();
  await here.db.collection('hitl_hints').insertOne({
    at: new Date(),
    messages: ['', 'null', '{"origin":1}', '{"origin":"x","change":{"kind":"?"}}'],
  });
  await here.db.collection('hitl_hints').insertOne({ at: new Date() });
  here.bus.publish(session('ses_1'));
  expect(await hears(there, 1)).toEqual([session('ses_1')]);
});

test('does not tell who comes what was said before', async () => {
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

const { isReal } = inject('mongo');
const hasStreams = test.runIf(isReal);

hasStreams('hears as it comes what a replica set streams, without looking', async () => {
  const [here, there] = await twoServers();
  const { setName } = await here.db.command({ hello: 1 });
  if (setName === undefined) throw new Error('HITL_TEST_MONGODB_URL names no replica set');
  here.bus.publish(session('ses_1'));
  await expect.poll(() => there.heard).toEqual([session('ses_1')]);
});
