import type { RiskLevel, ToolArgs, Verdict, VerdictStep } from '@hitl/protocol';
import type { DescribedTool } from '../agents/tool.ts';
import { given } from '../base/given.ts';
import type { ApprovalSettings, PolicyDecision } from '../agents/agent.ts';
import { highestRisk } from './external-words.ts';
import { isOneTime, type SuggestedRules } from './describe-call.ts';
import { evaluationFailed } from './refusals.ts';
import type { RuleCache, RuleFinding, ScopedCall } from './rules.ts';
import { messageOf } from '../base/message-of.ts';

/** Decision if nothing else decides. */
export type DefaultPolicy = 'allow' | 'ask' | 'deny';

/**
 * Decision for a call of a run without a user: `settings`: the same as with a user; `ask`: a person
 * is needed unless an approval policy allows it.
 */
export type AnonymousRuns = 'settings' | 'ask';

/** Dependencies of the policy chain. */
export interface PolicyChainOptions {
  readonly rules: RuleCache;
  /** `false`: the server keeps no rules. */
  readonly hasPermissionStore: boolean;
  readonly defaultPolicy: DefaultPolicy;
  readonly anonymousRuns: AnonymousRuns;
}

/** A call to be evaluated. */
export interface ChainCall extends ScopedCall {
  readonly agent: ApprovalSettings;
  readonly tool: DescribedTool;
  readonly runId: string;
  readonly toolCallId: string;
  /** Records nothing: rules do not count as used. */
  readonly trial?: boolean;
}

/** A verdict, with the policy's information for the person who is asked. */
export interface ChainVerdict extends Verdict {
  readonly riskLevel?: RiskLevel;
  /** Suggestions of the policy for a rule; not part of the verdict in the log. */
  readonly suggested?: SuggestedRules;
}

/** The verdict as stored in the log. */
export function recordedVerdict(full: ChainVerdict): Omit<ChainVerdict, 'suggested'> {
  const { suggested: _, ...recorded } = full;
  return recorded;
}

/**
 * The policy chain: the first decision wins, and each verdict has its step, rule and reason. An
 * error anywhere is a denial with its reason.
 */
export type PolicyChain = (call: ChainCall) => Promise<ChainVerdict>;

/** Builds the policy chain of one engine. */
export function createPolicyChain({
  rules,
  hasPermissionStore: hasStore,
  defaultPolicy,
  anonymousRuns,
}: PolicyChainOptions): PolicyChain {
  return async (call) => {
    try {
      return await evaluate(call);
    } catch (error) {
      return verdict('denied', 'error', `The permission check failed: ${messageOf(error)}`);
    }
  };

  async function evaluate(call: ChainCall): Promise<ChainVerdict> {
    const { tool } = call;
    const policy = (await askPolicy(call)) ?? null;
    const settled = await applySteps(call, policy);
    const asksAnyway = anonymousRuns === 'ask' && call.userId === null && !isOnlyAsking(tool);
    if (!asksAnyway || settled.decision !== 'allowed' || policy?.decision === 'auto_approve') {
      return settled;
    }
    const reason = 'The run has no user, and no approval policy allows it';
    return needsAuth(tool, policy, 'anonymous_run', reason);
  }

  async function applySteps(call: ChainCall, policy: PolicyDecision | null): Promise<ChainVerdict> {
    const { agent, tool } = call;
    // Without permissions the steps that ask or allow by rule are skipped; a denial never is.
    const rulesCount = agent.enablePermissions && hasStore;
    // Needed even if rules are disabled: protected files are always denied.
    const found = await rules.find({ ...call, agentId: agent.name }, call.trial);

    if (policy?.decision === 'auto_deny') {
      return verdict('denied', 'policy_deny', policy.reason ?? 'Denied by policy');
    }
    if (found.kind === 'deny') {
      const why = found.rule === undefined ? found.reason : 'Matched deny pattern';
      return verdict('denied', 'deny_rule', why, found);
    }
    if (rulesCount && found.kind === 'ask') {
      return needsAuth(tool, policy, 'ask_rule', found.reason, found);
    }
    if (rulesCount && found.kind === 'allow') {
      try {
        if (!isOneTime(tool, call.toolArgs)) {
          return verdict('allowed', 'allow_rule', 'Matched allow pattern', found);
        }
      } catch (error) {
        return evaluationFailed(error);
      }
    }
    const own = ownPolicy(call);
    if (own !== undefined) return own;
    if (policy?.decision === 'auto_approve') {
      return verdict('allowed', 'policy', policy.reason ?? 'Approved by policy');
    }
    if (policy?.decision === 'require_human') {
      const reason = policy.reason ?? 'A policy requires a person to decide';
      return needsAuth(tool, policy, 'policy', reason);
    }
    if (!rulesCount) return verdict('allowed', 'permissions_off', 'Permissions are off');
    return lastStep(call, defaultPolicy, policy);
  }
}

/**
 * Whether a call only asks. Questions have no effect, and calls of agents neither: each call of the
 * nested run is evaluated separately.
 */
function isOnlyAsking(tool: DescribedTool): boolean {
  return tool.question !== undefined || tool.agent !== undefined;
}

function askPolicy({ agent, tool, sessionId, runId, toolCallId, userId, now, ...call }: ChainCall) {
  return agent.approvalPolicy?.shouldApprove(tool, {
    sessionId,
    runId,
    toolCallId,
    toolName: tool.name,
    arguments: call.toolArgs,
    agentId: agent.name,
    userId,
    now,
  });
}

function ownPolicy({ agent, tool, toolArgs }: ChainCall): Verdict | undefined {
  const forAgent = Object.hasOwn(agent.toolPolicies, tool.name)
    ? agent.toolPolicies[tool.name]
    : undefined;
  const policy = forAgent ?? tool.defaultPermissionPolicy ?? undefined;
  if (policy === 'deny')
    return verdict('denied', 'tool_policy', `Denied by the policy of ${tool.name}`);
  if (policy === 'allow') {
    return verdict('allowed', 'tool_policy', `Allowed by the policy of ${tool.name}`);
  }
  return requiresConsent(tool, toolArgs) === false
    ? verdict('allowed', 'tool_policy', 'Tool does not require consent')
    : undefined;
}

function lastStep(
  { tool, toolArgs }: ChainCall,
  fallback: DefaultPolicy,
  policy: PolicyDecision | null,
): ChainVerdict {
  if (requiresConsent(tool, toolArgs) === true) {
    return needsAuth(tool, policy, 'requires_consent', 'Tool requires user consent');
  }
  switch (fallback) {
    case 'allow':
      return verdict('allowed', 'default_policy', 'Allowed by the default policy');
    case 'deny':
      return verdict('denied', 'default_policy', 'Denied by the default policy');
    case 'ask':
      return needsAuth(tool, policy, 'default_policy', 'No rule covers it');
  }
}

function requiresConsent(tool: DescribedTool, args: ToolArgs): boolean | undefined {
  const { requiresConsent: wanted } = tool;
  return typeof wanted === 'function' ? wanted(args) : wanted;
}

/** A verdict that needs a person: with the higher risk of tool and policy, and suggestions. */
function needsAuth(
  tool: DescribedTool,
  policy: PolicyDecision | null,
  step: VerdictStep,
  reason: string,
  found?: RuleFinding,
): ChainVerdict {
  const { suggestedPatterns, expiresAtHint } = policy ?? {};
  const suggested = given({ suggestedPatterns, expiresAtHint });
  return {
    ...verdict('needs_auth', step, reason, found),
    ...given({ riskLevel: highestRisk(tool.riskLevel, policy?.riskLevel) }),
    ...(Object.keys(suggested).length > 0 && { suggested }),
  };
}

function verdict(
  decision: Verdict['decision'],
  step: VerdictStep,
  reason: string,
  found?: RuleFinding,
): Verdict {
  const from_cache = found?.fromCache === true ? true : undefined;
  return { decision, step, reason, ...given({ rule: found?.rule, from_cache }) };
}
