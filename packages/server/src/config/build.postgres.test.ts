import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createHitl, type Hitl, type HitlOptions } from '../create-hitl.ts';
import { buildConfig } from './build.ts';
import { loadConfig } from './load.ts';

const yaml = `type: session_store
name: sessions
store_type: postgres
url: \${DATABASE}
---
type: permission_store
name: rules
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
permission_store: rules
session_store: sessions
`;

/** The URL of an empty schema, which is dropped after the test. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(inject('postgresUrl'));
  const schema = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  onTestFinished(async () => {
    await admin.query(`drop schema ${schema} cascade`);
    await admin.end();
  });
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

async function build(
  database: string,
  secrets: { readonly HITL_SECRET_KEY?: string } = {},
  text: string = yaml,
): Promise<HitlOptions> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-postgres-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'c.yaml'), text);
  const config = await loadConfig(folder, { env: { DATABASE: database } });
  const { options } = await buildConfig(config, {
    workspace: folder,
    folder,
    env: secrets,
    store: { storeType: 'postgres', url: database },
  });
  return options;
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

test('two servers on one PostgreSQL: one asks, the other takes the answer', async () => {
  const database = await emptyDatabase();
  const asking = await start(database);
  const run = { agent_id: 'worker', input: 'Go', user_id: 'u1' };
  const asked = await post(asking, '/runs', run);
  const event = asked.find(({ type }) => type === 'interaction_request');
  const { id, run_id } = event.data.interaction_request;
  await asking.close();

  const answering = await start(database);
  const after = await post(answering, `/interactions/${id}/respond`, {
    request_id: id,
    type: 'confirm',
    confirmed: true,
  });
  expect(after.at(-1)).toMatchObject({
    type: 'run_completed',
    run_id,
    data: { response: 'done\n' },
  });
  const rules = await answering.fetch(new Request('http://localhost/permissions/u1'));
  expect(await rules.json()).toEqual({ allow: ['bash(echo done)'], deny: [] });
  await answering.close();
});

test('servers on one PostgreSQL share a vault with HITL_SECRET_KEY; without the key there is none', async () => {
  const database = await emptyDatabase();
  const options = await Promise.all([
    build(database, { HITL_SECRET_KEY: 'ab'.repeat(32) }),
    build(database, { HITL_SECRET_KEY: 'ab'.repeat(32) }),
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
  const database = await emptyDatabase();
  const name = `hitl_${crypto.randomUUID()}`;
  const params = `params: { application_name: ${name}, statement_timeout: 4321 }`;
  const text = yaml.replace('url: ${DATABASE}\n', `url: \${DATABASE}\n${params}\n`);
  const hitl = createHitl(await build(database, {}, text));
  onTestFinished(() => hitl.close(0));
  const admin = new Client({ connectionString: database });
  await admin.connect();
  onTestFinished(() => admin.end());
  const { rows } = await admin.query('select 1 from pg_stat_activity where application_name = $1', [
    name,
  ]);
  expect(rows.length).toBeGreaterThan(0);
});
