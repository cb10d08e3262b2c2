import type { OnDenied, RiskLevel } from '@hitl/protocol';
import type { Model } from './model.ts';
import type { DescribedTool, Tool } from './tool.ts';

/** Context passed to an approval policy. */
export interface ApprovalContext {
  readonly sessionId: string;
  readonly runId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly agentId: string;
  readonly userId: string | null;
  /** The store's clock, RFC 3339. */
  readonly now: string;
}

/** Decision of an approval policy; `null` leaves the call to the rest of the policy chain. */
export interface PolicyDecision {
  readonly decision: 'auto_approve' | 'auto_deny' | 'require_human';
  readonly riskLevel?: RiskLevel;
  readonly reason?: string;
  /**
   * Rules to offer for remembering, in place of those that the server would offer. What the tool
   * suggests too is offered, where it suggests any; each must cover the call.
   */
  readonly suggestedPatterns?: readonly string[];
  /** When a rule that is saved had better end, RFC 3339: a suggestion that the person may change. */
  readonly expiresAtHint?: string;
}

/**
 * Decides about calls before rules are saved or people are asked, with the whole definition of the tool
 * at hand. An error in it is a denial.
 */
export interface ApprovalPolicy {
  shouldApprove(
    tool: DescribedTool,
    context: ApprovalContext,
  ): PolicyDecision | null | Promise<PolicyDecision | null>;
}

/** An agent: a model with tools, and how people are asked about them. */
export interface Agent {
  /** Its name; `agent_id` on the wire. */
  readonly name: string;
  readonly description?: string;
  readonly model: Model;
  /** By name. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly systemPrompt: string;
  /** How often the model is called in one run. Default 10. */
  readonly maxSteps: number;
  /** `false`: no one is asked; what would need a person is denied. Default `true`. */
  readonly enableHitl: boolean;
  /** `false`: rules and consent fall away. Default `true`. */
  readonly enablePermissions: boolean;
  readonly approvalPolicy?: ApprovalPolicy;
  /** After a person's denial, where its run does not say it. Default: what the server says. */
  readonly onDenied: OnDenied;
  /** After a request expired. Default `deny`. */
  readonly onTimeout: 'deny' | 'fail_run';
  /** How long an authorization waits; `null`: forever. Default 300,000. */
  readonly consentTimeoutMs: number | null;
  /** What a new message does to a suspended run. Default `reject`. */
  readonly onNewMessage: 'reject' | 'supersede';
  /** Whether a bare `confirmed: true` saves the exact resource. Default `true`. */
  readonly rememberConfirmed: boolean;
  /** Whether the model sees secrets, or only the tools. Default `tools`. */
  readonly revealSecrets: 'tools' | 'model';
  /** By tool name: what holds where no rule does. */
  readonly toolPolicies: Readonly<Record<string, 'allow' | 'deny'>>;
  /** Default user of its runs. */
  readonly userId: string | null;
}

/** The `agent_id` of a run of an external loop that named no agent. */
export const NO_AGENT = 'external';

/** What of an agent decides whether a call may run. */
export type ApprovalSettings = Pick<
  Agent,
  | 'name'
  | 'enableHitl'
  | 'enablePermissions'
  | 'approvalPolicy'
  | 'toolPolicies'
  | 'consentTimeoutMs'
>;

/** What decides where an external loop names no agent: rules and people alone. */
export const NO_AGENT_SETTINGS: ApprovalSettings = {
  name: NO_AGENT,
  enableHitl: true,
  enablePermissions: true,
  toolPolicies: {},
  consentTimeoutMs: null,
};

/** The agent that is named; where none is, the first that has the tool. */
export function agentFor(
  agents: ReadonlyMap<string, Agent>,
  wanted: { readonly agent_id?: string | undefined; readonly tool_name?: string | undefined },
): Agent | undefined {
  const { agent_id: id, tool_name: name } = wanted;
  if (id !== undefined) return agents.get(id);
  if (name === undefined) return undefined;
  return [...agents.values()].find(({ tools }) => tools.has(name));
}
