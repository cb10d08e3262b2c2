import type { RiskLevel, Verdict, VerdictStep } from '@hitl/protocol';
import type { Tool } from '../runner/tool.ts';
import type { Agent, ApprovalContext, PolicyDecision } from './agent.ts';
import type { RuleBook, RuleFinding, RuleScopeOf } from './rule-book.ts';

/** What decides where nothing else does. */
export type DefaultPolicy = 'allow' | 'ask' | 'deny';

/** Everything that the ladder looks at. */
export interface LadderInput {
  readonly agent: Agent;
  readonly tool: Tool;
  readonly scope: RuleScopeOf;
  readonly context: ApprovalContext;
  readonly rules: RuleBook;
  /** `false`: the server keeps no rules. */
  readonly has_permission_store: boolean;
  readonly default_policy: DefaultPolicy;
  /** The store's clock. */
  readonly now: string;
  /** Nothing is kept of it: rules do not count as used. */
  readonly trial?: boolean;
}

/** A verdict, with what the policy adds for the person who is asked. */
export interface LadderVerdict extends Verdict {
  readonly risk_level?: RiskLevel;
}

/**
 * The one ladder: first hit wins, each verdict says which step, which rule and why. An error
 * anywhere in it is a denial with its reason.
 */
export async function judgeCall(input: LadderInput): Promise<LadderVerdict> {
  try {
    return await climb(input);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return verdict('denied', 'error', `The permission check failed: ${message}`);
  }
}

async function climb(input: LadderInput): Promise<LadderVerdict> {
  const { agent, tool } = input;
  const policy = (await agent.approval_policy?.shouldApprove(input.context)) ?? null;
  // Without permissions the steps that ask or allow by rule fall away; a denial never does.
  const rulesCount = agent.enable_permissions && input.has_permission_store;
  const found: RuleFinding = input.has_permission_store
    ? await findRule(input)
    : { kind: 'none', reason: 'There are no rules' };

  if (policy?.decision === 'auto_deny') {
    return verdict('denied', 'policy_deny', policy.reason ?? 'Denied by policy');
  }
  if (found.kind === 'deny') return verdict('denied', 'deny_rule', 'Matched deny pattern', found);
  if (rulesCount && found.kind === 'ask') {
    return { ...verdict('needs_auth', 'ask_rule', found.reason, found), ...riskOf(tool, policy) };
  }
  if (rulesCount && found.kind === 'allow' && tool.rememberable !== false) {
    return verdict('allowed', 'allow_rule', 'Matched allow pattern', found);
  }
  const own = ownPolicy(input);
  if (own !== undefined) return own;
  if (policy?.decision === 'auto_approve') {
    return verdict('allowed', 'policy', policy.reason ?? 'Approved by policy');
  }
  if (policy?.decision === 'require_human') {
    const reason = policy.reason ?? 'A policy wants a person to decide';
    return { ...verdict('needs_auth', 'policy', reason), ...riskOf(tool, policy) };
  }
  if (!rulesCount) return verdict('allowed', 'permissions_off', 'Permissions are off');
  return lastStep(input);
}

/** A call without a user matches no stored rule. */
function findRule(input: LadderInput): Promise<RuleFinding> {
  const { tool_name, arguments: args } = input.context;
  return input.rules.find(input.scope, { tool_name, tool_args: args }, input.now, input.trial);
}

function ownPolicy({ agent, tool, context }: LadderInput): Verdict | undefined {
  const forAgent = Object.hasOwn(agent.tool_policies, tool.name)
    ? agent.tool_policies[tool.name]
    : undefined;
  const policy = forAgent ?? tool.default_permission_policy ?? undefined;
  if (policy === 'deny')
    return verdict('denied', 'tool_policy', `Denied by the policy of ${tool.name}`);
  if (policy === 'allow') {
    return verdict('allowed', 'tool_policy', `Allowed by the policy of ${tool.name}`);
  }
  return requiresConsent(tool, context.arguments) === false
    ? verdict('allowed', 'tool_policy', 'Tool does not require consent')
    : undefined;
}

function lastStep({ tool, context, default_policy: policy }: LadderInput): LadderVerdict {
  if (requiresConsent(tool, context.arguments) === true) {
    const reason = 'Tool requires user consent';
    return { ...verdict('needs_auth', 'requires_consent', reason), ...riskOf(tool, null) };
  }
  switch (policy) {
    case 'allow':
      return verdict('allowed', 'default_policy', 'Allowed by the default policy');
    case 'deny':
      return verdict('denied', 'default_policy', 'Denied by the default policy');
    case 'ask':
      return {
        ...verdict('needs_auth', 'default_policy', 'No rule covers it'),
        ...riskOf(tool, null),
      };
  }
}

function requiresConsent(tool: Tool, args: Readonly<Record<string, unknown>>): boolean | undefined {
  const { requires_consent: wanted } = tool;
  return typeof wanted === 'function' ? wanted(args) : wanted;
}

const RISKS: readonly RiskLevel[] = ['low', 'medium', 'high'];

/** The higher of what the tool and the policy say. */
function riskOf(tool: Tool, policy: PolicyDecision | null): { risk_level?: RiskLevel } {
  const level = Math.max(
    ...[tool.risk_level, policy?.risk_level].map((risk) =>
      risk === undefined ? -1 : RISKS.indexOf(risk),
    ),
  );
  const risk = RISKS[level];
  return risk === undefined ? {} : { risk_level: risk };
}

function verdict(
  decision: Verdict['decision'],
  step: VerdictStep,
  reason: string,
  found?: RuleFinding,
): Verdict {
  return {
    decision,
    step,
    reason,
    ...(found?.rule !== undefined && { rule: found.rule }),
    ...(found?.from_cache === true && { from_cache: true }),
  };
}
