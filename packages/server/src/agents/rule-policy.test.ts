import { expect, test } from 'vitest';
import type { ApprovalContext } from './agent.ts';
import type { Tool } from './tool.ts';
import { createRulePolicy, type PolicyRule } from './rule-policy.ts';

const world = { root: '/repo', home: '/home/dev' };

function decide(rules: readonly PolicyRule[], command: string, toolName = 'bash'): unknown {
  const context: ApprovalContext = {
    sessionId: 's',
    runId: 'r',
    toolCallId: 'c',
    toolName,
    arguments: { command },
    agentId: 'a',
    userId: null,
    now: '2026-11-21T12:00:00.000Z',
  };
  const tool: Tool = {
    name: toolName,
    parameters: { type: 'object' },
    execute: () => Promise.resolve(''),
  };
  return createRulePolicy(rules, world).shouldApprove(tool, context);
}

const contract: readonly PolicyRule[] = [
  { when: 'bash(git status:*)', decision: 'auto_approve' },
  { when: 'bash(sudo:*)', decision: 'auto_deny', reason: 'no root here' },
  {
    when: 'bash(*)',
    decision: 'require_human',
    riskLevel: 'high',
    reason: 'writes outside the workspace',
  },
];

test('suggests rules and an expiry for them, counted from the call', () => {
  const rules: PolicyRule[] = [
    {
      when: 'bash(*)',
      decision: 'require_human',
      suggestedPatterns: ['bash(make:*)'],
      expiresInMs: 3_600_000,
    },
  ];
  expect(decide(rules, 'make all')).toEqual({
    decision: 'require_human',
    suggestedPatterns: ['bash(make:*)'],
    expiresAtHint: '2026-11-21T13:00:00.000Z',
  });
});

test('lets the first matching line decide, with its additions', () => {
  expect(decide(contract, 'git status --short')).toEqual({ decision: 'auto_approve' });
  expect(decide(contract, 'sudo ls')).toEqual({ decision: 'auto_deny', reason: 'no root here' });
  expect(decide(contract, 'make')).toEqual({
    decision: 'require_human',
    riskLevel: 'high',
    reason: 'writes outside the workspace',
  });
});

test('leaves a call that no line matches to the rest of the policy chain', () => {
  expect(decide(contract, 'x', 'deploy')).toBeNull();
  expect(decide([], 'ls')).toBeNull();
  expect(decide(contract.slice(0, 2), 'make')).toBeNull();
});

test('approves narrowly: every part of a command must be covered', () => {
  const [approve] = contract;
  const rules = approve === undefined ? [] : [approve];
  expect(decide(rules, 'git status && rm -rf /')).toBeNull();
  expect(decide(rules, 'git status > /etc/passwd')).toBeNull();
});

test('refuses broadly: one part of a command is enough', () => {
  const rules = contract.slice(1, 2);
  expect(decide(rules, 'ls; sudo rm x')).toMatchObject({ decision: 'auto_deny' });
  expect(decide(rules, 'bash -c "sudo id"')).toMatchObject({ decision: 'auto_deny' });
});

test('asks a person if it is unclear whether a denial matches', () => {
  expect(decide(contract.slice(1, 2), '$PROGRAM id')).toEqual({
    decision: 'require_human',
    reason: 'no root here',
  });
});

test('refuses a line with an invalid pattern, naming it', () => {
  const rules: PolicyRule[] = [
    { when: 'bash(ls)', decision: 'auto_approve' },
    { when: 'bash()', decision: 'auto_deny' },
  ];
  expect(() => createRulePolicy(rules, world)).toThrow(
    expect.objectContaining({
      code: 'invalid_option',
      index: 1,
      message: expect.stringMatching(/^"bash\(\)" is not a rule: /),
    }),
  );
});
