import type { ClaimInput, ClaimResult } from '@hitl/protocol';
import { formatTime } from '@hitl/protocol/fold';
import { NO_AGENT, NO_AGENT_SETTINGS, toolFor } from '../agents/agent.ts';
import { executionRecovery } from '../approval/build-request.ts';
import { given } from '../base/given.ts';
import { success, type Failure, type Result } from '../base/result.ts';
import type { Command } from '../machine/commands.ts';
import type { LoadedSession } from '../store/store.ts';
import { blocked, findClaimable, notClaimable, type ClaimableCall } from './claimable-call.ts';
import type { EngineContext, Operation } from './context.ts';
import { changeExecution, claimResult, executionEnded, type Execution } from './execution.ts';
import { longPoll, type Look } from './long-poll.ts';
import { agentMissing } from '../runner/missing-agent.ts';

const DEFAULT_LEASE_MS = 60_000;
const NOT_ALLOWED_NOW =
  'what allowed it does not apply any more. To ask a person, submit it with a new tool_call_id';

/**
 * Claims an allowed call of an external loop. Only one claim succeeds, through any instance;
 * afterwards the call can be claimed again only if a person decides so.
 */
export const claimCall: Operation<'claim'> = async (
  context,
  caller,
  interactionId,
  input,
  options = {},
) => {
  const find = () => findClaimable(context, caller, interactionId);
  let found: Result<ClaimableCall> | undefined = await find();
  if (!found.ok) return found;
  return longPoll(context, found.value, options, async () => {
    const call = found ?? (await find());
    // Looked up again after a change, as its session may have been deleted.
    found = undefined;
    return call.ok
      ? tryClaim(context, call.value, interactionId, input)
      : { value: call, isDone: true };
  });
};

async function tryClaim(
  context: EngineContext,
  call: ClaimableCall,
  interactionId: string,
  input: ClaimInput,
): Promise<Look<Result<ClaimResult>>> {
  let now = '';
  const changed = await changeExecution(context, call, (execution, loaded) => {
    ({ now } = loaded);
    return nextCommand(context, call, input, execution, loaded);
  });
  if (!changed.ok) return { value: changed, isDone: true };
  const claim = claimResult(changed.value, interactionId, input.holder);
  const { status, lease_until: lease = now } = claim;
  const left = Math.max(0, Date.parse(lease) - Date.parse(now));
  const isRunning = status === 'running';
  return {
    value: success(isRunning ? { ...claim, lease_left_ms: left } : claim),
    isDone: claim.claimed || claim.result !== undefined,
    // The claim of another holder ends with its lease.
    ...(isRunning && { againMs: left + 1 }),
  };
}

/** The command for a claim: starts an attempt, asks a person about the last one, or nothing. */
async function nextCommand(
  context: EngineContext,
  call: ClaimableCall,
  input: ClaimInput,
  execution: Execution | null,
  loaded: LoadedSession,
): Promise<Command | Failure | null> {
  const { now } = loaded;
  switch (execution?.status) {
    case 'completed':
    case 'unknown':
      return null;
    case 'aborted':
      return executionEnded(call);
    case 'running': {
      const { holder, lease_until: lease = now } = execution.started.data;
      // For its holder too, which cannot know whether another host runs the call meanwhile.
      if (now >= lease) return askAboutOutcome(call, execution, now);
      // The holder has not started it yet, or is about to continue it.
      return holder === input.holder ? refusal(context, call, loaded) : null;
    }
    case 'open':
    case undefined: {
      // A call of a deleted session that is submitted again may have run there.
      const erased = await context.store.findErasedRun(call.tenantId, call.executionRunId);
      if (erased !== null) return notClaimable('it was claimed in a session that was deleted');
      // A person has allowed running it again, or approved it.
      const isAsked = execution !== null || call.interactionId !== undefined;
      const refused = await refusal(context, call, loaded, isAsked);
      if (refused !== null) return refused;
      const { agentId, userId, toolName, argsDigest, interactionId } = call;
      const lease = input.lease_ms ?? DEFAULT_LEASE_MS;
      return {
        type: 'start_execution',
        runId: call.executionRunId,
        agentId,
        userId,
        executes: {
          run_id: call.runId,
          tool_call_id: call.toolCallId,
          args_digest: argsDigest,
          ...given({ interaction_id: interactionId }),
        },
        toolName,
        args: execution?.started.data.args ?? call.toolArgs,
        attempt: (execution?.started.data.attempt ?? 0) + 1,
        holder: input.holder,
        leaseUntil: formatTime(Date.parse(now) + lease),
      };
    }
  }
}

/**
 * Why a call may not run now; `null`: it may. Rules and policies are checked again, so that a denial
 * wins at the last moment too. A call that no person approved must still be allowed by them.
 */
async function refusal(
  context: EngineContext,
  call: ClaimableCall,
  loaded: LoadedSession,
  isAsked = call.interactionId !== undefined,
): Promise<Failure | null> {
  const block = await blocked(context, call, loaded);
  if (block !== undefined) return block;
  const { agentId, toolName } = call;
  const agent = context.agents.get(agentId);
  if (agent === undefined && agentId !== NO_AGENT) return agentMissing(agentId);
  const verdict = await context.chain({
    ...call,
    agent: agent ?? NO_AGENT_SETTINGS,
    tool: toolFor(toolName, agent, context.tools),
    now: loaded.now,
  });
  if (verdict.decision === 'denied') return notClaimable(verdict.reason);
  return verdict.decision === 'needs_auth' && !isAsked ? notClaimable(NOT_ALLOWED_NOW) : null;
}

/** Asks a person about the outcome of an attempt that its holder did not report in time. */
async function askAboutOutcome(
  call: ClaimableCall,
  { started }: Execution,
  now: string,
): Promise<Command> {
  const { agentId, executionRunId: runId } = call;
  const request = await executionRecovery({
    ...call,
    runId,
    rootRunId: runId,
    agentPath: agentId === NO_AGENT ? [] : [agentId],
    toolArgs: started.data.args,
    now,
  });
  return { type: 'doubt_execution', runId, attempt: started.data.attempt, request };
}
