import type { ToolResult } from '@hitl/protocol';
import {
  chainOf,
  pendingOf,
  type CallState,
  type RunState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { Recorder } from './recorder.ts';
import { locateRun, currentTree, addResult, settle, openRuns } from './settle.ts';
import { cancelledResult, deniedResult, refusedResult } from './tool-results.ts';

/** The cause of the end of a run or a tree. */
export type Ending =
  | {
      readonly type: 'aborted';
      readonly reason: string;
      readonly by?: string;
      /** The payload of the signal, and the run that it named. */
      readonly payload?: Readonly<Record<string, unknown>>;
      readonly runId?: string;
    }
  | { readonly type: 'superseded' }
  | {
      readonly type: 'failed';
      readonly error: string;
      readonly code: string;
      /** The person who ended it, if any. */
      readonly by?: string | undefined;
    };

/** An abort by a person, with its reason for the log. */
export function abortEnding(
  reason: string | undefined,
  by: string | undefined,
): Extract<Ending, { type: 'aborted' }> {
  return {
    type: 'aborted',
    reason: reason ?? 'Run aborted',
    ...(by !== undefined && { by }),
  };
}

const SUPERSEDED = 'superseded by a new message';

/**
 * Ends a tree: settles its pending requests, gives every call a final result, and ends nested runs
 * before their parents.
 */
export function endTree(log: Recorder, tree: RunTree, ending: Ending): void {
  const root = tree.root_run_id;
  for (const { request } of tree.pending) {
    const outcome = ending.type === 'superseded' ? 'superseded' : 'cancelled';
    const by = ending.type === 'superseded' ? undefined : ending.by;
    settle(log, currentTree(log, root), request.id, outcome, 'denied', by);
  }
  for (const run of openRuns(currentTree(log, root))) {
    endCalls(log, run, reasonOf(ending));
    endRun(log, run.id, ending);
  }
}

/**
 * Fails one run. A nested run gives its parent's call an error result; the root run ends the tree.
 */
export function failRun(log: Recorder, runId: string, error: string, code: string): void {
  endBranch(log, runId, { type: 'failed', error, code });
}

/**
 * Ends a run and its nested runs. The call that started a nested run gets an error result, and its
 * own run continues; with the root the whole tree ends.
 */
export function endBranch(log: Recorder, runId: string, ending: Ending): void {
  const located = locateRun(log, runId);
  if (located === undefined || located.run.ended !== undefined) return;
  const { tree, run } = located;
  if (run.parent_run_id === null) {
    endTree(log, tree, ending);
    return;
  }
  const by = ending.type === 'superseded' ? undefined : ending.by;
  for (const { request } of pendingOf(tree, runId)) {
    settle(log, currentTree(log, tree.root_run_id), request.id, 'cancelled', 'denied', by);
  }
  const below = openRuns(currentTree(log, tree.root_run_id)).filter((open) =>
    chainOf(tree, open.id).some(({ id }) => id === runId),
  );
  const error = reasonOf(ending);
  for (const open of below) {
    endCalls(log, open, error);
    endRun(log, open.id, ending);
  }
  completeParent(log, run, {
    content: `Tool execution failed: ${error}`,
    error,
    is_success: false,
  });
}

/** The result of a nested run becomes the result of the call that started it. */
export function completeParent(
  log: Recorder,
  nested: RunState,
  outcome: { content: string; error: string | null; is_success: boolean },
): void {
  const parent = locateRun(log, nested.parent_run_id ?? '');
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
  const current = locateRun(log, run.id)?.run;
  for (const call of current?.batch?.calls ?? []) {
    if (call.status !== 'done') addResult(log, run.id, lastResult(log, call, reason));
  }
}

function lastResult(log: Recorder, call: CallState, reason: string): ToolResult {
  const frame = {
    toolCallId: call.tool_call_id,
    toolName: call.tool_name,
    at: log.now,
  };
  if (call.status === 'started' || call.status === 'unknown') {
    return cancelledResult(frame, call.args);
  }
  // A call that a person or a rule has refused keeps that reason.
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
        data: {
          error: ending.error,
          code: ending.code,
          ...(ending.by !== undefined && { by: ending.by }),
        },
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
          reason: ending.reason,
          ...(ending.by !== undefined && { by: ending.by }),
          ...(ending.runId === runId &&
            ending.payload !== undefined && { payload: { ...ending.payload } }),
        },
      });
  }
}
