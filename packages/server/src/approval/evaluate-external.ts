import type {
  ApprovalAction,
  CreateInteractionInput,
  ExternalWords,
  InteractionRequest,
  Question,
} from '@hitl/protocol';
import { type EvaluatorOptions } from './evaluate.ts';
import { evaluationFailed, openRequest } from './refusals.ts';
import type { DescribedTool, Tool } from '../agents/tool.ts';
import { given } from '../base/given.ts';
import type { SessionKey } from '../store/store.ts';
import { NO_AGENT_SETTINGS, type Agent } from '../agents/agent.ts';
import type { CommandOf } from '../machine/commands.ts';
import { equalTo, isShareable } from './equal-requests.ts';
import { highestRisk } from './external-words.ts';
import { describeCall } from './describe-call.ts';
import { recordedVerdict, type ChainVerdict } from './policy-chain.ts';
import { authorizationRequest, questionRequest, type AskedCall } from './build-request.ts';

/** A request that was evaluated by its sender, and is pending there. */
export interface Relayed {
  /** Actions that the sender accepts, including the answer itself. */
  readonly allowedActions: readonly ApprovalAction[];
}

/** Dependencies for evaluating external calls. */
export interface ExternalOptions extends Omit<EvaluatorOptions, 'hasVault'> {
  /** Every tool of every agent, by name. */
  readonly tools: ReadonlyMap<string, Tool>;
}

/** A call or a question of an external loop, as sent and as parsed. */
export interface ExternalCall {
  readonly key: SessionKey;
  readonly runId: string;
  readonly input: CreateInteractionInput;
  /** `null`: a call that needs approval. */
  readonly question: Question | null;
  /** The agent whose policy decides; `undefined` if none is named. */
  readonly agent: Agent | undefined;
  readonly userId: string | null;
  /** The caller's words; `undefined` if it was evaluated by its sender, or has none. */
  readonly words: ExternalWords | undefined;
  /** Present if it was evaluated by its sender, whose words it then has. */
  readonly relayed: Relayed | undefined;
}

/** The current state of its session. */
export interface ExternalState {
  /** The store's clock. */
  readonly now: string;
  /** Its pending requests. */
  readonly waiting: readonly InteractionRequest[];
  /** Its run is paused: no call runs by a rule or a policy alone. */
  readonly isPaused: boolean;
}

type StartExternal = CommandOf<'start_external'>;

/**
 * Evaluates an external call or question: returns the start of its run, with the verdict, and the
 * request if a person is needed.
 */
export async function evaluateExternal(
  context: ExternalOptions,
  call: ExternalCall,
  { now, waiting, isPaused }: ExternalState,
): Promise<StartExternal> {
  const { key, input, question, userId, runId, relayed } = call;
  const agent = call.agent ?? NO_AGENT_SETTINGS;
  const { tool_call_id: toolCallId, tool_name: toolName = 'question' } = input;
  const start = {
    type: 'start_external',
    runId,
    agentId: agent.name,
    userId,
    toolCallId,
  } as const;
  const asked: AskedCall = {
    ...key,
    runId,
    rootRunId: runId,
    userId,
    agentPath: call.agent === undefined ? [] : [call.agent.name],
    toolCallId,
    toolName,
    toolArgs: input.tool_args ?? {},
    now,
  };
  const wanted = { call: asked, agent, waiting, isRelayed: relayed !== undefined };

  if (question !== null) {
    // Metadata of a question is the caller's, as with a call.
    const { metadata, ...rest } = question;
    const own = relayed === undefined ? rest : { ...rest, ...(metadata && { metadata }) };
    const request = withTermsOf(call, await questionRequest(asked, own));
    const [equal] = relayed === undefined ? equalTo(request, waiting) : [];
    if (equal !== undefined && isShareable(equal, now)) {
      return { ...start, verdict: QUESTION, joinedInteractionId: equal.id };
    }
    const { reason } = QUESTION;
    const opened = await openRequest(context, { ...wanted, reason }, () =>
      Promise.resolve({ verdict: QUESTION, request }),
    );
    return { ...start, ...opened };
  }

  const ours = relayed === undefined ? context.tools.get(toolName) : undefined;
  const known = call.agent?.tools.get(toolName) ?? ours;
  // For a tool that runs in an external loop, rules see all arguments.
  const tool: DescribedTool = known ?? { name: toolName, parameters: { type: 'object' } };
  const evaluated =
    relayed === undefined ? await context.chain({ ...asked, agent, tool }) : RELAYED;
  const verdict: ChainVerdict =
    isPaused && evaluated.decision === 'allowed'
      ? { ...evaluated, decision: 'needs_auth', reason: 'The run is paused' }
      : evaluated;
  if (verdict.decision !== 'needs_auth') {
    const runs = { tool_name: toolName, tool_args: { ...asked.toolArgs } };
    return { ...start, verdict: recordedVerdict(verdict), call: runs };
  }
  const { reason } = verdict;
  const opened = await openRequest(context, { ...wanted, reason }, async () => {
    const described = await describeCall(context.rules, asked, {
      tool: relayed === undefined ? tool : relayedTool(tool, input.metadata ?? {}),
      policy: verdict.suggested,
      attached: input.metadata ?? {},
    }).catch(evaluationFailed);
    if ('decision' in described) return { verdict: described };
    const request = await authorizationRequest(asked, {
      described,
      reason: (relayed && input.reason) ?? reason,
      timeoutMs: agent.consentTimeoutMs,
      ...given({
        riskLevel: highestRisk(verdict.riskLevel, tool.riskLevel, input.risk_level),
        expiresAt: input.expires_at,
        // Only the server describes its own tools.
        toolSchema: known?.parameters ?? input.tool_schema,
      }),
    });
    return { verdict: recordedVerdict(verdict), request: withTermsOf(call, request) };
  });
  return { ...start, ...opened };
}

const QUESTION = { decision: 'needs_auth', step: 'question', reason: 'A question' } as const;

const RELAYED: ChainVerdict = {
  decision: 'needs_auth',
  step: 'policy',
  reason: 'It was evaluated by its sender',
};

/** The server that evaluated the request also describes it and remembers its answer. */
function relayedTool(tool: DescribedTool, facts: Readonly<Record<string, unknown>>): DescribedTool {
  return { ...tool, rememberable: false, describeCall: () => facts };
}

/**
 * The request with the caller's words in `external`, limited to the actions that its caller or relay
 * accepts. The higher of both risks counts.
 */
function withTermsOf<R extends InteractionRequest>(
  { relayed, input, words }: ExternalCall,
  request: R,
): R {
  const actions = relayed?.allowedActions ?? input.allowed_actions;
  return {
    ...request,
    ...(actions !== undefined && { allowed_actions: [...new Set(actions)] }),
    ...(words !== undefined && {
      ...given({ risk_level: highestRisk(request.risk_level, words.risk_level) }),
      external: words,
    }),
  };
}
