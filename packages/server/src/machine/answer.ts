import type { InteractionRequest, RecordedDecision } from '@hitl/protocol';
import {
  actionOf,
  checkResponse,
  findPending,
  formatTime,
  rootOf,
  type PendingInteraction,
  type RunTree,
} from '@hitl/protocol/fold';
import { given } from '../base/given.ts';
import type { CommandOf } from './commands.ts';
import { refuse, type Decider, type Refused } from './decider.ts';
import { settleExecution } from './executions.ts';
import { ABORTED, endTree, failRun } from './end-run.ts';
import type { Recorder } from './recorder.ts';
import { announce, currentTree, reopen, settle, settleExternal, suspend } from './settle.ts';

type Answer = CommandOf<'answer'>;

/**
 * A person's answer. It is validated before anything is written, so a refused answer changes
 * nothing: the interaction stays pending.
 */
export const answer: Decider<'answer'> = (log, command) => {
  const found = findPending(log.state, command.interactionId);
  if (found === undefined) return { kind: 'not_pending' };
  const { tree, pending } = found;
  const { request } = pending;
  const { response } = command;
  if (request.expires_at !== undefined && request.expires_at <= log.now) {
    return refuse(
      'interaction_expired',
      `Interaction ${request.id} was not found or expired at ${request.expires_at}, so the response was not recorded.`,
    );
  }
  if (response.args_digest !== undefined && response.args_digest !== request.args_digest) {
    return refuse(
      'stale_approval',
      `The answer was given for arguments other than those of interaction ${request.id}. Look at it again.`,
    );
  }
  const errors = checkResponse(request, command.given ?? response);
  if (errors.length > 0) {
    const [first] = errors;
    return refuse(
      'invalid_response',
      `The response does not fit interaction ${request.id}: ${first?.path} ${first?.message}.`,
      { errors },
    );
  }
  const action = actionOf(request, response);
  if (action === 'pause') return pause(log, request, command);
  if (action === 'resume') return resume(log, tree, pending, command);
  addResponse(log, request, command, action);
  if (action === 'abort_run') {
    settle(log, request, { outcome: 'cancelled', by: by(command) });
    const reason = response.note ?? ABORTED;
    endTree(log, currentTree(log, tree.root_run_id), { type: 'aborted', reason, by: by(command) });
  } else {
    settleAnswer(log, tree, request, command, action === 'deny');
  }
};

/**
 * Replaces a pending request: the call stays pending, and an answer to the old request is stale.
 */
export const askAgain: Decider<'ask_again'> = (log, { interactionId: id, request }) => {
  const found = findPending(log.state, id);
  if (found === undefined) return { kind: 'not_pending' };
  announce(log, request);
  settle(log, found.pending.request, { outcome: 'superseded', supersededBy: request.id });
  suspend(log, request.run_id);
};

function by(command: Answer): string | undefined {
  return command.caller ?? command.response.reviewer_id ?? command.response.user_id;
}

function addResponse(
  log: Recorder,
  request: InteractionRequest,
  command: Answer,
  action: RecordedDecision['action'] | undefined,
): void {
  const { response, rules, rulesUserId, caller, idempotencyKey } = command;
  const { modified_args, note, reviewer_id } = response;
  const { tool_call_id } = request;
  const decision = action && {
    tool_call_id,
    action,
    ...given({ modified_args, note, reviewer_id }),
    ...(rules.length > 0 && { rules: [...rules], ...given({ rules_user_id: rulesUserId }) }),
  };
  log.add('interaction_response', request.run_id, {
    interaction_id: request.id,
    tool_call_id,
    response: { ...response, responded_at: response.responded_at ?? log.now },
    decision,
    caller,
    idempotency_key: idempotencyKey,
  });
}

function settleAnswer(
  log: Recorder,
  tree: RunTree,
  request: InteractionRequest,
  command: Answer,
  isDenied: boolean,
): void {
  const isDenial = isDenied && request.purpose === 'authorization';
  const status = isDenied ? 'denied' : 'granted';
  const denied = isDenial ? 'User denied consent' : undefined;
  settle(log, request, { outcome: 'answered', status, by: by(command), denied });
  // The setting of the root run also applies to its nested runs.
  const { on_denied: chosen, external: isExternal } = rootOf(tree);
  if (isDenial && (chosen ?? command.onDenied) === 'fail_run') {
    const failed = chosen === undefined ? request.run_id : tree.root_run_id;
    failRun(log, failed, 'Permission denied by user', 'denied');
  }
  if (request.purpose === 'recovery' && isExternal) {
    settleExecution(log, request, command.response);
    return;
  }
  if (settleExternal(log, tree.root_run_id, status)) return;
  reopen(log, tree.root_run_id, command.owner);
}

function pause(log: Recorder, request: InteractionRequest, command: Answer): Refused | undefined {
  if (request.paused === true) return { kind: 'nothing' };
  log.add('tool_paused', request.run_id, clockOf(request, command));
}

function resume(
  log: Recorder,
  tree: RunTree,
  { request, remaining_ms: remaining }: PendingInteraction,
  command: Answer,
): Refused | undefined {
  if (request.paused !== true) return { kind: 'nothing' };
  const runs = remaining !== undefined && !tree.paused;
  const expires_at = runs ? formatTime(Date.parse(log.now) + remaining) : undefined;
  log.add('tool_resumed', request.run_id, { ...clockOf(request, command), expires_at });
}

function clockOf(request: InteractionRequest, command: Answer) {
  return {
    tool_call_id: request.tool_call_id,
    interaction_id: request.id,
    reviewer_id: by(command),
    note: command.response.note,
  };
}
