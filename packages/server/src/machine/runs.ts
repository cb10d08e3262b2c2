import {
  activeTree,
  isFinished,
  rootOf,
  statusOf,
  treeOf,
  type ControlState,
  type RunTree,
} from '@hitl/protocol/fold';
import { ofOwner, openCalls, refuse, type Decider, type Refused } from './decider.ts';
import { completeParent, endTree, failRun } from './end-run.ts';
import type { Recorder } from './recorder.ts';
import { cutContent } from './tool-results.ts';
import { announce, claim } from './settle.ts';

/**
 * Refuses users who do not own the session; its owner is the user who started it. Checked in the
 * commit, so that of two users who start a session at the same time only one gets it.
 */
export function refuseOthers(log: Recorder, userId: string | null): Refused | undefined {
  if (isOwner(log.state, userId)) return undefined;
  return refuse('session_not_found', `There is no session ${log.state.session_id}.`);
}

/** Whether this user may start a run in the session. Any user may start a new session. */
export function isOwner(state: ControlState, userId: string | null): boolean {
  return state.session_id === '' || state.user_id === userId;
}

/**
 * Starts a root run. Refused while the session has an unfinished one, unless that one may be
 * superseded.
 */
export const startRun: Decider<'start_run'> = (log, command) => {
  const refused = refuseOthers(log, command.userId);
  if (refused !== undefined) return refused;
  if (treeOf(log.state, command.runId) !== undefined) return { kind: 'nothing' };
  const busy = activeTree(log.state);
  if (busy !== undefined) {
    const waits = statusOf(busy, rootOf(busy)) === 'suspended';
    if (command.onBusy === 'reject' || !waits) {
      return refuse(
        'session_busy',
        `The session ${log.state.session_id} has an unfinished run, ${busy.root_run_id}. Answer its pending requests, or abort it.`,
        {
          run_id: busy.root_run_id,
          pending_interaction_ids: busy.pending.map(({ request }) => request.id),
        },
      );
    }
    endTree(log, busy, { type: 'superseded' });
  }
  log.add('run_started', command.runId, {
    agent_id: command.agentId,
    user_id: command.userId,
    input: command.input,
    parent_run_id: null,
    parent_tool_call_id: null,
    metadata: command.metadata,
    on_denied: command.onDenied,
    body_digest: command.bodyDigest,
  });
  const tree = treeOf(log.state, command.runId);
  if (tree !== undefined) claim(log, tree, command.owner);
  addInput(log, command.runId, command.stepId, command.input);
};

/** Adds the input of a run as its first message. */
export function addInput(log: Recorder, runId: string, stepId: string, input: string): void {
  const step = { id: stepId, sequence: 0, role: 'user', content: input } as const;
  log.add('step_completed', runId, { step });
}

/** Starts the run of an external call or question; it has no runner. */
export const startExternal: Decider<'start_external'> = (log, command) => {
  const refused = refuseOthers(log, command.userId);
  if (refused !== undefined) return refused;
  const { runId, toolCallId, verdict, request, ongoing = false, bodyDigest } = command;
  const tree = treeOf(log.state, runId);
  if (tree !== undefined && (!ongoing || !takesCalls(tree))) return { kind: 'nothing' };
  if (tree === undefined) {
    const paused = Object.values(log.state.trees).filter((other) => isHeld(other));
    if (paused.length >= MAX_PAUSED) {
      return refuse(
        'rate_limited',
        `The session ${log.state.session_id} has ${MAX_PAUSED} paused runs. Resume or abort some of them.`,
        { limit: 'paused_runs' },
      );
    }
    if (ongoing) endIdle(log);
    log.add('run_started', runId, {
      agent_id: command.agentId,
      user_id: command.userId,
      input: '',
      parent_run_id: null,
      parent_tool_call_id: null,
      external: true,
      joined_interaction_id: command.joinedInteractionId,
      ...(ongoing ? { ongoing } : { body_digest: bodyDigest }),
    });
  }
  log.add('batch_judged', runId, {
    message_id: toolCallId,
    verdicts: [{ tool_call_id: toolCallId, ...verdict }],
    body_digest: ongoing ? bodyDigest : undefined,
    call: verdict.decision === 'allowed' ? command.call : undefined,
  });
  if (request !== undefined) announce(log, request);
  else if (!ongoing) {
    log.add('run_completed', runId, { response: verdict.decision, metrics: {} });
  }
};

/** Maximum number of open external runs without pending requests in a session, besides paused ones. */
const MAX_IDLE = 20;

/** Maximum number of paused external runs in a session; beyond it, no other external run starts. */
const MAX_PAUSED = 100;

/** Whether it is a paused run of an external loop: only a person may end it. */
function isHeld(tree: RunTree): boolean {
  return tree.paused && rootOf(tree).external && rootOf(tree).ended === undefined;
}

/** Whether it is an open run of an external loop that accepts more calls. */
function takesCalls(tree: RunTree): boolean {
  const { ongoing, ended } = rootOf(tree);
  return ongoing === true && ended === undefined;
}

/**
 * Ends the least recently used runs of external loops before another one starts. Not paused ones:
 * that would end the pause too, and calls of an ended run can be claimed.
 */
function endIdle(log: Recorder): void {
  const idle = Object.values(log.state.trees)
    .filter((tree) => takesCalls(tree) && !tree.paused)
    .filter((tree) => tree.pending.length === 0 && tree.unsaved.length === 0)
    .map((tree) => rootOf(tree))
    .toSorted((left, right) => (left.updated_at < right.updated_at ? -1 : 1));
  for (const { id } of idle.slice(0, Math.max(0, idle.length - MAX_IDLE + 1))) {
    log.add('run_completed', id, { response: '', metrics: {} });
  }
}

/** Lets an instance take over a run whose owner is gone. */
export const claimRun: Decider<'claim_run'> = (log, { runId, owner, expectedOwner }) => {
  const tree = treeOf(log.state, runId);
  if (tree === undefined || isFinished(tree)) return { kind: 'nothing' };
  if ((tree.owner ?? null) !== expectedOwner) return { kind: 'not_owner' };
  claim(log, tree, owner);
};

/** Records a model's turn; without calls it is the run's response. */
export const completeStep: Decider<'complete_step'> = ofOwner((log, command, { run }) => {
  // Every call needs a result first.
  if (openCalls(run).length > 0) return { kind: 'nothing' };
  const { runId, step, metrics, maxResultBytes = Infinity } = command;
  log.add('step_completed', runId, { step: { ...step, sequence: 0 } });
  if (step.tool_calls !== undefined && step.tool_calls.length > 0) return;
  log.add('run_completed', runId, { response: step.content, metrics: { ...metrics } });
  if (run.parent_run_id !== null) {
    completeParent(log, run, cutContent(step.content, maxResultBytes));
  }
});

/** Fails a run that cannot continue. */
export const failCommand: Decider<'fail_run'> = ofOwner((log, command) => {
  failRun(log, command.runId, command.error, command.code);
});
