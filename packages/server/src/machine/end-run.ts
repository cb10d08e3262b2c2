import {
  chainOf,
  pendingOf,
  type CallState,
  type RunState,
  type RunTree,
} from '@hitl/protocol/fold';
import type { ToolResult } from '@hitl/protocol';
import type { Recorder } from './recorder.ts';
import { locateRun, currentTree, addResult, settle, openRuns } from './settle.ts';
import { cancelledResult, deniedResult, instantResult, refusedResult } from './tool-results.ts';

/** The cause of the end of a run or a tree. */
export type Ending = {
  /** The person who ended it, if any. */
  readonly by?: string | undefined;
} & (
  | {
      readonly type: 'aborted';
      readonly reason: string;
      /** The payload of the signal, and the run that it named. */
      readonly payload?: Record<string, unknown> | undefined;
      readonly runId?: string;
    }
  | { readonly type: 'superseded' }
  | { readonly type: 'failed'; readonly error: string; readonly code: string }
);

/** Why a run was aborted, unless the person gives another reason. */
export const ABORTED = 'Run aborted';

const SUPERSEDED = 'superseded by a new message';

/**
 * Ends a tree: settles its pending requests, gives every call a final result, and ends nested runs
 * before their parents.
 */
export function endTree(log: Recorder, tree: RunTree, ending: Ending): void {
  const outcome = ending.type === 'superseded' ? 'superseded' : 'cancelled';
  for (const { request } of tree.pending) settle(log, request, { outcome, by: ending.by });
  endRuns(log, openRuns(currentTree(log, tree.root_run_id)), ending);
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
  for (const { request } of pendingOf(tree, runId)) {
    settle(log, request, { outcome: 'cancelled', by: ending.by });
  }
  const below = openRuns(currentTree(log, tree.root_run_id)).filter((open) =>
    chainOf(tree, open.id).some(({ id }) => id === runId),
  );
  endRuns(log, below, ending);
  const error = reasonOf(ending);
  completeParent(log, run, `Tool execution failed: ${error}`, error);
}

/** The result of a nested run becomes the result of the call that started it. */
export function completeParent(
  log: Recorder,
  nested: RunState,
  content: string,
  error: string | null = null,
): void {
  const parent = locateRun(log, nested.parent_run_id ?? '');
  const call = parent?.run.batch?.calls.find(
    ({ tool_call_id: id }) => id === nested.parent_tool_call_id,
  );
  if (parent === undefined || call === undefined) return;
  const result = instantResult(call, log.now, call.args, content, error);
  addResult(log, parent.run.id, { ...result, start_time: nested.created_at });
}

function reasonOf(ending: Ending): string {
  switch (ending.type) {
    case 'aborted':
      return ABORTED;
    case 'superseded':
      return SUPERSEDED;
    case 'failed':
      return ending.error;
  }
}

function endRuns(log: Recorder, runs: readonly RunState[], ending: Ending): void {
  for (const { id } of runs) {
    // As it is after the end of the runs below it.
    for (const call of locateRun(log, id)?.run.batch?.calls ?? []) {
      if (call.status !== 'done') addResult(log, id, lastResult(log, call, reasonOf(ending)));
    }
    endRun(log, id, ending);
  }
}

function lastResult(log: Recorder, call: CallState, reason: string): ToolResult {
  if (call.status === 'started' || call.status === 'unknown') return cancelledResult(call, log.now);
  // A call that a person or a rule has refused keeps that reason.
  if (call.refusal !== undefined && call.refusal.kind !== 'cancelled') {
    return refusedResult(call, log.now, call.refusal);
  }
  return deniedResult(call, log.now, reason);
}

function endRun(log: Recorder, runId: string, ending: Ending): void {
  switch (ending.type) {
    case 'failed':
      log.add('run_failed', runId, { error: ending.error, code: ending.code, by: ending.by });
      return;
    case 'superseded':
      log.add('run_aborted', runId, { reason: SUPERSEDED });
      return;
    case 'aborted': {
      const payload = ending.runId === runId ? ending.payload : undefined;
      log.add('run_aborted', runId, { reason: ending.reason, by: ending.by, payload });
    }
  }
}
