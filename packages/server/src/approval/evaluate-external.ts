import type {
  ApprovalAction,
  CreateInteractionInput,
  ExternalWords,
  InteractionRequest,
  Question,
} from '@hitl/protocol';
import { type EvaluatorOptions } from './evaluate.ts';
import { evaluationFailed, refusalToAsk, tooMuchWaiting } from './refusals.ts';
import type { DescribedTool, Tool } from '../agents/tool.ts';
import { given } from '../base/given.ts';
import type { SessionKey } from '../store/store.ts';
import { NO_AGENT_SETTINGS, type Agent } from '../agents/agent.ts';
import type { CommandOf } from '../machine/commands.ts';
import { equalTo, isShareable } from './equal-requests.ts';
import { highestRisk } from './external-words.ts';
import { describeCall, type DescribedCall } from './describe-call.ts';
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
  const { key, input, question, userId, runId, relayed, words } = call;
  const agent = call.agent ?? NO_AGENT_SETTINGS;
  const { tool_call_id: toolCallId } = input;
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
    toolName: input.tool_name ?? 'question',
    toolArgs: input.tool_args ?? {},
    now,
  };
  const refusal = (reason: string) =>
    refusalToAsk(context, {
      agent,
      reason,
      tenantId: key.tenantId,
      userId,
      waiting: waiting.length,
      opening: 0,
    });
  const repeated = (request: InteractionRequest) =>
    relayed === undefined ? tooMuchWaiting(request, waiting, context.quota.limits) : undefined;

  if (question !== null) {
    // Metadata of a question is the caller's, as with a call.
    const { metadata, ...rest } = question;
    const own = relayed === undefined ? rest : { ...rest, ...(metadata && { metadata }) };
    const request = withCallerWords(limited(await questionRequest(asked, own), call), words);
    const verdict = { decision: 'needs_auth', step: 'question', reason: 'A question' } as const;
    const [equal] = relayed === undefined ? equalTo(request, waiting) : [];
    if (equal !== undefined && isShareable(equal, now)) {
      return { ...start, verdict, joinedInteractionId: equal.id };
    }
    const refused = (await refusal('A question')) ?? repeated(request);
    return { ...start, ...(refused ? { verdict: refused } : { verdict, request }) };
  }

  const { toolName, toolArgs } = asked;
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
    const runs = { tool_name: toolName, tool_args: { ...toolArgs } };
    return { ...start, verdict: recordedVerdict(verdict), call: runs };
  }
  const refused = await refusal(verdict.reason);
  if (refused !== undefined) return { ...start, verdict: refused };
  let grant: DescribedCall;
  try {
    grant = await describeCall(context.rules, asked, {
      tool: relayed === undefined ? tool : relayedTool(tool, input.metadata ?? {}),
      policy: verdict.suggested,
      attached: input.metadata ?? {},
    });
  } catch (error) {
    return { ...start, verdict: evaluationFailed(error) };
  }
  const request = await authorizationRequest(asked, {
    described: grant,
    reason: (relayed && input.reason) ?? verdict.reason,
    timeoutMs: agent.consentTimeoutMs,
    ...given({
      riskLevel: highestRisk(verdict.riskLevel, tool.riskLevel, input.risk_level),
      expiresAt: input.expires_at,
      // Only the server describes its own tools.
      toolSchema: known?.parameters ?? input.tool_schema,
    }),
  });
  const tooOften = repeated(request);
  if (tooOften !== undefined) return { ...start, verdict: tooOften };
  return {
    ...start,
    verdict: recordedVerdict(verdict),
    request: withCallerWords(limited(request, call), words),
  };
}

const RELAYED: ChainVerdict = {
  decision: 'needs_auth',
  step: 'policy',
  reason: 'It was evaluated by its sender',
};

/** The server that evaluated the request also describes it and remembers its answer. */
function relayedTool(tool: DescribedTool, facts: Readonly<Record<string, unknown>>): DescribedTool {
  return { ...tool, rememberable: false, describeCall: () => facts };
}

/** The request with the caller's words in `external`. The higher of both risks counts. */
function withCallerWords<R extends InteractionRequest>(
  request: R,
  words: ExternalWords | undefined,
): R {
  if (words === undefined) return request;
  const risk_level = highestRisk(request.risk_level, words.risk_level);
  return { ...request, ...given({ risk_level }), external: words };
}

/** The request, limited to the actions that its caller or relay accepts. */
function limited<R extends InteractionRequest>(
  request: R,
  { relayed, input }: Pick<ExternalCall, 'relayed' | 'input'>,
): R {
  const actions = relayed?.allowedActions ?? input.allowed_actions;
  return actions === undefined ? request : { ...request, allowed_actions: [...new Set(actions)] };
}
