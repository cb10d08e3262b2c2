import { argsDigest, type CallState } from '@hitl/protocol/fold';
import type { Tool } from '../agents/tool.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import { afterReplacement } from '../approval/ask-again.ts';
import { questionRequest, recoveryRequest } from '../approval/build-request.ts';
import { askedCall, type CallContext, type RunContext } from '../approval/evaluate.ts';
import type { Secrets } from '../approval/secrets.ts';
import { invalidArguments, questionOf } from '../approval/call-checks.ts';
import type { Transacted } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import type { RunHandle } from './run-handle.ts';
import type { RunnerParts } from './parts.ts';
import { callIds, failCall, idempotencyKeyOf, runTool, startTool } from './run-tool.ts';

const MAX_NESTING = 16;

/** The command that starts an approved call, or the one that it needs instead. */
export async function begin(
  parts: RunnerParts,
  context: RunContext,
  call: CallState,
): Promise<Command> {
  const tool = context.agent.tools.get(call.tool_name);
  if (tool === undefined) {
    return failCall({ ...context, call }, parts.owner, `Unknown tool: ${call.tool_name}`);
  }
  const own = { ...context, call, tool };
  return (await insteadOfRunning(parts, own)) ?? startTool(parts, own);
}

/**
 * Continues a started call, started by this instance just now or by one that is gone, and appends
 * its result; `null`: it was stopped, or is no longer this instance's.
 */
export async function continueCall(
  parts: RunnerParts,
  handle: RunHandle,
  context: RunContext,
  call: CallState,
): Promise<Transacted | null> {
  const { log, evaluator, owner, starts } = parts;
  const { key, run, agent } = context;
  const tool = agent.tools.get(call.tool_name);
  const startedHere = starts.take(run.id, call);
  if (tool !== undefined) {
    const own = { ...context, call, tool };
    if (startedHere !== undefined) return runTool(parts, handle, own, startedHere);
    // Started by an instance that is gone: it runs again only if that is harmless.
    if (tool.effects === 'pure' || tool.effects === 'keyed') {
      // A denial since then wins here too; the effect of the first attempt is then unknown.
      const { decision } = await evaluator.recheck(own);
      const same = !(await isAnotherTool(call, tool)) && invalidArguments(tool, call) === undefined;
      if (decision !== 'denied' && same) return log.transact(key, await startTool(parts, own));
    }
  }
  const ids = callIds({ run, call }, owner);
  if (!agent.enableHitl) return log.transact(key, { type: 'mark_outcome_unknown', ...ids });
  const request = await recoveryRequest(askedCall({ ...context, call }), tool);
  return log.transact(key, { type: 'mark_outcome_unknown', ...ids, request });
}

/** The command to append instead of running a call's tool; `null`: the tool may run. */
async function insteadOfRunning(
  { evaluator, secrets, agents, owner }: RunnerParts,
  context: CallContext,
): Promise<Command | null> {
  const { call, tool } = context;
  const ids = callIds(context, owner);
  // The arguments were valid when evaluated, but the tool may have been replaced since.
  const invalid = invalidArguments(tool, call);
  if (invalid !== undefined) return failCall(context, owner, invalid);
  const verdict = await evaluator.recheck(context);
  if (verdict.decision === 'denied') return { type: 'refuse_call', ...ids, verdict };
  // The call needs a person after all, since rules have changed; or the person approved another
  // call or another tool than this one.
  const unasked = call.approved !== true && call.verdict === 'allowed';
  const replaced = await isAnotherTool(call, tool);
  if ((verdict.decision === 'needs_auth' && unasked) || replaced || (await isAnotherCall(call))) {
    const why = replaced ? afterReplacement(tool, verdict) : verdict;
    const asked = await evaluator.request(context, why);
    return asked.refused === undefined
      ? { type: 'suspend_call', ...ids, request: asked.request }
      : { type: 'refuse_call', ...ids, verdict: asked.refused };
  }
  if (tool.question !== undefined && (await isUnanswered(secrets, context))) {
    const question = questionOf(tool, call);
    if (typeof question === 'object') {
      const request = await questionRequest(askedCall(context), question);
      return { type: 'suspend_call', ...ids, request };
    }
    // A person edited the arguments so that they are no valid question.
    return failCall(context, owner, question ?? `${tool.name} has no question`);
  }
  return tool.agent === undefined ? null : startNested({ agents, owner }, context, tool.agent);
}

/** Whether the question has not been asked yet, or its secret answer is lost. */
async function isUnanswered(secrets: Secrets, { key, call }: CallContext): Promise<boolean> {
  const { answers } = call;
  return answers.length === 0 || (await secrets.open(key)).lacks(answers.at(-1));
}

function startNested(
  { agents, owner }: Pick<RunnerParts, 'agents' | 'owner'>,
  context: CallContext,
  agentId: string,
): Command {
  const { call, tree } = context;
  if (!agents.has(agentId)) {
    return failCall(context, owner, `There is no agent ${agentId} to ask`);
  }
  if (Object.keys(tree.runs).length > MAX_NESTING) {
    const message = `Agents may call each other to a depth of ${MAX_NESTING}`;
    return failCall(context, owner, message);
  }
  const { input } = call.args;
  return {
    type: 'start_nested',
    ...callIds(context, owner),
    nestedRunId: crypto.randomUUID(),
    agentId,
    input: typeof input === 'string' ? input : '',
    stepId: crypto.randomUUID(),
    idempotencyKey: idempotencyKeyOf(context),
  };
}

/** Whether the tool differs from the approved one. Logs of older servers do not record its digest. */
async function isAnotherTool(call: CallState, tool: Tool): Promise<boolean> {
  if (call.approved !== true || call.tool_digest === undefined) return false;
  return (await toolDigest(tool)) !== call.tool_digest;
}

/** Whether the arguments differ from the approved ones: an approval is valid for one call only. */
async function isAnotherCall(call: CallState): Promise<boolean> {
  if (call.approved !== true || call.edited === true) return false;
  if (call.args_digest === undefined) return false;
  return (await argsDigest(call.tool_name, call.args)) !== call.args_digest;
}
