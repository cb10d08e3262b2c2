import type { InteractionOutcome, ToolResult } from '@hitl/protocol';
import {
  chainOf,
  isFinished,
  treeOf,
  type CallState,
  type RunState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { Recorder } from './recorder.ts';
import { cancelledResult, deniedResult, refusedResult } from './results.ts';

/** A run with its tree as the recorder stands. */
export interface Place {
  readonly tree: RunTree;
  readonly run: RunState;
}

/** Where a run is now; the tree changes with each event. */
export function placeOf(log: Recorder, runId: string): Place | undefined {
  const tree = treeOf(log.state, runId);
  const run = tree?.runs[runId];
  return tree === undefined || run === undefined ? undefined : { tree, run };
}

/** The tree of a run that the caller knows to be there. */
export function currentTree(log: Recorder, rootRunId: string): RunTree {
  const tree = treeOf(log.state, rootRunId);
  if (tree === undefined) throw new Error(`the log has no run ${rootRunId}`);
  return tree;
}

/** Appends the result of a call: the event, and the message that the model reads. */
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

/** Settles one pending interaction of whatever outcome, with what every tab is told. */
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

/** Closes the latch: the run and every run above it wait for these interactions. */
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
 * Opens the latch if nothing waits any more: the tree goes on, driven by `owner`. While it is paused
 * the latch only opens; after `resume_run` somebody takes it.
 */
export function reopen(log: Recorder, rootRunId: string, owner: string): void {
  const tree = currentTree(log, rootRunId);
  if (tree.pending.length > 0 || isFinished(tree)) return;
  const [first] = tree.latch;
  // Opened already, by the settlement before this one in the same commit.
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

/** Makes somebody the owner of the tree. */
export function claim(log: Recorder, tree: RunTree, owner: string): void {
  log.add({
    type: 'run_claimed',
    run_id: tree.root_run_id,
    data: { owner, attempt: tree.attempt + 1 },
  });
}

/** What ends a whole tree. */
export type Ending =
  | { readonly type: 'aborted'; readonly reason?: string; readonly by?: string }
  | { readonly type: 'superseded' }
  | { readonly type: 'failed'; readonly error: string; readonly code: string };

/** An abort by a person, with the reason that the log keeps. */
export function abortion(reason: string | undefined, by: string | undefined): Ending {
  return {
    type: 'aborted',
    reason: reason ?? 'Run aborted',
    ...(by !== undefined && { by }),
  };
}

const SUPERSEDED = 'superseded by a new message';

/**
 * Ends a tree: what waits is settled, every call gets its terminal result, nested runs end before
 * the runs that asked them.
 */
export function endTree(log: Recorder, tree: RunTree, ending: Ending): void {
  const root = tree.root_run_id;
  for (const { request } of tree.pending) {
    const outcome = ending.type === 'superseded' ? 'superseded' : 'cancelled';
    const by = ending.type === 'aborted' ? ending.by : undefined;
    settle(log, currentTree(log, root), request.id, outcome, 'denied', by);
  }
  for (const run of openRuns(currentTree(log, root))) {
    endCalls(log, run, reasonOf(ending));
    endRun(log, run.id, ending);
  }
}

/** Fails one run. A nested one gives its parent's call an error result; the root ends the tree. */
export function failRun(log: Recorder, runId: string, error: string, code: string): void {
  const place = placeOf(log, runId);
  if (place === undefined || place.run.ended !== undefined) return;
  const { tree, run } = place;
  if (run.parent_run_id === null) {
    endTree(log, tree, { type: 'failed', error, code });
    return;
  }
  for (const { request } of tree.pending) {
    if (chainOf(tree, request.run_id).some(({ id }) => id === runId)) {
      settle(log, currentTree(log, tree.root_run_id), request.id, 'cancelled', 'denied');
    }
  }
  const below = openRuns(currentTree(log, tree.root_run_id)).filter((open) =>
    chainOf(tree, open.id).some(({ id }) => id === runId),
  );
  for (const open of below) {
    endCalls(log, open, error);
    endRun(log, open.id, { type: 'failed', error, code });
  }
  completeParent(log, run, {
    content: `Tool execution failed: ${error}`,
    error,
    is_success: false,
  });
}

/** The result of a nested run becomes the result of the call that asked it. */
export function completeParent(
  log: Recorder,
  nested: RunState,
  outcome: { content: string; error: string | null; is_success: boolean },
): void {
  const parent = placeOf(log, nested.parent_run_id ?? '');
  const call = parent?.run.batch?.calls.find(
    ({ tool_call_id: id }) => id === nested.parent_tool_call_id,
  );
  if (parent === undefined || call === undefined) return;
  addResult(log, parent.run.id, {
    tool_call_id: call.tool_call_id,
    tool_name: call.tool_name,
    input_args: { ...call.args },
    content: outcome.content,
    output: outcome.is_success ? outcome.content : null,
    error: outcome.error,
    is_success: outcome.is_success,
    start_time: nested.created_at,
    end_time: log.now,
    duration: 0,
  });
}

/** Unfinished runs, deepest first. */
function openRuns(tree: RunTree): RunState[] {
  return Object.values(tree.runs)
    .filter(({ ended }) => ended === undefined)
    .toSorted((left, right) => chainOf(tree, right.id).length - chainOf(tree, left.id).length);
}

function reasonOf(ending: Ending): string {
  switch (ending.type) {
    case 'aborted':
      return 'Run aborted';
    case 'superseded':
      return SUPERSEDED;
    case 'failed':
      return ending.error;
  }
}

function endCalls(log: Recorder, run: RunState, reason: string): void {
  const current = placeOf(log, run.id)?.run;
  for (const call of current?.batch?.calls ?? []) {
    if (call.status !== 'done') addResult(log, run.id, lastResult(log, call, reason));
  }
}

function lastResult(log: Recorder, call: CallState, reason: string): ToolResult {
  const frame = {
    tool_call_id: call.tool_call_id,
    tool_name: call.tool_name,
    at: log.now,
  };
  if (call.status === 'started' || call.status === 'unknown') {
    return cancelledResult(frame, call.args);
  }
  // What a person or a rule had refused before keeps that reason.
  if (call.refusal !== undefined && call.refusal.kind !== 'cancelled') {
    return refusedResult(frame, call.refusal);
  }
  return deniedResult(frame, reason);
}

function endRun(log: Recorder, runId: string, ending: Ending): void {
  switch (ending.type) {
    case 'failed':
      log.add({
        type: 'run_failed',
        run_id: runId,
        data: { error: ending.error, code: ending.code },
      });
      return;
    case 'superseded':
      log.add({ type: 'run_aborted', run_id: runId, data: { reason: SUPERSEDED } });
      return;
    case 'aborted':
      log.add({
        type: 'run_aborted',
        run_id: runId,
        data: {
          ...(ending.reason !== undefined && { reason: ending.reason }),
          ...(ending.by !== undefined && { by: ending.by }),
        },
      });
  }
}
