import { readFileSync } from 'node:fs';
import type { RunEvent } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { fillSession } from './readable-rows.fixture.ts';
import { freshMongo } from './store/mongo.fixture.ts';
import { createMongoSessionStore } from './store/mongodb.ts';

const guide = new URL('../../../docs/guides/stores.md', import.meta.url);

test('the queries of the guide show pending requests and events, in MongoDB', async () => {
  const db = freshMongo()();
  await fillSession(createMongoSessionStore({ db }));
  const text = readFileSync(guide, 'utf8');
  expect(text).toContain("db.hitl_interactions.find({ status: 'pending' })");
  expect(text).toContain('db.hitl_commits.find({ session_id: ');
  const waiting = await db.collection('hitl_interactions').find({ status: 'pending' }).toArray();
  expect(waiting).toMatchObject([
    { session_id: 'deploys', interaction_id: 'int_c1', tool_call_id: 'c1' },
  ]);
  const commits = await db.collection('hitl_commits').find({ session_id: 'deploys' }).toArray();
  expect(commits.map(({ commit }) => commit as number)).toEqual([1, 2]);
  const events = commits.flatMap(({ events: json }) => JSON.parse(String(json)) as RunEvent[]);
  expect(events.find(({ type }) => type === 'interaction_request')?.data).toMatchObject({
    interaction_request: { id: 'int_c1', tool_args: { command: 'npm publish' } },
  });
});
