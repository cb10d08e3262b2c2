import type { ControlState } from '@hitl/protocol/fold';
import { answer, askAgain } from './answer.ts';
import {
  completeTool,
  suspendCall,
  recordVerdicts,
  markOutcomeUnknown,
  recordResult,
  refuseCall,
  rulesSaved,
  startNested,
  startTool,
} from './batch.ts';
import type { Command } from './commands.ts';
import { cancel, control, expire, noteError } from './control.ts';
import { completeExecution, doubtExecution, startExecution } from './executions.ts';
import { record, type Recorder } from './recorder.ts';
import type { Refused } from './refused.ts';
import { claimRun, completeStep, failCommand, startExternal, startRun } from './runs.ts';

/** The events of a command, or why there are none. */
export type Decision = { readonly kind: 'events'; readonly log: Recorder } | Refused;

/** The log's id and state, and the time by the store's clock. */
export interface Circumstances {
  readonly sessionId: string;
  readonly state: ControlState;
  readonly now: string;
}

/**
 * Decides the events of a command. A pure and total function: time, ids, digests and policies are
 * passed in, and every command gets events or a reason in every state.
 */
export function decide(at: Circumstances, command: Command): Decision {
  const log = record(at.sessionId, at.state, at.now);
  const refused = dispatch(log, command);
  if (refused !== undefined) return refused;
  return log.events.length > 0 ? { kind: 'events', log } : { kind: 'nothing' };
}

/**
 * Adds the events of a further command to a decision, so that both are one commit. `false`: it has
 * no effect, and the decision is unchanged.
 */
export function decideAlso(log: Recorder, command: Command): boolean {
  const before = log.events.length;
  return dispatch(log, command) === undefined && log.events.length > before;
}

function dispatch(log: Recorder, command: Command): Refused | undefined {
  switch (command.type) {
    case 'start_run':
      return startRun(log, command);
    case 'start_external':
      return startExternal(log, command);
    case 'start_execution':
      return startExecution(log, command);
    case 'complete_execution':
      return completeExecution(log, command);
    case 'doubt_execution':
      return doubtExecution(log, command);
    case 'claim_run':
      return claimRun(log, command);
    case 'complete_step':
      return completeStep(log, command);
    case 'fail_run':
      return failCommand(log, command);
    case 'judge_batch':
      return recordVerdicts(log, command);
    case 'rules_saved':
      return rulesSaved(log, command);
    case 'start_tool':
      return startTool(log, command);
    case 'refuse_call':
      return refuseCall(log, command);
    case 'suspend_call':
      return suspendCall(log, command);
    case 'mark_outcome_unknown':
      return markOutcomeUnknown(log, command);
    case 'complete_tool':
      return completeTool(log, command);
    case 'record_result':
      return recordResult(log, command);
    case 'start_nested':
      return startNested(log, command);
    case 'answer':
      return answer(log, command);
    case 'ask_again':
      return askAgain(log, command);
    case 'cancel':
      return cancel(log, command);
    case 'note_error':
      return noteError(log, command);
    case 'expire':
      return expire(log, command);
    case 'control':
      return control(log, command);
  }
}
