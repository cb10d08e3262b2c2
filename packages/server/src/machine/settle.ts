import type { InteractionOutcome, InteractionRequest, ToolResult } from '@hitl/protocol';
import {
  chainOf,
  isFinished,
  rootOf,
  treeOf,
  type RunState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { Recorder } from './recorder.ts';

/** A run with its tree, after the events so far. */
export interface LocatedRun {
  readonly tree: RunTree;
  readonly run: RunState;
}

/** Locates a run in the current state; the tree changes with each event. */
export function locateRun(log: Recorder, runId: string): LocatedRun | undefined {
  const tree = treeOf(log.state, runId);
  const run = tree?.runs[runId];
  return tree === undefined || run === undefined ? undefined : { tree, run };
}

/** The tree of a run that must exist. */
export function currentTree(log: Recorder, rootRunId: string): RunTree {
  const tree = treeOf(log.state, rootRunId);
  if (tree === undefined) throw new Error(`the log has no run ${rootRunId}`);
  return tree;
}

/** Adds the result of a call: the event, and the message for the model. */
export function addResult(log: Recorder, runId: string, result: ToolResult): void {
  log.add({ type: 'tool_completed', run_id: runId, data: { result } });
  log.add({
    type: 'step_completed',
    run_id: runId,
    data: {
      step: {
        id: `${runId}:${result.tool_call_id}`,
        sequence: 0,
        role: 'tool',
        content: result.content,
        tool_call_id: result.tool_call_id,
        name: result.tool_name,
        is_success: result.is_success,
        ...(result.error !== null && { error: result.error }),
        duration_ms: Math.round(result.duration * 1000),
      },
    },
  });
}

/** Settles one pending interaction, and adds the update that clients get. */
export function settle(
  log: Recorder,
  tree: RunTree,
  interactionId: string,
  outcome: InteractionOutcome,
  status: 'granted' | 'denied',
  resolvedBy?: string,
  denied?: string,
): void {
  const request = tree.pending.find((pending) => pending.request.id === interactionId)?.request;
  if (request === undefined) return;
  log.add({
    type: 'interaction_resolved',
    run_id: request.run_id,
    data: {
      interaction_id: request.id,
      tool_call_id: request.tool_call_id,
      outcome,
      ...(resolvedBy !== undefined && { resolved_by: resolvedBy }),
    },
  });
  if (denied !== undefined) {
    log.add({
      type: 'tool_auth_denied',
      run_id: request.run_id,
      data: {
        tool_call_id: request.tool_call_id,
        interaction_id: request.id,
        tool_name: request.tool_name,
        reason: denied,
      },
    });
  }
  addPendingUpdate(log, tree, request, status);
}

/** Settles a request that is replaced by another one for the same call. */
export function supersede(log: Recorder, tree: RunTree, interactionId: string, by: string): void {
  const request = tree.pending.find((pending) => pending.request.id === interactionId)?.request;
  if (request === undefined) return;
  log.add({
    type: 'interaction_resolved',
    run_id: request.run_id,
    data: {
      interaction_id: request.id,
      tool_call_id: request.tool_call_id,
      outcome: 'superseded',
      superseded_by: by,
    },
  });
  addPendingUpdate(log, tree, request, 'denied');
}

function addPendingUpdate(
  log: Recorder,
  tree: RunTree,
  request: InteractionRequest,
  status: 'granted' | 'denied',
): void {
  const waiting = currentTree(log, tree.root_run_id).pending.map((pending) => pending.request.id);
  log.add({
    type: 'permission_updated',
    run_id: request.run_id,
    data: {
      message_id: request.message_id ?? request.tool_call_id,
      tool_call_id: request.tool_call_id,
      interaction_id: request.id,
      status,
      pending_count: waiting.length,
      pending_interaction_ids: waiting,
    },
  });
}

/** Suspends the run and every run above it until these interactions are settled. */
export function suspend(log: Recorder, runId: string): void {
  const tree = treeOf(log.state, runId);
  const ids = tree?.pending.map(({ request }) => request.id) ?? [];
  const [first] = ids;
  if (tree === undefined || first === undefined) return;
  for (const { id } of chainOf(tree, runId)) {
    log.add({
      type: 'execution_suspended',
      run_id: id,
      data: { interaction_request_id: first, interaction_request_ids: ids },
    });
  }
}

/**
 * Ends the suspension if nothing is pending any more: the tree resumes with `owner`. A paused tree
 * gets no owner; after `resume_run` an instance claims it.
 */
export function reopen(log: Recorder, rootRunId: string, owner: string): void {
  const tree = currentTree(log, rootRunId);
  if (tree.pending.length > 0 || isFinished(tree)) return;
  const [first] = tree.latch;
  // An earlier settlement in the same commit has already resumed it.
  if (first === undefined) return;
  for (const { id } of openRuns(tree).toReversed()) {
    log.add({
      type: 'execution_resumed',
      run_id: id,
      data: { interaction_request_id: first, interaction_request_ids: [...tree.latch] },
    });
  }
  if (!tree.paused) claim(log, currentTree(log, rootRunId), owner);
}

/**
 * Ends a run of an external loop in which nothing is pending; one under the loop's own id
 * continues. `false`: the run is the server's.
 */
export function settleExternal(log: Recorder, rootRunId: string, response: string): boolean {
  const tree = currentTree(log, rootRunId);
  const { external, ongoing, ended } = rootOf(tree);
  if (external && ongoing !== true && ended === undefined && tree.pending.length === 0) {
    log.add({ type: 'run_completed', run_id: rootRunId, data: { response, metrics: {} } });
  }
  return external;
}

/** Sets the owner of the tree. */
export function claim(log: Recorder, tree: RunTree, owner: string): void {
  log.add({
    type: 'run_claimed',
    run_id: tree.root_run_id,
    data: { owner, attempt: tree.attempt + 1 },
  });
}

/** Unfinished runs, deepest first. */
export function openRuns(tree: RunTree): RunState[] {
  return Object.values(tree.runs)
    .filter(({ ended }) => ended === undefined)
    .toSorted((left, right) => chainOf(tree, right.id).length - chainOf(tree, left.id).length);
}
