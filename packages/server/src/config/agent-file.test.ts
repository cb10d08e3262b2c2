import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HitlError } from '@hitl/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadAgentFile, type AgentFile } from './agent-file.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hitl-agent-'));
});
afterEach(() => rm(dir, { recursive: true }));

async function load(text: string, env: Record<string, string> = {}): Promise<AgentFile> {
  await writeFile(join(dir, 'config.yaml'), text);
  return loadAgentFile(join(dir, 'config.yaml'), env);
}

async function errorOf(text: string): Promise<string> {
  const error: unknown = await load(text).catch((caught: unknown) => caught);
  if (!HitlError.isInstance(error)) throw new Error('the file was accepted');
  expect(error.code).toBe('invalid_config');
  return error.message.replaceAll(`${dir}/`, '');
}

const model = 'model: { provider: scripted, turns: [{ text: hello }] }\n';

test('fills in the defaults of a small file', async () => {
  const { agent, task, config } = await load(`${model}tools: [ask_human]\n`);
  expect({ agent, task }).toEqual({ agent: 'agent', task: undefined });
  expect(config.agents).toHaveLength(1);
  expect(config.agents[0]?.component).toMatchObject({
    name: 'agent',
    tools: ['ask_human'],
    user_id: 'local',
    max_steps: 10,
    enable_permissions: true,
    // A mailbox may be read a week later.
    consent_timeout_ms: null,
  });
});

test('uses everything in the file', async () => {
  const { agent, task, config } = await load(
    `name: clerk\n${model}system_prompt: Be kind\nmax_steps: 3\nuser_id: ada\ntask: "\${TASK}"\n` +
      'tools:\n  - { name: bash, requires_consent: false }\n' +
      '  - { name: deploy, kind: command, command: [./deploy.sh] }\n' +
      'approval_policy: [{ when: "bash(ls:*)", decision: auto_approve }]\nreveal_secrets: model\n',
    { TASK: 'Tidy up' },
  );
  expect({ agent, task }).toEqual({ agent: 'clerk', task: 'Tidy up' });
  expect(config.agents[0]?.component).toMatchObject({
    system_prompt: 'Be kind',
    max_steps: 3,
    user_id: 'ada',
    reveal_secrets: 'model',
    tools: [{ name: 'bash' }, { name: 'deploy', command: [join(dir, 'deploy.sh')] }],
  });
});

test('reads the script of a model in the same folder', async () => {
  await writeFile(join(dir, 'script.yaml'), '- text: from the script\n');
  const { config } = await load('model: { provider: scripted, file: ./script.yaml }\n');
  expect(config.agents[0]?.component.model).toMatchObject({
    turns: [{ text: 'from the script' }],
  });
});

test.each([
  ['', 'config.yaml: it is empty. Expected an agent: name, model, task …'],
  ['tools: [bash]\n', 'config.yaml:1: model: expected a value, it is missing.'],
  [`${model}taks: Tidy\n`, /^config\.yaml:2: taks: unknown key "taks"\. Did you mean "task"\?/],
  [`${model}consent_timeout_ms: 5\n`, /unknown key "consent_timeout_ms"/],
  [`${model}task: ""\n`, /^config\.yaml:2: task: must not be empty/],
  [`${model}tools: [bsah]\n`, /^config\.yaml:2: agent "agent": tools\.0: .*bsah/],
  [`${model}max_steps: 0\n`, /^config\.yaml:2: agent "agent": max_steps: /],
  ['model: gpt\n', /^config\.yaml:1: model: expected a model in place/],
  [`${model}---\n${model}`, /^config\.yaml:3: there is a second document/],
  ['model: [\n', /\(YAML\)/],
])('%j is refused with its place', async (text, message) => {
  const error = await errorOf(text);
  if (typeof message === 'string') expect(error).toBe(message);
  else expect(error).toMatch(message);
});

test('reports a missing file', async () => {
  await expect(loadAgentFile(join(dir, 'none.yaml'), {})).rejects.toMatchObject({
    code: 'invalid_config',
    message: expect.stringContaining('none.yaml: cannot be read'),
  });
});
