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
   * Rules to offer for remembering, instead of the server's. If the tool also suggests rules, only
   * those that both suggest are offered; each must cover the call.
   */
  readonly suggestedPatterns?: readonly string[];
  /** Suggested expiry of a saved rule, RFC 3339; the person may change it. */
  readonly expiresAtHint?: string;
}

/**
 * Decides about a call before saved rules are checked or a person is asked. Gets the whole
 * definition of the tool. An error counts as a denial.
 */
export interface ApprovalPolicy {
  shouldApprove(
    tool: DescribedTool,
    context: ApprovalContext,
  ): PolicyDecision | null | Promise<PolicyDecision | null>;
}

/** An agent: a model with tools, and settings for approval. */
export interface Agent {
  /** Its name; `agent_id` in the HTTP API. */
  readonly name: string;
  readonly description?: string;
  readonly model: Model;
  /** By name. */
  readonly tools: ReadonlyMap<string, Tool>;
  readonly systemPrompt: string;
  /** Maximum number of model calls in one run. Default 10. */
  readonly maxSteps: number;
  /** `false`: no one is asked, and calls that would need a person are denied. Default `true`. */
  readonly enableHitl: boolean;
  /** `false`: rules and consent are disabled. Default `true`. */
  readonly enablePermissions: boolean;
  readonly approvalPolicy?: ApprovalPolicy;
  /** Effect of a person's denial, unless set for the run. Default: the server's setting. */
  readonly onDenied: OnDenied;
  /** Effect of an expired request. Default `deny`. */
  readonly onTimeout: 'deny' | 'fail_run';
  /** Time limit of an authorization in milliseconds; `null`: none. Default 300,000. */
  readonly consentTimeoutMs: number | null;
  /** Effect of a new message on a suspended run. Default `reject`. */
  readonly onNewMessage: 'reject' | 'supersede';
  /** Whether a bare `confirmed: true` saves the exact resource. Default `true`. */
  readonly rememberConfirmed: boolean;
  /** Whether the model sees secrets, or only the tools. Default `tools`. */
  readonly revealSecrets: 'tools' | 'model';
  /** By tool name: the decision if no rule matches. */
  readonly toolPolicies: Readonly<Record<string, 'allow' | 'deny'>>;
  /** Default user of its runs. */
  readonly userId: string | null;
}

/** What an agent has unless its definition says otherwise. */
export const AGENT_DEFAULTS = {
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
} as const;

/** The `agent_id` of a run of an external loop without an agent. */
export const NO_AGENT = 'external';

/** The parts of an agent that decide whether a call may run. */
export type ApprovalSettings = Pick<
  Agent,
  | 'name'
  | 'enableHitl'
  | 'enablePermissions'
  | 'approvalPolicy'
  | 'toolPolicies'
  | 'consentTimeoutMs'
>;

/** Settings for an external loop without an agent: only rules and people decide. */
export const NO_AGENT_SETTINGS: ApprovalSettings = {
  name: NO_AGENT,
  enableHitl: true,
  enablePermissions: true,
  toolPolicies: {},
  consentTimeoutMs: null,
};

/** The named agent; without a name, the first one with the tool. */
export function agentFor(
  agents: ReadonlyMap<string, Agent>,
  wanted: { readonly agent_id?: string | undefined; readonly tool_name?: string | undefined },
): Agent | undefined {
  const { agent_id: id, tool_name: name } = wanted;
  if (id !== undefined) return agents.get(id);
  if (name === undefined) return undefined;
  return [...agents.values()].find(({ tools }) => tools.has(name));
}

/** A tool of an agent, else of any; a call of an external loop may name one that is not here. */
export function toolFor(
  name: string,
  agent: Agent | undefined,
  tools: ReadonlyMap<string, Tool>,
): DescribedTool {
  return agent?.tools.get(name) ?? tools.get(name) ?? { name, parameters: { type: 'object' } };
}
