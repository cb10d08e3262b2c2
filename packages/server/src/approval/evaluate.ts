import type { InteractionRequest, Verdict } from '@hitl/protocol';
import { chainOf, type CallState, type RunState, type RunTree } from '@hitl/protocol/fold';
import type { Agent } from '../agents/agent.ts';
import { given } from '../base/given.ts';
import type { CallVerdict } from '../machine/commands.ts';
import { describeCall, evaluationFailed } from './describe-call.ts';
import { recordedVerdict, type PolicyChain, type ChainVerdict } from './policy-chain.ts';
import { authorizationRequest, questionRequest, type AskedCall } from './build-request.ts';
import { errorResult } from '../machine/tool-results.ts';
import type { RuleCache } from './rules.ts';
import type { Quota } from './quota.ts';
import { isSensitive, NO_VAULT } from './secrets.ts';
import type { SessionKey } from '../store/store.ts';
import type { Tool } from '../agents/tool.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import { invalidArguments, questionOf } from './call-checks.ts';
import { refusalToAsk, quotaDenial, tooMuchWaiting } from './refusals.ts';

/** Dependencies for evaluating calls. */
export interface EvaluatorOptions {
  readonly chain: PolicyChain;
  readonly rules: RuleCache;
  /** Maximum number of pending requests in one session. */
  readonly maxPending: number;
  readonly quota: Pick<Quota, 'tooManyPending' | 'limits'>;
  /** Whether sensitive answers can be kept. */
  readonly hasVault: boolean;
}

/** The current state of the run whose calls are evaluated. */
export interface RunContext {
  readonly key: SessionKey;
  readonly tree: RunTree;
  readonly run: RunState;
  readonly agent: Agent;
  /** Pending requests of the session. */
  readonly waiting: readonly InteractionRequest[];
  /** The store's clock. */
  readonly now: string;
}

/** Evaluates calls: the one place that checks rules, policies and tools. */
export interface Evaluator {
  /** Verdicts for every call of the open batch without a result, in call order. */
  batch(context: RunContext): Promise<readonly CallVerdict[]>;
  /** The verdict right before a call runs. */
  recheck(context: RunContext, call: CallState, tool: Tool): Promise<ChainVerdict>;
  /** The request if that verdict needs a person after all, or the reason why no one can be asked. */
  request(
    context: RunContext,
    call: CallState,
    tool: Tool,
    verdict: ChainVerdict,
  ): Promise<Asked | { readonly refused: Verdict }>;
}

interface Asked {
  readonly request: InteractionRequest;
  readonly refused?: never;
}

export function createEvaluator(options: EvaluatorOptions): Evaluator {
  function runChain({ key, run, agent, now }: RunContext, call: CallState, tool: Tool) {
    const { tool_call_id: toolCallId, args } = call;
    const { id: runId, user_id: userId } = run;
    return options.chain({ agent, tool, session: key, userId, runId, toolCallId, args, now });
  }

  async function ask(
    context: RunContext,
    call: CallState,
    tool: Tool,
    verdict: ChainVerdict,
  ): Promise<Asked> {
    const { key, run, agent, now } = context;
    const described = { toolName: call.tool_name, toolArgs: call.args };
    const grant = await describeCall(
      options.rules,
      { ...key, userId: run.user_id },
      described,
      now,
      { tool, ...given({ policy: verdict.suggested }) },
    );
    const looked = (await tool.lookUpCall?.(call.args).catch(() => undefined)) ?? {};
    const request = await authorizationRequest(askedCall(context, call), {
      described: { ...grant, facts: { ...looked, ...grant.facts } },
      reason: verdict.reason,
      ...given({ riskLevel: verdict.riskLevel }),
      timeoutMs: agent.consentTimeoutMs,
      toolSchema: tool.parameters,
      toolDigest: await toolDigest(tool),
    });
    return { request };
  }

  async function evaluate(
    context: RunContext,
    call: CallState,
    asked: readonly InteractionRequest[],
  ): Promise<CallVerdict> {
    const { agent, now } = context;
    const { tool_call_id: id } = call;
    const tool = agent.tools.get(call.tool_name);
    const unfit =
      tool === undefined ? `Unknown tool: ${call.tool_name}` : invalidArguments(tool, call);
    if (tool === undefined || unfit !== undefined) return invalidCall(call, now, unfit ?? '');
    const question = tool.question === undefined ? undefined : questionOf(tool, call);
    if (typeof question === 'string') return invalidCall(call, now, question);
    const full = await runChain(context, call, tool);
    const verdict = recordedVerdict(full);
    if (verdict.decision === 'denied') return { toolCallId: id, verdict };
    const gated = question !== undefined || verdict.decision === 'needs_auth';
    if (!gated) return { toolCallId: id, verdict };
    const waiting = [...context.waiting, ...asked];
    const refused =
      refusalToAsk(agent, verdict.reason, waiting.length, options.maxPending) ??
      quotaDenial(
        await options.quota.tooManyPending(context.key.tenantId, context.run.user_id, asked.length),
      );
    if (refused !== undefined) return { toolCallId: id, verdict: refused };
    if (verdict.decision === 'needs_auth') {
      const wanted = await ask(context, call, tool, full);
      const repeated = tooMuchWaiting(wanted.request, waiting, options.quota.limits);
      return { toolCallId: id, ...(repeated ? { verdict: repeated } : { verdict, ...wanted }) };
    }
    if (question === undefined) return { toolCallId: id, verdict };
    if (isSensitive(question) && !options.hasVault) return invalidCall(call, now, NO_VAULT);
    const request = await questionRequest(askedCall(context, call), question);
    const repeated = tooMuchWaiting(request, waiting, options.quota.limits);
    if (repeated !== undefined) return { toolCallId: id, verdict: repeated };
    return {
      toolCallId: id,
      verdict: { decision: 'needs_auth', step: 'question', reason: 'The agent asks a question' },
      request,
    };
  }

  /** A call that cannot be evaluated is denied: a faulty tool must not stop the run. */
  async function evaluateSafely(
    context: RunContext,
    call: CallState,
    asked: readonly InteractionRequest[],
  ): Promise<CallVerdict> {
    try {
      return await evaluate(context, call, asked);
    } catch (error) {
      return {
        toolCallId: call.tool_call_id,
        verdict: { decision: 'denied', step: 'error', reason: evaluationFailed(error) },
      };
    }
  }

  return {
    recheck: runChain,
    async request(...asked) {
      const [{ agent }, , , { reason }] = asked;
      const refused = refusalToAsk(agent, reason, 0, Infinity);
      if (refused !== undefined) return { refused };
      try {
        return await ask(...asked);
      } catch (error) {
        return { refused: { decision: 'denied', step: 'error', reason: evaluationFailed(error) } };
      }
    },
    async batch(context) {
      const verdicts: CallVerdict[] = [];
      for (const call of context.run.batch?.calls ?? []) {
        if (call.status === 'done') continue;
        const asked = verdicts.flatMap(({ request }) => request ?? []);
        verdicts.push(await evaluateSafely(context, call, asked));
      }
      return verdicts;
    },
  };
}

/** The denial of a call that cannot run, whose result is the reason. */
function invalidCall(call: CallState, now: string, reason: string): CallVerdict {
  return {
    toolCallId: call.tool_call_id,
    verdict: { decision: 'denied', step: 'invalid_call', reason },
    result: errorResult(call, now, reason),
  };
}

/** A call of a run, in the form that requests are built from. */
export function askedCall({ key, tree, run, now }: RunContext, call: CallState): AskedCall {
  const { batch } = run;
  const index = batch?.calls.findIndex(({ tool_call_id: id }) => id === call.tool_call_id) ?? -1;
  return {
    sessionId: key.sessionId,
    runId: run.id,
    rootRunId: tree.root_run_id,
    userId: run.user_id,
    agentPath: chainOf(tree, run.id)
      .map(({ agent_id: agent }) => agent)
      .toReversed(),
    ...(batch !== undefined &&
      index >= 0 && {
        batch: { messageId: batch.message_id, index, size: batch.calls.length },
      }),
    toolCallId: call.tool_call_id,
    toolName: call.tool_name,
    args: call.args,
    now,
  };
}
