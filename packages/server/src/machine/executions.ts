import type { InteractionRequest, InteractionResponse, ToolResult } from '@hitl/protocol';
import { rootOf, treeOf, type RunTree } from '@hitl/protocol/fold';
import type { Decider } from './decider.ts';
import type { Recorder } from './recorder.ts';
import { refuseOthers } from './runs.ts';
import { announce, settle } from './settle.ts';
import { instantResult } from './tool-results.ts';

/** Starts a call of an external loop: the run of its execution, and each attempt in it. */
export const startExecution: Decider<'start_execution'> = (log, command) => {
  const refused = refuseOthers(log, command.userId);
  if (refused !== undefined) return refused;
  const { runId, executes } = command;
  const tree = treeOf(log.state, runId);
  if (tree !== undefined && (!isOpen(tree) || tree.pending.length > 0)) return { kind: 'nothing' };
  if (tree === undefined) {
    log.add('run_started', runId, {
      agent_id: command.agentId,
      user_id: command.userId,
      input: '',
      parent_run_id: null,
      parent_tool_call_id: null,
      external: true,
      executes,
    });
  }
  log.add('tool_started', runId, {
    tool_call_id: executes.tool_call_id,
    tool_name: command.toolName,
    args: { ...command.args },
    attempt: command.attempt,
    idempotency_key: runId,
    holder: command.holder,
    lease_until: command.leaseUntil,
  });
};

/** Records the outcome reported by the loop, and withdraws a request about it. */
export const completeExecution: Decider<'complete_execution'> = (log, { runId, result }) => {
  const tree = treeOf(log.state, runId);
  if (tree === undefined || !isOpen(tree)) return { kind: 'nothing' };
  for (const { request } of tree.pending) settle(log, request, { outcome: 'cancelled' });
  endExecution(log, runId, result);
};

/** Asks a person, because the holder of the claim did not report the outcome in time. */
export const doubtExecution: Decider<'doubt_execution'> = (log, { runId, attempt, request }) => {
  const tree = treeOf(log.state, runId);
  if (tree === undefined || !isOpen(tree) || tree.pending.length > 0) return { kind: 'nothing' };
  const { id: interaction_id, tool_call_id, tool_name } = request;
  log.add('tool_outcome_unknown', runId, { tool_call_id, tool_name, attempt, interaction_id });
  announce(log, request);
};

/**
 * Records a person's decision about the outcome of an execution; `retry` leaves it open for the
 * next claim.
 */
export function settleExecution(
  log: Recorder,
  request: InteractionRequest,
  response: InteractionResponse,
): void {
  const choice = response.selected_values?.[0];
  if (choice === 'retry') return;
  const isDone = choice === 'mark_done';
  const text = response.text || (isDone ? '' : 'The user marked the call as failed');
  const error = isDone ? null : text;
  endExecution(
    log,
    request.run_id,
    instantResult(request, log.now, request.tool_args, text, error),
  );
}

function endExecution(log: Recorder, runId: string, result: ToolResult): void {
  log.add('tool_completed', runId, { result });
  const response = result.is_success ? 'completed' : 'failed';
  log.add('run_completed', runId, { response, metrics: {} });
}

function isOpen(tree: RunTree): boolean {
  const { external, ended } = rootOf(tree);
  return external && ended === undefined;
}
