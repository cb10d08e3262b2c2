import type { Question } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import type { Tool } from '../agents/tool.ts';
import type { Agent, PolicyDecision } from '../agents/agent.ts';
import { scripted } from './engine.fixture.ts';
import {
  createPolicyChain,
  type AnonymousRuns,
  type DefaultPolicy,
} from '../approval/policy-chain.ts';
import { createRuleCache } from '../approval/rule-cache.ts';

const question: Question = {
  id: 'q',
  type: 'input',
  title: 'Which?',
  required: true,
  input_type: 'text',
  multiline: false,
  sensitive: false,
};

interface Case {
  readonly tool?: Partial<Tool>;
  readonly agent?: Partial<Agent>;
  readonly policy?: PolicyDecision['decision'];
  readonly default_policy?: DefaultPolicy;
  readonly has_permission_store?: boolean;
  readonly settings: string;
  readonly ask: string;
}

/** What allows a call, asks or denies, and its effect on a run without a user. */
const CASES: Readonly<Record<string, Case>> = {
  'a tool that does not require consent': {
    tool: { requiresConsent: false },
    settings: 'allowed tool_policy',
    ask: 'needs_auth anonymous_run',
  },
  'a tool that decides by arguments': {
    tool: { requiresConsent: () => false },
    settings: 'allowed tool_policy',
    ask: 'needs_auth anonymous_run',
  },
  'default_permission_policy allow': {
    tool: { defaultPermissionPolicy: 'allow' },
    settings: 'allowed tool_policy',
    ask: 'needs_auth anonymous_run',
  },
  'tool_policies allow': {
    agent: { toolPolicies: { probe: 'allow' } },
    settings: 'allowed tool_policy',
    ask: 'needs_auth anonymous_run',
  },
  'default_policy allow': {
    default_policy: 'allow',
    settings: 'allowed default_policy',
    ask: 'needs_auth anonymous_run',
  },
  'an agent without permissions': {
    agent: { enablePermissions: false },
    settings: 'allowed permissions_off',
    ask: 'needs_auth anonymous_run',
  },
  'a server without a permission store': {
    has_permission_store: false,
    settings: 'allowed permissions_off',
    ask: 'needs_auth anonymous_run',
  },
  'a policy that approves': {
    policy: 'auto_approve',
    settings: 'allowed policy',
    ask: 'allowed policy',
  },
  'a policy that approves what the tool lets through too': {
    policy: 'auto_approve',
    tool: { requiresConsent: false },
    settings: 'allowed tool_policy',
    ask: 'allowed tool_policy',
  },
  'a policy that wants a person for what the tool lets through': {
    policy: 'require_human',
    tool: { defaultPermissionPolicy: 'allow' },
    settings: 'allowed tool_policy',
    ask: 'needs_auth anonymous_run',
  },
  'a policy that wants a person': {
    policy: 'require_human',
    settings: 'needs_auth policy',
    ask: 'needs_auth policy',
  },
  'a policy that denies': {
    policy: 'auto_deny',
    tool: { requiresConsent: false },
    settings: 'denied policy_deny',
    ask: 'denied policy_deny',
  },
  'default_permission_policy deny': {
    tool: { defaultPermissionPolicy: 'deny' },
    settings: 'denied tool_policy',
    ask: 'denied tool_policy',
  },
  'tool_policies deny': {
    agent: { toolPolicies: { probe: 'deny' } },
    settings: 'denied tool_policy',
    ask: 'denied tool_policy',
  },
  'default_policy deny': {
    default_policy: 'deny',
    settings: 'denied default_policy',
    ask: 'denied default_policy',
  },
  'a tool that requires consent': {
    tool: { requiresConsent: true },
    settings: 'needs_auth requires_consent',
    ask: 'needs_auth requires_consent',
  },
  'a tool about which nothing is said': {
    settings: 'needs_auth default_policy',
    ask: 'needs_auth default_policy',
  },
  'a question': {
    tool: {
      requiresConsent: false,
      question: () => question,
    },
    settings: 'allowed tool_policy',
    ask: 'allowed tool_policy',
  },
  'another agent': {
    tool: { requiresConsent: false, agent: 'inner' },
    settings: 'allowed tool_policy',
    ask: 'allowed tool_policy',
  },
};

async function verdictOf(
  one: Case,
  anonymousRuns: AnonymousRuns,
  userId: string | null,
): Promise<string> {
  const tool: Tool = {
    name: 'probe',
    parameters: { type: 'object' },
    execute: () => Promise.resolve(''),
    ...one.tool,
  };
  const decision = one.policy;
  const { agent } = scripted([], [tool], {
    ...one.agent,
    ...(decision !== undefined && { approvalPolicy: { shouldApprove: () => ({ decision }) } }),
  });
  const { has_permission_store: hasPermissionStore = true, default_policy: defaultPolicy = 'ask' } =
    one;
  const store = hasPermissionStore ? createMemoryPermissionStore() : null;
  const rules = createRuleCache({ store, tools: agent.tools, now: () => 0, onError: () => {} });
  const chain = createPolicyChain({ rules, hasPermissionStore, defaultPolicy, anonymousRuns });
  const verdict = await chain({
    agent,
    tool,
    tenantId: 'default',
    sessionId: 'ses',
    userId,
    runId: 'run',
    toolCallId: 'call',
    toolName: tool.name,
    toolArgs: {},
    now: '2026-01-01T00:00:00.000Z',
  });
  return `${verdict.decision} ${verdict.step}`;
}

describe.each(Object.entries(CASES))('%s', (_name, one) => {
  test('applies the settings to anonymous runs by default', async () => {
    expect(await verdictOf(one, 'settings', null)).toBe(one.settings);
    expect(await verdictOf(one, 'settings', 'ada')).toBe(one.settings);
  });

  test('decides as usual for a user when anonymous runs ask', async () => {
    expect(await verdictOf(one, 'ask', 'ada')).toBe(one.settings);
  });

  test('allows only what a policy allows for a run without a user', async () => {
    expect(await verdictOf(one, 'ask', null)).toBe(one.ask);
  });
});
