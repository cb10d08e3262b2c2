import type { InteractionRequest, RecordedDecision } from '@hitl/protocol';
import { problem, type Issue, type ProblemCode } from '@hitl/protocol/endpoints';
import {
  actionOf,
  checkResponse,
  findPending,
  formatTime,
  rootOf,
  type PendingInteraction,
  type RunTree,
} from '@hitl/protocol/fold';
import type { CommandOf } from './commands.ts';
import type { Refused } from './refused.ts';
import { settleExecution } from './executions.ts';
import { abortEnding, endTree, failRun } from './end-run.ts';
import type { Recorder } from './recorder.ts';
import { announce } from './announce.ts';
import { currentTree, reopen, settle, settleExternal, supersede, suspend } from './settle.ts';

type Answer = CommandOf<'answer'>;

/**
 * A person's answer. It is validated before anything is written, so a refused answer changes
 * nothing: the interaction stays pending.
 */
export function answer(log: Recorder, command: Answer): Refused | undefined {
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
      errors,
    );
  }
  const action = actionOf(request, response);
  switch (action) {
    case 'pause':
      return pause(log, pending, command);
    case 'resume':
      return resume(log, tree, pending, command);
    case 'abort_run':
      addResponse(log, request, command, action);
      settle(
        log,
        currentTree(log, tree.root_run_id),
        request.id,
        'cancelled',
        'denied',
        by(command),
      );
      endTree(log, currentTree(log, tree.root_run_id), abortEnding(response.note, by(command)));
      return undefined;
    default:
      addResponse(log, request, command, action);
      settleAnswer(log, tree, request, command, action === 'deny');
      return undefined;
  }
}

/**
 * Replaces a pending request: the call stays pending, and an answer to the old request is stale.
 */
export function askAgain(
  log: Recorder,
  { interactionId: id, request, auth }: CommandOf<'ask_again'>,
): Refused | undefined {
  const found = findPending(log.state, id);
  if (found === undefined) return { kind: 'not_pending' };
  announce(log, request, auth);
  supersede(log, currentTree(log, found.tree.root_run_id), id, request.id);
  suspend(log, request.run_id);
  return undefined;
}

function refuse(code: ProblemCode, detail: string, errors?: readonly Issue[]): Refused {
  return {
    kind: 'problem',
    problem: problem(code, detail, errors === undefined ? {} : { errors }),
  };
}

function by(command: Answer): string | undefined {
  return command.caller ?? command.response.reviewer_id ?? command.response.user_id;
}

function addResponse(
  log: Recorder,
  request: InteractionRequest,
  command: Answer,
  action: RecordedDecision['action'] | undefined,
): void {
  const { response, rules, rulesUserId: owner, caller, idempotencyKey: key } = command;
  const decision: RecordedDecision | undefined =
    action === undefined
      ? undefined
      : {
          tool_call_id: request.tool_call_id,
          action,
          ...(response.modified_args !== undefined && { modified_args: response.modified_args }),
          ...(response.note !== undefined && { note: response.note }),
          ...(response.reviewer_id !== undefined && { reviewer_id: response.reviewer_id }),
          ...(rules.length > 0 && {
            rules: [...rules],
            ...(owner !== undefined && { rules_user_id: owner }),
          }),
        };
  log.add({
    type: 'interaction_response',
    run_id: request.run_id,
    data: {
      interaction_id: request.id,
      tool_call_id: request.tool_call_id,
      response: { ...response, responded_at: response.responded_at ?? log.now },
      ...(decision !== undefined && { decision }),
      ...(caller !== undefined && { caller }),
      ...(key !== undefined && { idempotency_key: key }),
    },
  });
}

function settleAnswer(
  log: Recorder,
  tree: RunTree,
  request: InteractionRequest,
  command: Answer,
  denied: boolean,
): void {
  const authorization = request.purpose === 'authorization';
  const reason = denied && authorization ? 'User denied consent' : undefined;
  const status = denied ? 'denied' : 'granted';
  settle(
    log,
    currentTree(log, tree.root_run_id),
    request.id,
    'answered',
    status,
    by(command),
    reason,
  );
  // The setting of the root run also applies to its nested runs.
  const { on_denied: chosen } = rootOf(tree);
  if (denied && authorization && (chosen ?? command.onDenied) === 'fail_run') {
    const failed = chosen === undefined ? request.run_id : tree.root_run_id;
    failRun(log, failed, 'Permission denied by user', 'denied');
  }
  if (request.purpose === 'recovery' && rootOf(tree).external) {
    settleExecution(log, request, command.response);
    return;
  }
  if (settleExternal(log, tree.root_run_id, status)) return;
  reopen(log, tree.root_run_id, command.owner);
}

function pause(log: Recorder, pending: PendingInteraction, command: Answer): Refused | undefined {
  const { request } = pending;
  if (request.paused === true) return { kind: 'nothing' };
  log.add({ type: 'tool_paused', run_id: request.run_id, data: clockOf(request, command) });
  return undefined;
}

function resume(
  log: Recorder,
  tree: RunTree,
  pending: PendingInteraction,
  command: Answer,
): Refused | undefined {
  const { request, remaining_ms: remaining } = pending;
  if (request.paused !== true) return { kind: 'nothing' };
  const runs = remaining !== undefined && !tree.paused;
  log.add({
    type: 'tool_resumed',
    run_id: request.run_id,
    data: {
      ...clockOf(request, command),
      ...(runs && { expires_at: formatTime(Date.parse(log.now) + remaining) }),
    },
  });
  return undefined;
}

function clockOf(request: InteractionRequest, command: Answer) {
  const reviewer = by(command);
  const { note } = command.response;
  return {
    tool_call_id: request.tool_call_id,
    interaction_id: request.id,
    ...(reviewer !== undefined && { reviewer_id: reviewer }),
    ...(note !== undefined && { note }),
  };
}
