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
const parts = { models: [model('m')], tools: [tool('a'), tool('b')], ruleContext: world };
const build = (...definitions: AgentDefinition[]) => buildAgents(definitions, parts);
const toolNames = (definition: AgentDefinition) => [...(build(definition)[0]?.tools.keys() ?? [])];

test('fills in the defaults of the contract', () => {
  const [agent] = build({ name: 'x' });
  const { model: own, tools, ...rest } = agent ?? {};
  expect(own).toBe(parts.models[0]);
  expect([...(tools?.values() ?? [])]).toEqual(parts.tools);
  expect(rest).toEqual({
    name: 'x',
    systemPrompt: '',
    maxSteps: 10,
    enableHitl: true,
    enablePermissions: true,
    onDenied: 'continue',
    onTimeout: 'deny',
    consentTimeoutMs: 300_000,
    onNewMessage: 'reject',
    rememberConfirmed: true,
    revealSecrets: 'tools',
    toolPolicies: {},
    userId: null,
  });
});

test('keeps the given values', () => {
  const said = {
    name: 'x',
    maxSteps: 3,
    onDenied: 'fail_run',
    consentTimeoutMs: null,
  } as const;
  expect(build(said)[0]).toMatchObject(said);
});

test('takes tools by name, as objects, or none', () => {
  expect(toolNames({ name: 'x', tools: ['b'] })).toEqual(['b']);
  expect(toolNames({ name: 'x', tools: [tool('c'), 'a'] })).toEqual(['c', 'a']);
  expect(toolNames({ name: 'x', tools: [] })).toEqual([]);
});

test('gives an agent another one as a tool with its name', () => {
  const [, top] = build(
    { name: 'low', description: 'Looks things up', tools: [] },
    { name: 'top', tools: [{ agent: 'low' }] },
  );
  const nested = top?.tools.get('low');
  expect(nested).toMatchObject({ name: 'low', description: 'Looks things up', agent: 'low' });
});

test('takes a policy as a function, or as rule patterns for its tools', async () => {
  const own = { shouldApprove: () => null };
  const deploy: Tool = { ...tool('deploy'), permission: { kind: 'text', arg: 'env' } };
  const [first, second] = build(
    { name: 'x', approvalPolicy: own },
    {
      name: 'y',
      tools: [deploy],
      approvalPolicy: [{ when: 'deploy(staging)', decision: 'auto_approve' }],
    },
  );
  const ask = (env: string) =>
    second?.approvalPolicy?.shouldApprove(tool('x'), {
      sessionId: 's',
      runId: 'r',
      toolCallId: 'c',
      toolName: 'deploy',
      arguments: { env },
      agentId: 'y',
      userId: null,
      now: '2026-11-21T12:00:00.000Z',
    });
  expect(first?.approvalPolicy).toBe(own);
  expect(await ask('staging')).toEqual({ decision: 'auto_approve' });
  expect(await ask('production')).toBeNull();
});

test.each<[AgentDefinition[], string]>([
  [[{ name: 'x', model: 'n' }], 'The agent "x" names the model "n". There are: m.'],
  [[{ name: 'x', tools: ['c'] }], 'The agent "x" names the tool "c". There are: a, b.'],
  [[{ name: 'x', tools: [{ agent: 'y' }] }], 'The agent "x" names the agent "y". There are: x.'],
  [[{ name: 'x', tools: ['a', tool('a')] }], 'The agent "x" has the tool "a" twice.'],
  [[{ name: 'x', tools: [{ agent: 'x' }] }], 'Agents call each other in a cycle: x → x.'],
  [
    [
      { name: 'w', tools: [{ agent: 'x' }] },
      { name: 'x', tools: [{ agent: 'y' }] },
      { name: 'y', tools: [{ agent: 'x' }] },
    ],
    'Agents call each other in a cycle: x → y → x.',
  ],
])('refuses definitions that cannot work: %#', (definitions, message) => {
  expect(() => build(...definitions)).toThrow(
    expect.objectContaining({ code: 'invalid_option', message }),
  );
});

test('needs a named model if there is none, or more than one', () => {
  const needs = (models: Model[]) => () =>
    buildAgents([{ name: 'x' }], { ...parts, models, tools: [] });
  expect(needs([])).toThrow('The agent "x" needs a model. There are: none.');
  expect(needs([model('m'), model('n')])).toThrow('The agent "x" needs a model. There are: m, n.');
});
