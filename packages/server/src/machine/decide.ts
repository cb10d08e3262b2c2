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
import type { Command, CommandType } from './commands.ts';
import { cancel, control, expire, noteError } from './control.ts';
import type { Decider, Refused } from './decider.ts';
import { completeExecution, doubtExecution, startExecution } from './executions.ts';
import { record, type Recorder } from './recorder.ts';
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

const DECIDERS: { readonly [T in CommandType]: Decider<T> } = {
  start_run: startRun,
  start_external: startExternal,
  start_execution: startExecution,
  complete_execution: completeExecution,
  doubt_execution: doubtExecution,
  claim_run: claimRun,
  complete_step: completeStep,
  fail_run: failCommand,
  judge_batch: recordVerdicts,
  rules_saved: rulesSaved,
  start_tool: startTool,
  refuse_call: refuseCall,
  suspend_call: suspendCall,
  mark_outcome_unknown: markOutcomeUnknown,
  complete_tool: completeTool,
  record_result: recordResult,
  start_nested: startNested,
  answer,
  ask_again: askAgain,
  cancel,
  note_error: noteError,
  expire,
  control,
};

function dispatch(log: Recorder, command: Command): Refused | undefined {
  // The compiler does not relate the decider of a command's type to the command.
  const decider = DECIDERS[command.type] as Decider<CommandType>;
  return decider(log, command);
}
