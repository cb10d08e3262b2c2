import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createHitl, type Hitl, type HitlOptions } from '../create-hitl.ts';
import { openMongoGate } from '../store/mongo-gate.fixture.ts';
import { freshMongo, freshName } from '../store/mongo.fixture.ts';
import { buildConfig } from './build.ts';
import { loadConfig } from './load.ts';

const yaml = `type: permission_store
name: main_permissions
store_type: mongodb
mongo_uri: \${MONGO}
mongo_db_name: \${DATABASE}
---
type: session_store
name: main_sessions
store_type: mongodb
url: \${MONGO}
database: \${DATABASE}
collection_prefix: runs_
params: { appName: agents }
---
type: model
name: script
provider: scripted
turns:
  - tool_calls: [{ id: c1, name: bash, args: { command: echo done } }]
  - text: '{{c1}}'
---
type: agent
name: worker
model: script
tools: [bash]
user_id: ada
permission_store: main_permissions
session_store: main_sessions
`;

/** The options of a server on a database. */
async function build(
  database: string,
  { url = inject('mongo').url, ...secrets }: { url?: string; HITL_SECRET_KEY?: string } = {},
): Promise<HitlOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-mongo-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'c.yaml'), yaml);
  const env = { ...secrets, MONGO: url, DATABASE: database };
  const config = await loadConfig(folder, { env });
  return (await buildConfig(config, { workspace: folder, folder, env })).options;
}

async function start(database: string): Promise<Hitl> {
  return createHitl(await build(database));
}

async function post(hitl: Hitl, path: string, body: unknown) {
  const response = await hitl.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    }),
  );
  const text = await response.text();
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json));
}

test('what is asked on one server is answered on another, where runs and rules lie in MongoDB', async () => {
  const db = freshMongo()();
  const first = await start(db.databaseName);
  const events = await post(first, '/runs', { agent_id: 'worker', input: 'go' });
  const asked = events.find(({ type }) => type === 'interaction_request');
  const id = asked.data.interaction_request.id;
  await first.close();

  const second = await start(db.databaseName);
  onTestFinished(() => second.close());
  const rest = await post(second, `/interactions/${id}/respond`, {
    request_id: id,
    type: 'confirm',
    action: 'approve',
    remember: { scope: 'always' },
  });
  expect(rest.at(-1)).toMatchObject({ type: 'run_completed', data: { response: 'done\n' } });
  const names = (await db.listCollections().toArray()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['hitl_rules', 'runs_commits', 'runs_sessions']));
  const rules = await second.fetch(new Request('http://localhost/permissions/ada'));
  expect(await rules.json()).toEqual({ allow: ['bash(echo done)'], deny: [] });
});

test('servers on one MongoDB share the vault of HITL_SECRET_KEY; without one there is none', async () => {
  const database = freshName();
  const HITL_SECRET_KEY = 'ab'.repeat(32);
  const options = await Promise.all([
    build(database, { HITL_SECRET_KEY }),
    build(database, { HITL_SECRET_KEY }),
    build(database),
  ]);
  const [one, two, none] = options.map(({ vault }) => vault);
  const key = { tenantId: 'default', sessionId: 's' };
  const id = await one?.put(key, 'hunter2');
  expect(await two?.list(key)).toEqual([{ id, value: 'hunter2' }]);
  expect(none).toBeNull();
  await Promise.all(options.map((each) => createHitl(each).close()));
});

test('params of a store reach its driver', async () => {
  const gate = await openMongoGate();
  const database = freshName();
  const hitl = createHitl(await build(database, { url: gate.url(database) }));
  onTestFinished(() => hitl.close(0));
  await hitl.fetch(new Request('http://localhost/runs'));
  // What a client says of itself when it connects.
  expect(gate.heard('agents')).toBe(true);
});
