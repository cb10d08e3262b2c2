import { treeOf } from '@hitl/protocol/fold';
import { ofCall, ofOwner, openCalls, type Decider } from './decider.ts';
import {
  deniedResult,
  errorResult,
  refusedResult,
  suppliedResult,
  EDITED_NOTICE,
} from './tool-results.ts';
import { addInput } from './runs.ts';
import { addResult, announce, suspend } from './settle.ts';

/**
 * Records the evaluation of a batch in one commit: verdicts, error results of calls that cannot
 * run, all requests and the suspension. So no answer can arrive for half a batch.
 */
export const recordVerdicts: Decider<'judge_batch'> = ofOwner((log, command, { tree, run }) => {
  const { messageId, verdicts, runId } = command;
  const { batch } = run;
  const open =
    batch?.judged === false || openCalls(run).some(({ status }) => status === 'proposed');
  if (batch?.message_id !== messageId || !open || tree.paused) return { kind: 'nothing' };
  log.add('batch_judged', runId, {
    message_id: messageId,
    verdicts: verdicts.map(({ toolCallId, verdict }) => ({ tool_call_id: toolCallId, ...verdict })),
  });
  for (const { result } of verdicts) {
    if (result !== undefined) addResult(log, runId, result);
  }
  for (const { request } of verdicts) {
    if (request !== undefined) announce(log, request);
  }
  suspend(log, runId);
});

/** Records that the rules of an answer are stored. */
export const rulesSaved: Decider<'rules_saved'> = (log, { interactionId: id, rules }) => {
  for (const tree of Object.values(log.state.trees)) {
    const unsaved = tree.unsaved.find(({ interaction_id: other }) => other === id);
    if (unsaved === undefined) continue;
    log.add('rules_saved', unsaved.run_id, { interaction_id: id, rules: [...rules] });
    return;
  }
  return { kind: 'nothing' };
};

/** Claims one execution: only the instance that appends this runs the tool. */
export const startTool: Decider<'start_tool'> = ofCall(
  ['ready', 'started', 'unknown'],
  (log, { runId, idempotencyKey }, { tree, call }) => {
    // A pause lets the current step finish and starts nothing new.
    if (tree.paused) return { kind: 'nothing' };
    log.add('tool_started', runId, {
      tool_call_id: call.tool_call_id,
      tool_name: call.tool_name,
      args: { ...call.args },
      attempt: call.attempt + 1,
      idempotency_key: idempotencyKey,
    });
  },
);

/** Denies a call right before execution; this wins over any approval. */
export const refuseCall: Decider<'refuse_call'> = ofCall(
  ['ready', 'unknown'],
  (log, { runId, verdict }, { call }) => {
    const { tool_call_id, tool_name } = call;
    const { step, reason, rule } = verdict;
    log.add('tool_auth_denied', runId, { tool_call_id, tool_name, reason, step, rule });
    addResult(log, runId, deniedResult(call, log.now, reason));
  },
);

/** Suspends a call again. Calls that have run keep their results and are not repeated. */
export const suspendCall: Decider<'suspend_call'> = ofCall(
  ['ready', 'started'],
  (log, { runId, request }) => {
    announce(log, request);
    suspend(log, runId);
  },
);

/**
 * Records that the instance running the call is gone, so it is unknown whether the call had an
 * effect.
 */
export const markOutcomeUnknown: Decider<'mark_outcome_unknown'> = ofCall(
  ['started', 'unknown'],
  (log, { runId, request }, { call }) => {
    const { tool_call_id, tool_name, attempt } = call;
    const interaction_id = request?.id;
    log.add('tool_outcome_unknown', runId, { tool_call_id, tool_name, attempt, interaction_id });
    if (request !== undefined) {
      announce(log, request);
      suspend(log, runId);
      return;
    }
    const message =
      'The server stopped while the tool ran. It is not known whether the tool had its effect, so it was not run again.';
    addResult(log, runId, errorResult(call, log.now, message));
  },
);

/** Records the result of a call that has run. */
export const completeTool: Decider<'complete_tool'> = ofCall(
  ['ready', 'started'],
  (log, { runId, result }, { call }) => {
    const isEdited = call.edited === true;
    const content = isEdited ? `${EDITED_NOTICE}\n${result.content}` : result.content;
    addResult(log, runId, { ...result, content });
  },
);

/**
 * Records the result of a call that does not run, because it was refused or a person supplied its
 * result.
 */
export const recordResult: Decider<'record_result'> = ofCall(
  ['ready', 'refused'],
  (log, { runId, maxResultBytes }, { call }) => {
    const { tool_call_id, tool_name, refusal } = call;
    if (refusal === undefined) {
      if (call.supplied !== true) return { kind: 'nothing' };
      addResult(log, runId, suppliedResult(call, log.now, maxResultBytes));
      return;
    }
    // A person's denial already has an event; a rule's or policy's gets it here.
    if (call.verdict === 'denied') {
      log.add('tool_auth_denied', runId, { tool_call_id, tool_name, reason: refusal.reason });
    }
    addResult(log, runId, refusedResult(call, log.now, refusal));
  },
);

/** Starts a nested run for a call of another agent. */
export const startNested: Decider<'start_nested'> = (log, command) => {
  const refused = startTool(log, { ...command, type: 'start_tool' });
  if (refused !== undefined) return refused;
  const root = treeOf(log.state, command.runId);
  log.add('run_started', command.nestedRunId, {
    agent_id: command.agentId,
    user_id: root?.runs[command.runId]?.user_id ?? null,
    input: command.input,
    parent_run_id: command.runId,
    parent_tool_call_id: command.toolCallId,
  });
  addInput(log, command.nestedRunId, command.stepId, command.input);
};
