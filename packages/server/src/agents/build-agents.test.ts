import { expect, test } from 'vitest';
import { buildAgents, type AgentDefinition } from './build-agents.ts';
import type { Model } from './model.ts';
import type { Tool } from './tool.ts';

const model = (name: string): Model => ({
  name,
  async *generate() {
    yield { type: 'text', text: name };
  },
});
const tool = (name: string): Tool => ({
  name,
  parameters: { type: 'object' },
  execute: () => Promise.resolve(name),
});

const world = { root: '/repo', home: '/home/dev' };
const parts = { models: [model('m')], tools: [tool('a'), tool('b')], rule_context: world };
const build = (...definitions: AgentDefinition[]) => buildAgents(definitions, parts);
const toolNames = (definition: AgentDefinition) => [...(build(definition)[0]?.tools.keys() ?? [])];

test('fills in the defaults of the contract', () => {
  const [agent] = build({ name: 'x' });
  const { model: own, tools, ...rest } = agent ?? {};
  expect(own).toBe(parts.models[0]);
  expect([...(tools?.values() ?? [])]).toEqual(parts.tools);
  expect(rest).toEqual({
    name: 'x',
    system_prompt: '',
    max_steps: 10,
    enable_hitl: true,
    enable_permissions: true,
    on_denied: 'continue',
    on_timeout: 'deny',
    consent_timeout_ms: 300_000,
    on_new_message: 'reject',
    remember_confirmed: true,
    reveal_secrets: 'tools',
    tool_policies: {},
    user_id: null,
  });
});

test('keeps what the definition says', () => {
  const said = {
    name: 'x',
    max_steps: 3,
    on_denied: 'fail_run',
    consent_timeout_ms: null,
  } as const;
  expect(build(said)[0]).toMatchObject(said);
});

test('takes tools by name, as they are, or none', () => {
  expect(toolNames({ name: 'x', tools: ['b'] })).toEqual(['b']);
  expect(toolNames({ name: 'x', tools: [tool('c'), 'a'] })).toEqual(['c', 'a']);
  expect(toolNames({ name: 'x', tools: [] })).toEqual([]);
});

test('gives an agent another one as a tool of its name', () => {
  const [, top] = build(
    { name: 'low', description: 'Looks things up', tools: [] },
    { name: 'top', tools: [{ agent: 'low' }] },
  );
  const nested = top?.tools.get('low');
  expect(nested).toMatchObject({ name: 'low', description: 'Looks things up', agent: 'low' });
});

test('takes a policy as a function, or as rule patterns that know its tools', async () => {
  const own = { shouldApprove: () => null };
  const deploy: Tool = { ...tool('deploy'), permission: { kind: 'text', arg: 'env' } };
  const [first, second] = build(
    { name: 'x', approval_policy: own },
    {
      name: 'y',
      tools: [deploy],
      approval_policy: [{ when: 'deploy(staging)', decision: 'auto_approve' }],
    },
  );
  const ask = (env: string) =>
    second?.approval_policy?.shouldApprove(tool('x'), {
      session_id: 's',
      run_id: 'r',
      tool_call_id: 'c',
      tool_name: 'deploy',
      arguments: { env },
      agent_id: 'y',
      user_id: null,
      now: '2026-11-21T12:00:00.000Z',
    });
  expect(first?.approval_policy).toBe(own);
  expect(await ask('staging')).toEqual({ decision: 'auto_approve' });
  expect(await ask('production')).toBeNull();
});

test.each<[AgentDefinition[], string]>([
  [[{ name: 'x', model: 'n' }], 'The agent "x" names the model "n". There are: m.'],
  [[{ name: 'x', tools: ['c'] }], 'The agent "x" names the tool "c". There are: a, b.'],
  [[{ name: 'x', tools: [{ agent: 'y' }] }], 'The agent "x" names the agent "y". There are: x.'],
  [[{ name: 'x', tools: ['a', tool('a')] }], 'The agent "x" has the tool "a" twice.'],
  [[{ name: 'x', tools: [{ agent: 'x' }] }], 'Agents would call each other in a circle: x → x.'],
  [
    [
      { name: 'w', tools: [{ agent: 'x' }] },
      { name: 'x', tools: [{ agent: 'y' }] },
      { name: 'y', tools: [{ agent: 'x' }] },
    ],
    'Agents would call each other in a circle: x → y → x.',
  ],
])('refuses definitions that cannot work: %#', (definitions, message) => {
  expect(() => build(...definitions)).toThrow(
    expect.objectContaining({ code: 'invalid_option', message }),
  );
});

test('asks for a model where there is none, or more than one', () => {
  const needs = (models: Model[]) => () =>
    buildAgents([{ name: 'x' }], { ...parts, models, tools: [] });
  expect(needs([])).toThrow('The agent "x" needs a model. There are: none.');
  expect(needs([model('m'), model('n')])).toThrow('The agent "x" needs a model. There are: m, n.');
});
