import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InteractionRequest, Run } from '@hitl/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { createHitl, type Hitl } from '../create-hitl.ts';
import { serveMcp } from '../tools/mcp-http.fixture.ts';
import { temporaryFolder, toolContext } from '../tools/tools.fixture.ts';
import { buildConfig } from './build.ts';
import { loadConfig } from './load.ts';

const fixture = fileURLToPath(new URL('../tools/mcp-server.fixture.ts', import.meta.url));

/** Loads and builds the YAML in a folder; `%` is replaced by the command of the fixture. */
async function build(folder: string, yaml: string) {
  const path = join(folder, 'c.yaml');
  const command = JSON.stringify([process.execPath, fixture, folder]);
  await writeFile(path, yaml.replaceAll('%', command));
  const env = { TOKEN: 'tok' };
  const config = await loadConfig(path, { env });
  const store = { storeType: 'inmemory' } as const;
  return buildConfig(config, { workspace: folder, folder, env, store });
}

/** A server that is closed with the test. */
async function started(folder: string, yaml: string): Promise<Hitl> {
  const { options } = await build(folder, yaml);
  const hitl = createHitl(options);
  onTestFinished(() => hitl.close(0));
  return hitl;
}

const parts = (agent: string): string => `type: model
name: m
provider: scripted
turns:
  - tool_calls: [{ id: c1, name: mcp__files__note, args: { text: paid } }]
  - text: 'It said: {{c1}}'
---
type: permission_store
name: rules
---
type: tool
kind: mcp
name: files
command: %
risk_level: high
---
type: agent
name: a
model: m
permission_store: rules
${agent}
`;

async function send<T>(hitl: Hitl, path: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const response = await hitl.fetch(
    new Request(`http://localhost${path}`, {
      headers,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    }),
  );
  return (await response.json()) as T;
}

/** Follows a run until it is suspended or ends, and returns the stream's text. */
async function eventsOf(hitl: Hitl, path: string, body: unknown): Promise<string> {
  const response = await hitl.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify(body),
    }),
  );
  return response.text();
}

const run = { agent_id: 'a', input: 'go', user_id: 'ann' };

test('an agent gets all tools of a server that it lists, or the one that it names', async () => {
  const folder = await temporaryFolder();
  const yaml = parts(
    'tools: [files]\ntool_policies: { mcp__files__echo: allow }\n---\ntype: agent\nname: b\nmodel: m\ntools: [bash, mcp__files__echo]',
  );
  const hitl = await started(folder, yaml);
  const { agents } = await send<{ agents: { id: string; tools: { name: string }[] }[] }>(
    hitl,
    '/agents',
  );
  const names = Object.fromEntries(agents.map(({ id, tools }) => [id, tools.map((t) => t.name)]));
  expect(names['a']).toHaveLength(8);
  expect(names['a']).toContain('mcp__files__note');
  expect(names['b']).toEqual(['bash', 'mcp__files__echo']);
});

test('a person is asked before a tool of a server runs, once', async () => {
  const folder = await temporaryFolder();
  const hitl = await started(folder, parts('tools: [files]'));
  const asked = await eventsOf(hitl, '/runs', run);
  expect(asked).toContain('event: execution_suspended');
  await expect(readFile(join(folder, 'notes.txt'))).rejects.toThrow('ENOENT');

  const { interactions } = await send<{ interactions: InteractionRequest[] }>(
    hitl,
    '/interactions?status=pending',
  );
  const [request] = interactions;
  expect(request).toMatchObject({
    tool_name: 'mcp__files__note',
    risk_level: 'high',
    metadata: {
      resource: 'mcp__files__note({"text":"paid"})',
      suggested_patterns: ['mcp__files__note({"text":"paid"})'],
    },
  });
  const after = await eventsOf(hitl, `/interactions/${request?.id}/respond`, {
    request_id: request?.id,
    type: 'confirm',
    confirmed: true,
  });
  expect(after).toContain('It said: noted');
  expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('paid\n');
});

test('a rule for a server’s tools is a rule like any other', async () => {
  const folder = await temporaryFolder();
  const hitl = await started(folder, parts('tools: [files]'));
  await send(hitl, '/permissions/ann/deny', { resource: 'mcp__files__*(*)' });
  const events = await eventsOf(hitl, '/runs', run);
  expect(events).toContain('Matched deny pattern');
  await expect(readFile(join(folder, 'notes.txt'))).rejects.toThrow('ENOENT');
  const { runs } = await send<{ runs: Run[] }>(hitl, '/runs');
  expect(runs[0]?.status).toBe('completed');
});

test('a server behind HTTP is reached with the headers of its component', async () => {
  const folder = await temporaryFolder();
  const { url, headers } = await serveMcp(folder);
  const yaml = parts('tools: [mcp__files__note]').replace(
    'command: %',
    `url: ${url}\nheaders: { authorization: "Bearer \${TOKEN}" }\ndefault_permission_policy: allow`,
  );
  const hitl = await started(folder, yaml);
  expect(await eventsOf(hitl, '/runs', run)).toContain('It said: noted');
  expect(headers.at(-1)).toMatchObject({ authorization: 'Bearer tok' });
});

test('the connection ends with the server', async () => {
  const { options } = await build(await temporaryFolder(), parts('tools: [files]'));
  const echo = options.tools?.find(({ name }) => name === 'mcp__files__echo');
  expect(await echo?.execute({ text: 'hi' }, toolContext())).toMatchObject({
    content: 'You said: hi',
  });
  await createHitl(options).close(0);
  await expect(echo?.execute({ text: 'hi' }, toolContext())).rejects.toThrow('files is closed');
});

test.each([
  [
    'a server that cannot be reached',
    parts('tools: [files]').replace('command: %', 'command: [no-such-program-4711]'),
    'c.yaml:14: tool "files": command: the MCP server cannot be used: spawn no-such-program-4711 ENOENT',
  ],
  [
    'a tool that a server does not have',
    parts('tools: [mcp__files__ecko]'),
    'c.yaml:21: agent "a": tools.0: the MCP server "files" has no tool "ecko". Did you mean "echo"? Expected one of: echo, note, refuse, look, environment, wait, die, flood.',
  ],
  [
    'a policy for a tool that a server does not have',
    parts('tools: [files]\ntool_policies: { mcp__files__delete_all: deny }'),
    'c.yaml:22: agent "a": tool_policies.mcp__files__delete_all: the MCP server "files" has no tool "delete_all". Expected one of: echo, note, refuse, look, environment, wait, die, flood.',
  ],
])('%s stops the start, with its place', async (_, yaml, message) => {
  const folder = await temporaryFolder();
  const error: unknown = await build(folder, yaml).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'invalid_config' });
  expect(String(error).replaceAll(`${folder}/`, '')).toContain(message);
});
