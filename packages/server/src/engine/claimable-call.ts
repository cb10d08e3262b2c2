import { actionOf, argsDigest, decisionOf, rootOf, treeOf, undecided } from '@hitl/protocol/fold';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import type { ScopedCall } from '../approval/rules.ts';
import { mayAskFor, mayLookAt, type Caller } from '../store/caller.ts';
import type { InteractionRecord, LoadedSession, SessionKey } from '../store/store.ts';
import type { EngineContext } from './context.ts';
import { allowedAt, externalRunId } from './external-status.ts';
import { notFound } from './failures.ts';

/** An allowed call of an external loop, with its effective arguments. */
export interface ClaimableCall extends Omit<ScopedCall, 'now'> {
  /** The run in which it was evaluated. */
  readonly runId: string;
  readonly agentId: string;
  readonly toolCallId: string;
  /** Digest of the call as submitted for approval. */
  readonly argsDigest: string;
  /** The request, if a person was asked. */
  readonly interactionId?: string;
  /** The run of its execution. */
  readonly executionRunId: string;
}

/** Finds a call by the id of its request, or by its position in the log if no person was asked. */
export async function findClaimable(
  context: EngineContext,
  caller: Caller,
  id: string,
): Promise<Result<ClaimableCall>> {
  const { tenantId } = caller;
  const record = await context.store.findInteraction(tenantId, id);
  const at = record === null ? allowedAt(id) : null;
  const runId = record?.run_id ?? at?.runId;
  const found = runId === undefined ? null : await context.store.findRun(tenantId, runId);
  if (found === null || !mayLookAt(caller, found.run.user_id)) return notFound('interaction', id);
  const { run } = found;
  const key: SessionKey = { tenantId, sessionId: found.sessionId };
  if (!mayClaim(context, caller, run.user_id)) {
    return failure('forbidden', 'Only a caller that may ask for the user of a call may claim it.');
  }
  const claimable = async (call: AllowedCall): Promise<Result<ClaimableCall>> =>
    success({
      ...key,
      ...call,
      runId: run.id,
      agentId: run.agent_id,
      userId: run.user_id,
      executionRunId: await externalRunId('execution', key, call.toolCallId),
    });
  if (record !== null) {
    const [first] = await context.store.readRun(key, record.root_run_id, 0, 1);
    if (first?.type !== 'run_started' || first.data.external !== true) {
      return notClaimable('it is a call of the server, which runs it itself');
    }
    const call = await approved(record);
    return call.ok ? claimable(call.value) : call;
  }
  const [event] = at === null ? [] : await context.store.readRun(key, run.id, at.seq - 1, 1);
  if (event?.type !== 'batch_judged' || event.run_id !== run.id) return notFound('interaction', id);
  const [verdict] = event.data.verdicts;
  const { call } = event.data;
  if (verdict?.decision !== 'allowed' || call === undefined) return notFound('interaction', id);
  const { tool_name: toolName, tool_args: toolArgs } = call;
  return claimable({
    toolCallId: verdict.tool_call_id,
    toolName,
    toolArgs,
    argsDigest: await argsDigest(toolName, toolArgs),
  });
}

type AllowedCall = Pick<
  ClaimableCall,
  'toolCallId' | 'toolName' | 'toolArgs' | 'argsDigest' | 'interactionId'
>;

/** An approved call, as the person approved it. */
async function approved(record: InteractionRecord): Promise<Result<AllowedCall>> {
  const { interaction_request: request, response, status } = record;
  if (request.purpose !== 'authorization') return notClaimable('it is a question, not a call');
  const decision = decisionOf(record);
  if (decision === 'pending') return notClaimable('a person has not decided about it yet');
  if (decision !== 'answered' || response === undefined) return notClaimable(undecided(status));
  const action = actionOf(request, response);
  if (action !== 'approve' && action !== 'modify_args') {
    return notClaimable(
      action === 'answer' ? 'a person supplied its result' : 'User denied consent',
    );
  }
  const { tool_name: toolName, tool_args: args, tool_call_id: toolCallId } = request;
  return success({
    toolCallId,
    toolName,
    toolArgs: (action === 'modify_args' ? response.modified_args : undefined) ?? args,
    argsDigest: request.args_digest ?? (await argsDigest(toolName, args)),
    interactionId: request.id,
  });
}

/** Why a call may not start in the current state of its session; `undefined` if it may. */
export async function blocked(
  { store }: EngineContext,
  call: ClaimableCall,
  { state }: LoadedSession,
): Promise<Failure | undefined> {
  const { tenantId, sessionId, runId } = call;
  const tree = treeOf(state, runId);
  const found = tree === undefined ? await store.findRun(tenantId, runId) : null;
  // The session was deleted meanwhile. A commit would begin it again.
  if (tree === undefined && found === null) return notFound('session', sessionId);
  const ended = tree === undefined ? found?.run.status : rootOf(tree).ended;
  if (ended === 'aborted' || ended === 'failed') {
    return failure('run_finished', `Run ${runId} was ended, so its calls do not run any more.`);
  }
  return tree?.paused === true ? notClaimable(`its run ${runId} is paused`) : undefined;
}

/** Whether the caller may run the call: callers that may ask for a user may run the user's calls. */
function mayClaim(context: EngineContext, caller: Caller, owner: string | null): boolean {
  if (caller.anyUser || (caller.reviewer && !context.separateReviewer)) return true;
  return owner === null ? caller.service === true : mayAskFor(caller, owner);
}

export function notClaimable(why: string): Failure {
  return failure('not_claimable', `The call may not run: ${why}.`);
}
