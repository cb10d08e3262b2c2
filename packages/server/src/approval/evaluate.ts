import type { InteractionRequest, Verdict } from '@hitl/protocol';
import { chainOf, type CallState, type RunState, type RunTree } from '@hitl/protocol/fold';
import type { Agent } from '../agents/agent.ts';
import { given } from '../base/given.ts';
import type { CallVerdict } from '../machine/commands.ts';
import { describeCall } from './describe-call.ts';
import { recordedVerdict, type PolicyChain, type ChainVerdict } from './policy-chain.ts';
import { authorizationRequest, questionRequest, type AskedCall } from './build-request.ts';
import { errorResult } from '../machine/tool-results.ts';
import type { RuleCache } from './rules.ts';
import { isSensitive, NO_VAULT } from './secrets.ts';
import type { SessionKey } from '../store/store.ts';
import type { Tool } from '../agents/tool.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import { invalidArguments, questionOf } from './call-checks.ts';
import {
  asksNoOne,
  evaluationFailed,
  openRequest,
  type Evaluated,
  type PendingLimits,
} from './refusals.ts';

/** Dependencies for evaluating calls. */
export interface EvaluatorOptions extends PendingLimits {
  readonly chain: PolicyChain;
  readonly rules: RuleCache;
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

/** A call of that run, and its tool. */
export interface CallContext extends RunContext {
  readonly call: CallState;
  readonly tool: Tool;
}

/** Evaluates calls: the one place that checks rules, policies and tools. */
export interface Evaluator {
  /** Verdicts for every call of the open batch without a result, in call order. */
  batch(context: RunContext): Promise<readonly CallVerdict[]>;
  /** The verdict right before a call runs. */
  recheck(context: CallContext): Promise<ChainVerdict>;
  /** The request if that verdict needs a person after all, or the reason why no one can be asked. */
  request(
    context: CallContext,
    verdict: ChainVerdict,
  ): Promise<
    | { readonly request: InteractionRequest; readonly refused?: never }
    | { readonly refused: Verdict }
  >;
}

const QUESTION: Verdict = {
  decision: 'needs_auth',
  step: 'question',
  reason: 'The agent asks a question',
};

export function createEvaluator(options: EvaluatorOptions): Evaluator {
  function runChain(context: CallContext): Promise<ChainVerdict> {
    const { agent, tool } = context;
    return options.chain({ ...askedCall(context), agent, tool });
  }

  async function ask(context: CallContext, verdict: ChainVerdict): Promise<InteractionRequest> {
    const { agent, call, tool } = context;
    const asked = askedCall(context);
    const looked = (await tool.lookUpCall?.(call.args).catch(() => undefined)) ?? {};
    const { suggested: policy } = verdict;
    return authorizationRequest(asked, {
      described: await describeCall(options.rules, asked, { tool, looked, policy }),
      reason: verdict.reason,
      ...given({ riskLevel: verdict.riskLevel }),
      timeoutMs: agent.consentTimeoutMs,
      toolSchema: tool.parameters,
      toolDigest: await toolDigest(tool),
    });
  }

  async function evaluate(
    inRun: RunContext,
    call: CallState,
    asked: readonly InteractionRequest[],
  ): Promise<Evaluated> {
    const { agent, now } = inRun;
    const tool = agent.tools.get(call.tool_name);
    const unfit =
      tool === undefined ? `Unknown tool: ${call.tool_name}` : invalidArguments(tool, call);
    if (tool === undefined || unfit !== undefined) return invalidCall(call, now, unfit ?? '');
    const asks = tool.question === undefined ? undefined : questionOf(tool, call);
    if (typeof asks === 'string') return invalidCall(call, now, asks);
    const context = { ...inRun, call, tool };
    const full = await runChain(context);
    const verdict = recordedVerdict(full);
    // A call that needs approval asks its question when it runs.
    const question = verdict.decision === 'allowed' ? asks : undefined;
    if (verdict.decision !== 'needs_auth' && question === undefined) return { verdict };
    const wanted = {
      call: askedCall(context),
      agent,
      reason: verdict.reason,
      waiting: [...context.waiting, ...asked],
      opening: asked.length,
    };
    return openRequest(options, wanted, async () => {
      if (question === undefined) return { verdict, request: await ask(context, full) };
      if (isSensitive(question) && !options.hasVault) return invalidCall(call, now, NO_VAULT);
      return { verdict: QUESTION, request: await questionRequest(wanted.call, question) };
    });
  }

  return {
    recheck: runChain,
    async request(context, verdict) {
      const refused = asksNoOne(context.agent, verdict.reason);
      if (refused !== undefined) return { refused };
      try {
        return { request: await ask(context, verdict) };
      } catch (error) {
        return { refused: evaluationFailed(error) };
      }
    },
    async batch(context) {
      const verdicts: CallVerdict[] = [];
      for (const call of context.run.batch?.calls ?? []) {
        if (call.status === 'done') continue;
        const asked = verdicts.flatMap(({ request }) => request ?? []);
        // A call that cannot be evaluated is denied: a faulty tool must not stop the run.
        const evaluated = await evaluate(context, call, asked).catch((error: unknown) => ({
          verdict: evaluationFailed(error),
        }));
        verdicts.push({ toolCallId: call.tool_call_id, ...evaluated });
      }
      return verdicts;
    },
  };
}

/** The denial of a call that cannot run, whose result is the reason. */
function invalidCall(call: CallState, now: string, reason: string): Evaluated {
  return {
    verdict: { decision: 'denied', step: 'invalid_call', reason },
    result: errorResult(call, now, reason),
  };
}

/** A call of a run, in the form that requests are built from. */
export function askedCall({ key, tree, run, call, now }: Omit<CallContext, 'tool'>): AskedCall {
  const { batch } = run;
  const index = batch?.calls.findIndex(({ tool_call_id: id }) => id === call.tool_call_id) ?? -1;
  return {
    ...key,
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
    toolArgs: call.args,
    now,
  };
}
