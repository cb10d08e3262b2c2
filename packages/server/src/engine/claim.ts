import type { ClaimInput, ClaimResult } from '@hitl/protocol';
import { formatTime } from '@hitl/protocol/fold';
import { NO_AGENT, NO_AGENT_SETTINGS, toolFor } from '../agents/agent.ts';
import { executionRecovery } from '../approval/build-request.ts';
import { given } from '../base/given.ts';
import { mapped, success, type Failure, type Result } from '../base/result.ts';
import type { Command } from '../machine/commands.ts';
import type { LoadedSession } from '../store/store.ts';
import { findClaimable, notClaimable, stopped, type ClaimableCall } from './claimable-call.ts';
import type { EngineContext, Operation } from './context.ts';
import { changeExecution, claimResult, type Execution } from './execution.ts';
import { executionEnded } from './failures.ts';
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
  const { waitMs = 0, signal = new AbortController().signal } = options;
  const until = performance.now() + waitMs;
  for (;;) {
    const found = await findClaimable(context, caller, interactionId);
    if (!found.ok) return found;
    const enough = new AbortController();
    const changed = (ms: number) =>
      context.feed.changed(found.value, ms, AbortSignal.any([signal, enough.signal]));
    const left = until - performance.now();
    // Subscribes before reading, so that no change is missed in between.
    const hint = left > 0 ? changed(left) : undefined;
    const tried = await tryClaim(context, found.value, interactionId, input);
    const isDone = !tried.ok || tried.value.claim.claimed || tried.value.claim.result !== undefined;
    if (isDone || hint === undefined || signal.aborted) {
      enough.abort();
      return tried.ok ? success(tried.value.claim) : tried;
    }
    await Promise.race([hint, changed(Math.min(left, tried.value.leaseMs))]);
    enough.abort();
  }
};

/** State of a call after a claim. */
interface Tried {
  readonly claim: ClaimResult;
  /** Remaining time of another caller's claim. */
  readonly leaseMs: number;
}

async function tryClaim(
  context: EngineContext,
  call: ClaimableCall,
  interactionId: string,
  input: ClaimInput,
): Promise<Result<Tried>> {
  let now = '';
  const changed = await changeExecution(context, call, (execution, runId, loaded) => {
    ({ now } = loaded);
    return nextCommand(context, call, { loaded, execution, runId, input });
  });
  return mapped(changed, (execution) => {
    const claim = claimResult(execution, interactionId, input.holder);
    const lease = claim.status === 'running' ? claim.lease_until : undefined;
    const leaseMs = lease === undefined ? Infinity : Date.parse(lease) - Date.parse(now) + 1;
    return { claim, leaseMs };
  });
}

interface At {
  readonly loaded: LoadedSession;
  readonly execution: Execution | null;
  readonly runId: string;
  readonly input: ClaimInput;
}

/** The command for a claim: starts an attempt, asks a person about the last one, or nothing. */
async function nextCommand(
  context: EngineContext,
  call: ClaimableCall,
  { loaded, execution, runId, input }: At,
): Promise<Command | Failure | null> {
  const { now } = loaded;
  switch (execution?.status) {
    case 'completed':
    case 'unknown':
      return null;
    case 'aborted':
      return executionEnded(runId);
    case 'running': {
      const { holder, lease_until: lease = now } = execution.started.data;
      // The holder has not started it yet, or is about to continue it.
      if (holder === input.holder) return refusal(context, call, loaded);
      return now < lease ? null : doubt(call, runId, execution, now);
    }
    case 'open':
    case undefined: {
      // A person has allowed running it again, or approved it.
      const isAsked = execution !== null || call.interactionId !== undefined;
      const refused = await refusal(context, call, loaded, isAsked);
      if (refused !== null) return refused;
      const { agentId, userId, toolName, argsDigest, interactionId } = call;
      const lease = input.lease_ms ?? DEFAULT_LEASE_MS;
      return {
        type: 'start_execution',
        runId,
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
 * A denial wins until the last moment, so rules and policies are checked again. A call that no person has
 * approved also needs what allowed it, until then. `null`: it may run.
 */
async function refusal(
  context: EngineContext,
  call: ClaimableCall,
  loaded: LoadedSession,
  isAsked = call.interactionId !== undefined,
): Promise<Failure | null> {
  const halted = await stopped(context, call, loaded);
  if (halted !== undefined) return halted;
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

async function doubt(
  call: ClaimableCall,
  runId: string,
  { started }: Execution,
  now: string,
): Promise<Command> {
  const { agentId } = call;
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
