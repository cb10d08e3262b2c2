import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { loadAgentFile } from './agent-file.ts';
import { loadConfig } from './load.ts';

const guide = await readFile(
  new URL('../../../../docs/guides/configuration.md', import.meta.url),
  'utf8',
);

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hitl-guide-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function load(yaml: string) {
  const path = join(dir, 'c.yaml');
  await writeFile(path, yaml);
  return loadConfig(path, { env: {} });
}

/** The rows of the first table after a heading: key and default. */
function rowsBelow(heading: string): { key: string; initial: string }[] {
  const section = guide.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^\| `(\w+)` +\| (.*?) +\|/gm)].map(([, key = '', initial = '']) => ({
    key,
    initial,
  }));
}

/** The defaults that the guide gives as a literal value. */
function said(heading: string): [string, unknown][] {
  return rowsBelow(heading).flatMap(({ key, initial }): [string, unknown][] => {
    const value = /^`(.*)`$/.exec(initial)?.[1];
    return value === undefined ? [] : [[key, parse(value)]];
  });
}

const blocks = [...guide.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, yaml = '']) => yaml);

test.each(blocks)('the guide’s example %# loads', async (yaml) => {
  await expect(load(yaml)).resolves.toMatchObject({ server: { type: 'server' } });
});

test.each([
  ['agent', 'type: agent\nname: a\nmodel: m', ['agent']],
  ['model', 'type: model\nname: m\nprovider: scripted', ['model']],
  ['model', 'type: model\nname: m\nprovider: openai-compatible\nmodel: m', ['model']],
  ['tool', 'type: tool\nname: bash', ['tool']],
  ['tool', 'type: tool\nname: t\nkind: command\ncommand: [x]', ['tool', 'Your own: a command']],
  ['tool', 'type: tool\nname: t\nkind: mcp\nurl: http://x', ['tool', 'An MCP server']],
  ['store', 'type: session_store\nname: s', ['stores']],
  ['server', 'type: server', ['server']],
  ['server’s jwt', 'type: server\njwt:\n  issuer: x', ['Signed tokens']],
  ['server’s limits', 'type: server\nlimits:\n  rule_length: 1', ['limits']],
])('the guide names every key of a %s accepted by: %j', async (_name, yaml, headings) => {
  const error: unknown = await load(`${yaml}\n${/^ +/m.exec(yaml)?.[0] ?? ''}not_a_key: 1`).catch(
    (caught: unknown) => caught,
  );
  const allowed = /Allowed: (.*)\.$/m.exec(String(error))?.[1]?.split(', ') ?? [];
  const named = headings.flatMap((heading) => rowsBelow(heading).map(({ key }) => key));
  expect(allowed.length).toBeGreaterThan(1);
  expect(named).toEqual(expect.arrayContaining(allowed.filter((key) => key !== 'type')));
});

test('the guide’s defaults are those of the agent and of the server', async () => {
  const { agents, server } = await load(
    'type: model\nname: m\nprovider: scripted\nturns: []\n---\ntype: agent\nname: a\nmodel: m',
  );
  const agent = said('agent');
  const settings = said('server');
  expect(agent.length).toBeGreaterThan(12);
  expect(settings).toHaveLength(13);
  expect(agents[0]?.component).toMatchObject(Object.fromEntries(agent));
  expect(server).toMatchObject(Object.fromEntries(settings));
  const { algorithms: _, ...jwt } = server.jwt;
  const needed = { jwks: null, issuer: null, audience: null };
  expect({ ...needed, ...Object.fromEntries(said('Signed tokens')) }).toEqual(jwt);
  const limits = said('limits');
  expect(Object.fromEntries(limits)).toEqual(server.limits);
});

test('the guide’s config.yaml loads, and each key of one is named', async () => {
  const path = join(dir, 'config');
  const yaml = /^```yaml config\.yaml\n([\s\S]*?)^```/m.exec(guide)?.[1] ?? '';
  await writeFile(path, yaml);
  await expect(loadAgentFile(path, {})).resolves.toMatchObject({
    agent: 'painter',
    task: 'Paint the shed',
  });
  await writeFile(path, `${yaml}not_a_key: 1`);
  const error: unknown = await loadAgentFile(path, {}).catch((caught: unknown) => caught);
  const allowed = /Allowed: (.*)\.$/m.exec(String(error))?.[1]?.split(', ') ?? [];
  const section = guide.split(/^## /m).find((text) => text.startsWith('One agent in a directory'));
  const cells = [...(section ?? '').matchAll(/^\| (`.*?`) +\|/gm)].map(([, cell = '']) => cell);
  expect(cells.join(', ').replaceAll('`', '').split(', ').toSorted()).toEqual(allowed.toSorted());
});

test('the guide’s server of a folder knows the agents of the folder', async () => {
  const example = new URL('../../../../examples/embed/from-yaml.ts', import.meta.url);
  expect(guide).toContain(await readFile(example, 'utf8'));
  const { serverOf } = await import('../../../../examples/embed/from-yaml.ts');
  const stored = 'type: session_store\nname: s\nstore_type: inmemory';
  await writeFile(join(dir, 'c.yaml'), `${blocks[0] ?? ''}---\n${stored}`);
  vi.stubEnv('OPENAI_API_KEY', 'none');
  onTestFinished(() => void vi.unstubAllEnvs());
  const hitl = await serverOf(dir);
  onTestFinished(() => hitl.close(0));
  const response = await hitl.fetch(new Request('http://localhost/agents'));
  expect(await response.json()).toMatchObject({ agents: [{ id: 'code_assistant' }] });
});
