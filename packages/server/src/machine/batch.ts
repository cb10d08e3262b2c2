import { treeOf } from '@hitl/protocol/fold';
import type { CommandOf } from './commands.ts';
import type { Refused } from './refused.ts';
import { announce } from './announce.ts';
import { openCalls, ownedCall, ownedRun } from './guards.ts';
import type { Recorder } from './recorder.ts';
import {
  deniedResult,
  errorResult,
  refusedResult,
  suppliedResult,
  EDITED_NOTICE,
} from './tool-results.ts';
import { addInput } from './runs.ts';
import { addResult, suspend } from './settle.ts';

/**
 * Records the evaluation of a batch in one commit: verdicts, error results of calls that cannot
 * run, all requests and the suspension. So no answer can arrive for half a batch.
 */
export function recordVerdicts(
  log: Recorder,
  command: CommandOf<'judge_batch'>,
): Refused | undefined {
  const owned = ownedRun(log, command);
  if (owned.refused !== undefined) return owned.refused;
  const { batch } = owned.run;
  const open =
    batch?.judged === false || openCalls(owned.run).some(({ status }) => status === 'proposed');
  if (batch?.message_id !== command.messageId || !open) return { kind: 'nothing' };
  if (owned.tree.paused) return { kind: 'nothing' };
  const { verdicts, runId } = command;
  log.add({
    type: 'batch_judged',
    run_id: runId,
    data: {
      message_id: command.messageId,
      verdicts: verdicts.map(({ toolCallId, verdict }) => ({
        tool_call_id: toolCallId,
        ...verdict,
      })),
    },
  });
  for (const { result } of verdicts) {
    if (result !== undefined) addResult(log, runId, result);
  }
  for (const { request, auth } of verdicts) {
    if (request !== undefined) announce(log, request, auth);
  }
  suspend(log, runId);
  return undefined;
}

/** Records that the rules of an answer are stored. */
export function rulesSaved(log: Recorder, command: CommandOf<'rules_saved'>): Refused | undefined {
  const { interactionId: id } = command;
  for (const tree of Object.values(log.state.trees)) {
    const unsaved = tree.unsaved.find(({ interaction_id: other }) => other === id);
    if (unsaved === undefined) continue;
    log.add({
      type: 'rules_saved',
      run_id: unsaved.run_id,
      data: { interaction_id: id, rules: [...command.rules] },
    });
    return undefined;
  }
  return { kind: 'nothing' };
}

/** Claims one execution: only the instance that appends this runs the tool. */
export function startTool(log: Recorder, command: CommandOf<'start_tool'>): Refused | undefined {
  const owned = ownedCall(log, command, ['ready', 'started', 'unknown']);
  if (owned.refused !== undefined) return owned.refused;
  // A pause lets the current step finish and starts nothing new.
  if (owned.tree.paused) return { kind: 'nothing' };
  const { call } = owned;
  log.add({
    type: 'tool_started',
    run_id: command.runId,
    data: {
      tool_call_id: call.tool_call_id,
      tool_name: call.tool_name,
      args: { ...call.args },
      attempt: call.attempt + 1,
      idempotency_key: command.idempotencyKey,
    },
  });
  return undefined;
}

/** Denies a call right before execution; this wins over any approval. */
export function refuseCall(log: Recorder, command: CommandOf<'refuse_call'>): Refused | undefined {
  const owned = ownedCall(log, command, ['ready', 'unknown']);
  if (owned.refused !== undefined) return owned.refused;
  const { tool_call_id: toolCallId, tool_name: toolName } = owned.call;
  const { step, reason, rule } = command.verdict;
  log.add({
    type: 'tool_auth_denied',
    run_id: command.runId,
    data: {
      tool_call_id: toolCallId,
      tool_name: toolName,
      reason,
      step,
      ...(rule !== undefined && { rule }),
    },
  });
  addResult(log, command.runId, deniedResult({ toolCallId, toolName, at: log.now }, reason));
  return undefined;
}

/** Suspends a call again. Calls that have run keep their results and are not repeated. */
export function suspendCall(
  log: Recorder,
  command: CommandOf<'suspend_call'>,
): Refused | undefined {
  const owned = ownedCall(log, command, ['ready', 'started']);
  if (owned.refused !== undefined) return owned.refused;
  announce(log, command.request, command.auth);
  suspend(log, command.runId);
  return undefined;
}

/**
 * Records that the instance running the call is gone, so it is unknown whether the call had an
 * effect.
 */
export function markOutcomeUnknown(
  log: Recorder,
  command: CommandOf<'mark_outcome_unknown'>,
): Refused | undefined {
  const owned = ownedCall(log, command, ['started', 'unknown']);
  if (owned.refused !== undefined) return owned.refused;
  const { tool_call_id: toolCallId, tool_name: toolName, attempt } = owned.call;
  const { request } = command;
  log.add({
    type: 'tool_outcome_unknown',
    run_id: command.runId,
    data: {
      tool_call_id: toolCallId,
      tool_name: toolName,
      attempt,
      ...(request !== undefined && { interaction_id: request.id }),
    },
  });
  if (request !== undefined) {
    announce(log, request, undefined);
    suspend(log, command.runId);
    return undefined;
  }
  const message =
    'The server stopped while the tool ran. It is not known whether the tool had its effect, so it was not run again.';
  addResult(log, command.runId, errorResult({ toolCallId, toolName, at: log.now }, message));
  return undefined;
}

/** Records the result of a call that has run. */
export function completeTool(
  log: Recorder,
  command: CommandOf<'complete_tool'>,
): Refused | undefined {
  const owned = ownedCall(log, command, ['ready', 'started']);
  if (owned.refused !== undefined) return owned.refused;
  const { result } = command;
  addResult(log, command.runId, {
    ...result,
    ...(owned.call.edited === true && { content: `${EDITED_NOTICE}\n${result.content}` }),
  });
  return undefined;
}

/**
 * Records the result of a call that does not run, because it was refused or a person supplied its
 * result.
 */
export function recordResult(
  log: Recorder,
  command: CommandOf<'record_result'>,
): Refused | undefined {
  const owned = ownedCall(log, command, ['ready', 'refused']);
  if (owned.refused !== undefined) return owned.refused;
  const { call } = owned;
  const frame = { toolCallId: call.tool_call_id, toolName: call.tool_name, at: log.now };
  if (call.refusal === undefined) {
    if (call.supplied !== true) return { kind: 'nothing' };
    addResult(log, command.runId, suppliedResult(frame, call, command.maxResultBytes));
    return undefined;
  }
  // A person's denial already has an event; a rule's or policy's gets it here.
  if (call.verdict === 'denied') {
    log.add({
      type: 'tool_auth_denied',
      run_id: command.runId,
      data: {
        tool_call_id: call.tool_call_id,
        tool_name: call.tool_name,
        reason: call.refusal.reason,
      },
    });
  }
  addResult(log, command.runId, refusedResult(frame, call.refusal));
  return undefined;
}

/** Starts a nested run for a call of another agent. */
export function startNested(
  log: Recorder,
  command: CommandOf<'start_nested'>,
): Refused | undefined {
  const refused = startTool(log, { ...command, type: 'start_tool' });
  if (refused !== undefined) return refused;
  const root = treeOf(log.state, command.runId);
  log.add({
    type: 'run_started',
    run_id: command.nestedRunId,
    data: {
      agent_id: command.agentId,
      user_id: root?.runs[command.runId]?.user_id ?? null,
      input: command.input,
      parent_run_id: command.runId,
      parent_tool_call_id: command.toolCallId,
    },
  });
  addInput(log, command.nestedRunId, command.stepId, command.input);
  return undefined;
}
