import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHitl, type HitlOptions } from '../create-hitl.ts';
import { buildConfig, type BuildOptions } from './build.ts';
import { loadConfig } from './load.ts';
import type { StoreTarget } from './store-url.ts';

async function build(yaml: string, more: Partial<BuildOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-build-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'c.yaml');
  await writeFile(path, yaml);
  const config = await loadConfig(path, { env: {} });
  const built = await buildConfig(config, {
    workspace: folder,
    folder,
    env: {},
    store: { storeType: 'inmemory' },
    ...more,
  });
  onTestFinished(async () => {
    await built.options.sessionStore?.close();
    await built.options.permissionStore?.close();
    await Promise.all((built.options.resources ?? []).map((resource) => resource.close()));
  });
  return { ...built, folder };
}

const model = 'type: model\nname: m\nprovider: scripted\nturns: []\n';
const store = 'type: permission_store\nname: p\n';
const agent = (name: string, more = ''): string =>
  `type: agent\nname: ${name}\nmodel: m\n${more}\n`;
const documents = (...parts: string[]): string => parts.join('---\n');

function toolsOf(options: HitlOptions): Record<string, unknown>[] {
  return (options.tools ?? []).map((tool) => ({ ...tool }));
}

test('rules only apply if an agent enables them and names a store', async () => {
  const { options, withoutPermissions } = await build(
    documents(
      model,
      store,
      agent('both', 'permission_store: p'),
      agent('disabled', 'permission_store: p\nenable_permissions: false'),
      agent('without'),
    ),
  );
  expect(options.agents.map(({ name, enablePermissions }) => [name, enablePermissions])).toEqual([
    ['both', true],
    ['disabled', false],
    ['without', false],
  ]);
  expect(withoutPermissions).toEqual([
    { agent: 'disabled', reason: 'enable_permissions is false' },
    { agent: 'without', reason: 'it names no permission_store' },
  ]);
});

test('without a permission store there are no rules, even with --store', async () => {
  const { options } = await build(documents(model, agent('a')));
  expect(options.permissionStore).toBeNull();
});

test('builtin tools need no component, and have the documented defaults for consent', async () => {
  const { options } = await build(documents(model, agent('a')));
  const tools = Object.fromEntries((options.tools ?? []).map((tool) => [tool.name, tool]));
  expect(Object.keys(tools).toSorted()).toEqual([
    'ask_human',
    'bash',
    'file_edit',
    'file_read',
    'file_write',
  ]);
  const consent = (name: string, args: Record<string, unknown> = {}) => {
    const wanted = tools[name]?.requiresConsent;
    return typeof wanted === 'function' ? wanted(args) : wanted;
  };
  expect(consent('bash')).toBe(true);
  expect(consent('file_write')).toBe(true);
  expect(consent('file_edit')).toBe(true);
  expect(consent('ask_human')).toBe(false);
  expect(consent('file_read', { path: 'src/cart.js' })).toBe(false);
  expect(consent('file_read', { path: '.env.local' })).toBe(true);
});

test('a component only changes the settings of a builtin tool', async () => {
  const { options } = await build(
    documents(
      'type: tool\nname: bash\nrequires_consent: false\nrisk_level: high\ntimeout_ms: 5\nrememberable: false\ndefault_permission_policy: deny\ndescription: Shell\n',
      model,
      agent('a'),
    ),
  );
  expect(toolsOf(options).find(({ name }) => name === 'bash')).toMatchObject({
    requiresConsent: false,
    riskLevel: 'high',
    timeoutMs: 5,
    rememberable: false,
    defaultPermissionPolicy: 'deny',
    description: 'Shell',
    permission: { kind: 'command', arg: 'command' },
  });
});

test('a command tool has its component’s settings, with consent unset', async () => {
  const { options, folder } = await build(
    'type: tool\nname: deploy\nkind: command\ncommand: [node, ./deploy.mjs]\npermission: { kind: text, arg: env }\neffects: keyed\n',
  );
  await writeFile(join(folder, 'deploy.mjs'), 'console.log("deployed");');
  const tool = options.tools?.find(({ name }) => name === 'deploy');
  expect(tool).toMatchObject({ effects: 'keyed', permission: { kind: 'text', arg: 'env' } });
  expect(tool).not.toHaveProperty('requiresConsent');
  const output = await tool?.execute(
    { env: 'staging' },
    {
      runId: 'r',
      sessionId: 's',
      toolCallId: 'c',
      userId: null,
      idempotencyKey: 'k',
      progress: () => undefined,
      attempt: 1,
      signal: new AbortController().signal,
      answers: [],
      ask: () => Promise.reject(new Error('nobody is here')),
    },
  );
  expect(output).toMatchObject({ content: 'deployed\n' });
});

test('settings of the server and of agents take effect', async () => {
  const { options } = await build(
    documents(
      'type: server\ndefault_policy: deny\nmax_pending: 3\nmax_result_bytes: 2048\nmax_body_bytes: 4096\nbase_path: /hitl\nallowed_origins: [https://x.example]\n',
      model,
      agent('a', 'max_steps: 2\non_denied: fail_run\nuser_id: u1\nconsent_timeout_ms: null'),
    ),
  );
  expect(options).toMatchObject({
    defaultPolicy: 'deny',
    maxPending: 3,
    maxResultBytes: 2048,
    maxBodyBytes: 4096,
    basePath: '/hitl',
    allowedOrigins: ['https://x.example'],
    agents: [
      { name: 'a', maxSteps: 2, onDenied: 'fail_run', userId: 'u1', consentTimeoutMs: null },
    ],
  });
});

test('builds a server with its agents and their tools', async () => {
  const { options } = await build(
    documents(
      model,
      agent('low'),
      agent(
        'top',
        'tools: [bash, { name: file_read, requires_consent: true }, { agent: low }]\napproval_policy: [{ when: "bash(ls:*)", decision: auto_approve }]',
      ),
    ),
  );
  const hitl = createHitl(options);
  onTestFinished(() => hitl.close(0));
  const response = await hitl.fetch(new Request('http://localhost/agents'));
  const { agents } = (await response.json()) as {
    agents: { id: string; tools: { name: string }[] }[];
  };
  expect(agents.map(({ id, tools }) => [id, tools.map(({ name }) => name)])).toEqual([
    ['low', []],
    ['top', ['bash', 'file_read', 'low']],
  ]);
});

test('sensitive answers outlive the process in the file of the sessions, sealed, with a key', async () => {
  const yaml = documents(model, agent('a'));
  const path = join(await mkdtemp(join(tmpdir(), 'hitl-secrets-')), 'runs.db');
  onTestFinished(() => rm(dirname(path), { recursive: true }));
  const file: StoreTarget = { storeType: 'sqlite', path };
  const key = { tenantId: 'default', sessionId: 's' };
  const sealed = { HITL_SECRET_KEY: 'AB'.repeat(32) };
  const one = await build(yaml, { store: file, env: sealed });
  const id = await one.options.vault?.put(key, 'hunter2');
  const two = await build(yaml, { store: file, env: sealed });
  expect(await two.options.vault?.list(key)).toEqual([{ id, value: 'hunter2' }]);
  const without = await build(yaml, { store: file });
  expect(await without.options.vault?.list(key)).toEqual([]);
  await without.options.vault?.put(key, 'forgotten');
  const three = await build(yaml, { store: file });
  expect(await three.options.vault?.list(key)).toEqual([]);
});

test('a key has no effect in memory, where the vault is the process', async () => {
  const { options } = await build(documents(model, agent('a')), {
    env: { HITL_SECRET_KEY: 'ab'.repeat(32) },
  });
  const key = { tenantId: 'default', sessionId: 's' };
  const id = await options.vault?.put(key, 'hunter2');
  expect(await options.vault?.list(key)).toEqual([{ id, value: 'hunter2' }]);
});

test.each<[StoreTarget, RegExp]>([
  [{ storeType: 'sqlite', path: '/dev/null/x.db' }, /^the store of the runs cannot be opened: /],
  [
    { storeType: 'postgres', url: 'postgres://u:secret@127.0.0.1:1/d' },
    /^the store of the runs cannot be opened: connect ECONNREFUSED 127\.0\.0\.1:1$/,
  ],
])('a store that cannot be opened is named: %j', async (target, message) => {
  const opened = build(documents(store, model), { store: target });
  await expect(opened).rejects.toThrow(message);
});
