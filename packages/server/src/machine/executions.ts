import type { InteractionRequest, InteractionResponse, ToolResult } from '@hitl/protocol';
import { rootOf, treeOf, type RunTree } from '@hitl/protocol/fold';
import { announce } from './announce.ts';
import type { CommandOf } from './commands.ts';
import type { Recorder } from './recorder.ts';
import type { Refused } from './refused.ts';
import { refuseOthers } from './runs.ts';
import { currentTree, settle } from './settle.ts';

/** Starts a call of an external loop: the run of its execution, and each attempt in it. */
export function startExecution(
  log: Recorder,
  command: CommandOf<'start_execution'>,
): Refused | undefined {
  const refused = refuseOthers(log, command.userId);
  if (refused !== undefined) return refused;
  const { runId, executes, agentId, userId } = command;
  const tree = treeOf(log.state, runId);
  if (tree !== undefined && (!isOpen(tree) || tree.pending.length > 0)) return { kind: 'nothing' };
  if (tree === undefined) {
    log.add({
      type: 'run_started',
      run_id: runId,
      data: {
        agent_id: agentId,
        user_id: userId,
        input: '',
        parent_run_id: null,
        parent_tool_call_id: null,
        external: true,
        executes,
      },
    });
  }
  log.add({
    type: 'tool_started',
    run_id: runId,
    data: {
      tool_call_id: executes.tool_call_id,
      tool_name: command.toolName,
      args: { ...command.args },
      attempt: command.attempt,
      idempotency_key: runId,
      holder: command.holder,
      lease_until: command.leaseUntil,
    },
  });
  return undefined;
}

/** Records the outcome reported by the loop, and withdraws a request about it. */
export function completeExecution(
  log: Recorder,
  { runId, result }: CommandOf<'complete_execution'>,
): Refused | undefined {
  const tree = treeOf(log.state, runId);
  if (tree === undefined || !isOpen(tree)) return { kind: 'nothing' };
  for (const { request } of tree.pending) {
    settle(log, currentTree(log, runId), request.id, 'cancelled', 'denied');
  }
  endExecution(log, runId, result);
  return undefined;
}

/** Asks a person, because the holder of the claim did not report the outcome in time. */
export function doubtExecution(
  log: Recorder,
  { runId, attempt, request }: CommandOf<'doubt_execution'>,
): Refused | undefined {
  const tree = treeOf(log.state, runId);
  if (tree === undefined || !isOpen(tree) || tree.pending.length > 0) return { kind: 'nothing' };
  log.add({
    type: 'tool_outcome_unknown',
    run_id: runId,
    data: {
      tool_call_id: request.tool_call_id,
      tool_name: request.tool_name,
      attempt,
      interaction_id: request.id,
    },
  });
  announce(log, request, undefined);
  return undefined;
}

/**
 * Records a person's decision about the outcome of an execution; `retry` leaves it open for the
 * next claim.
 */
export function settleExecution(
  log: Recorder,
  request: InteractionRequest,
  response: InteractionResponse,
): void {
  const said = response.selected_values?.[0];
  if (said === 'retry') return;
  const isDone = said === 'mark_done';
  const text = response.text || (isDone ? '' : 'The user marked the call as failed');
  endExecution(log, request.run_id, {
    tool_call_id: request.tool_call_id,
    tool_name: request.tool_name,
    input_args: { ...request.tool_args },
    content: text,
    output: isDone ? text : null,
    error: isDone ? null : text,
    is_success: isDone,
    start_time: log.now,
    end_time: log.now,
    duration: 0,
  });
}

function endExecution(log: Recorder, runId: string, result: ToolResult): void {
  log.add({ type: 'tool_completed', run_id: runId, data: { result } });
  const response = result.is_success ? 'completed' : 'failed';
  log.add({ type: 'run_completed', run_id: runId, data: { response, metrics: {} } });
}

function isOpen(tree: RunTree): boolean {
  const { external, ended } = rootOf(tree);
  return external && ended === undefined;
}
