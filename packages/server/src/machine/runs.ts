import { problem } from '@hitl/protocol/endpoints';
import {
  activeTree,
  isFinished,
  rootOf,
  statusOf,
  treeOf,
  type ControlState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { CommandOf } from './commands.ts';
import type { Refused } from './refused.ts';
import { completeParent, endTree, failRun } from './end-run.ts';
import { announce } from './announce.ts';
import { openCalls, ownedRun } from './guards.ts';
import type { Recorder } from './recorder.ts';
import { cutContent } from './tool-results.ts';
import { claim } from './settle.ts';

/**
 * Refuses users who do not own the session; its owner is the user who started it. Checked in the
 * commit, so that of two users who start a session at the same time only one gets it.
 */
export function refuseOthers(log: Recorder, userId: string | null): Refused | undefined {
  if (isOwner(log.state, userId)) return undefined;
  const { session_id: id } = log.state;
  return { kind: 'problem', problem: problem('session_not_found', `There is no session ${id}.`) };
}

/** Whether this user may start a run in the session. Any user may start a new session. */
export function isOwner(state: ControlState, userId: string | null): boolean {
  return state.session_id === '' || state.user_id === userId;
}

/**
 * Starts a root run. Refused while the session has an unfinished one, unless that one may be
 * superseded.
 */
export function startRun(log: Recorder, command: CommandOf<'start_run'>): Refused | undefined {
  const refused = refuseOthers(log, command.userId);
  if (refused !== undefined) return refused;
  if (treeOf(log.state, command.runId) !== undefined) return { kind: 'nothing' };
  const busy = activeTree(log.state);
  if (busy !== undefined) {
    const waits = statusOf(busy, rootOf(busy)) === 'suspended';
    if (command.onBusy === 'reject' || !waits) {
      return {
        kind: 'problem',
        problem: problem(
          'session_busy',
          `The session ${log.state.session_id} has an unfinished run, ${busy.root_run_id}. Answer its pending requests, or abort it.`,
          {
            run_id: busy.root_run_id,
            pending_interaction_ids: busy.pending.map(({ request }) => request.id),
          },
        ),
      };
    }
    endTree(log, busy, { type: 'superseded' });
  }
  log.add({
    type: 'run_started',
    run_id: command.runId,
    data: {
      agent_id: command.agentId,
      user_id: command.userId,
      input: command.input,
      parent_run_id: null,
      parent_tool_call_id: null,
      ...(command.metadata !== undefined && { metadata: command.metadata }),
      ...(command.onDenied !== undefined && { on_denied: command.onDenied }),
      ...(command.bodyDigest !== undefined && { body_digest: command.bodyDigest }),
    },
  });
  const tree = treeOf(log.state, command.runId);
  if (tree !== undefined) claim(log, tree, command.owner);
  addInput(log, command.runId, command.stepId, command.input);
  return undefined;
}

/** Adds the input of a run as its first message. */
export function addInput(log: Recorder, runId: string, stepId: string, input: string): void {
  log.add({
    type: 'step_completed',
    run_id: runId,
    data: { step: { id: stepId, sequence: 0, role: 'user', content: input } },
  });
}

/** Starts the run of an external call or question; it has no runner. */
export function startExternal(
  log: Recorder,
  command: CommandOf<'start_external'>,
): Refused | undefined {
  const refused = refuseOthers(log, command.userId);
  if (refused !== undefined) return refused;
  const { verdict, request, ongoing = false, bodyDigest } = command;
  const digest = bodyDigest === undefined ? {} : { body_digest: bodyDigest };
  const tree = treeOf(log.state, command.runId);
  if (tree !== undefined && (!ongoing || !takesCalls(tree))) return { kind: 'nothing' };
  if (tree === undefined) {
    if (ongoing) endIdle(log);
    log.add({
      type: 'run_started',
      run_id: command.runId,
      data: {
        agent_id: command.agentId,
        user_id: command.userId,
        input: '',
        parent_run_id: null,
        parent_tool_call_id: null,
        external: true,
        ...(command.joinedInteractionId !== undefined && {
          joined_interaction_id: command.joinedInteractionId,
        }),
        ...(ongoing ? { ongoing } : digest),
      },
    });
  }
  log.add({
    type: 'batch_judged',
    run_id: command.runId,
    data: {
      message_id: command.toolCallId,
      verdicts: [{ tool_call_id: command.toolCallId, ...verdict }],
      ...(ongoing && digest),
      ...(verdict.decision === 'allowed' && command.call !== undefined && { call: command.call }),
    },
  });
  if (request !== undefined) {
    announce(log, request, command.auth);
    return undefined;
  }
  if (ongoing) return undefined;
  log.add({
    type: 'run_completed',
    run_id: command.runId,
    data: { response: verdict.decision, metrics: {} },
  });
  return undefined;
}

/** Maximum number of open external runs without pending requests in a session. */
const MAX_IDLE = 20;

/** Whether it is an open run of an external loop that accepts more calls. */
function takesCalls(tree: RunTree): boolean {
  const { ongoing, ended } = rootOf(tree);
  return ongoing === true && ended === undefined;
}

/** Ends the least recently used runs of external loops before another one starts. */
function endIdle(log: Recorder): void {
  const idle = Object.values(log.state.trees)
    .filter((tree) => takesCalls(tree) && tree.pending.length === 0 && tree.unsaved.length === 0)
    .map((tree) => rootOf(tree))
    .toSorted((left, right) => (left.updated_at < right.updated_at ? -1 : 1));
  for (const { id } of idle.slice(0, Math.max(0, idle.length - MAX_IDLE + 1))) {
    log.add({ type: 'run_completed', run_id: id, data: { response: '', metrics: {} } });
  }
}

/** Lets an instance take over a run whose owner is gone. */
export function claimRun(log: Recorder, command: CommandOf<'claim_run'>): Refused | undefined {
  const tree = treeOf(log.state, command.runId);
  if (tree === undefined || isFinished(tree)) return { kind: 'nothing' };
  if ((tree.owner ?? null) !== command.expectedOwner) return { kind: 'not_owner' };
  claim(log, tree, command.owner);
  return undefined;
}

/** Records a model's turn; without calls it is the run's response. */
export function completeStep(
  log: Recorder,
  command: CommandOf<'complete_step'>,
): Refused | undefined {
  const owned = ownedRun(log, command);
  if (owned.refused !== undefined) return owned.refused;
  // Every call needs a result first.
  if (openCalls(owned.run).length > 0) return { kind: 'nothing' };
  const { step } = command;
  log.add({
    type: 'step_completed',
    run_id: command.runId,
    data: { step: { ...step, sequence: 0 } },
  });
  if (step.tool_calls !== undefined && step.tool_calls.length > 0) return undefined;
  log.add({
    type: 'run_completed',
    run_id: command.runId,
    data: { response: step.content, metrics: { ...command.metrics } },
  });
  if (owned.run.parent_run_id !== null) {
    const content = cutContent(step.content, command.maxResultBytes ?? Infinity);
    completeParent(log, owned.run, { content, error: null, is_success: true });
  }
  return undefined;
}

/** Fails a run that cannot continue. */
export function failCommand(log: Recorder, command: CommandOf<'fail_run'>): Refused | undefined {
  const owned = ownedRun(log, command);
  if (owned.refused !== undefined) return owned.refused;
  failRun(log, command.runId, command.error, command.code);
  return undefined;
}
