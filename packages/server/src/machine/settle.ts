import type { InteractionOutcome, InteractionRequest, ToolResult } from '@hitl/protocol';
import {
  chainOf,
  findPending,
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
  log.add('tool_completed', runId, { result });
  log.add('step_completed', runId, {
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
  });
}

/** Adds a request, and for an authorization its notice, which repeats some of its metadata. */
export function announce(log: Recorder, request: InteractionRequest): void {
  const { run_id: runId, tool_call_id, tool_name, metadata } = request;
  log.add('interaction_request', runId, { interaction_request: request });
  if (request.purpose !== 'authorization') return;
  const { args_preview: preview, suggested_patterns: patterns, expires_at_hint: hint } = metadata;
  const texts: unknown[] = Array.isArray(patterns) ? patterns : [];
  log.add('tool_auth_required', runId, {
    tool_call_id,
    interaction_id: request.id,
    tool_name,
    args_preview: typeof preview === 'string' ? preview : '',
    suggested_patterns: texts.filter((pattern) => typeof pattern === 'string'),
    expires_at_hint: typeof hint === 'string' ? hint : undefined,
    reason: request.reason ?? 'Tool requires user consent',
    risk_level: request.risk_level,
  });
}

/** How a request ends. */
export interface Settlement {
  readonly outcome: InteractionOutcome;
  /** Status of the call for clients. Default `denied`. */
  readonly status?: 'granted' | 'denied';
  readonly by?: string | undefined;
  /** Why the call is denied, if that is recorded with the call. */
  readonly denied?: string | undefined;
  /** The request that replaces it. */
  readonly supersededBy?: string;
}

/** Settles an interaction if it is still pending, and adds the update that clients get. */
export function settle(
  log: Recorder,
  request: InteractionRequest,
  { outcome, status = 'denied', by, denied, supersededBy }: Settlement,
): void {
  const { id: interaction_id, run_id: runId, tool_call_id, tool_name } = request;
  if (findPending(log.state, interaction_id) === undefined) return;
  log.add('interaction_resolved', runId, {
    interaction_id,
    tool_call_id,
    outcome,
    resolved_by: by,
    superseded_by: supersededBy,
  });
  if (denied !== undefined) {
    const reason = denied;
    log.add('tool_auth_denied', runId, { tool_call_id, interaction_id, tool_name, reason });
  }
  const waiting = treeOf(log.state, runId)?.pending.map((pending) => pending.request.id) ?? [];
  log.add('permission_updated', runId, {
    message_id: request.message_id ?? tool_call_id,
    tool_call_id,
    interaction_id,
    status,
    pending_count: waiting.length,
    pending_interaction_ids: waiting,
  });
}

/** Suspends the run and every run above it until these interactions are settled. */
export function suspend(log: Recorder, runId: string): void {
  const tree = treeOf(log.state, runId);
  const ids = tree?.pending.map(({ request }) => request.id) ?? [];
  const [first] = ids;
  if (tree === undefined || first === undefined) return;
  for (const { id } of chainOf(tree, runId)) {
    log.add('execution_suspended', id, {
      interaction_request_id: first,
      interaction_request_ids: ids,
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
    log.add('execution_resumed', id, {
      interaction_request_id: first,
      interaction_request_ids: [...tree.latch],
    });
  }
  if (!tree.paused) claim(log, currentTree(log, rootRunId), owner);
}

/**
 * Ends a run of an external loop in which nothing is pending; one under the loop's own id
 * continues, and one that was approved while it is paused, until it is resumed. `false`: the run is
 * the server's.
 */
export function settleExternal(log: Recorder, rootRunId: string, response: string): boolean {
  const tree = currentTree(log, rootRunId);
  const { external, ongoing, ended } = rootOf(tree);
  const isHeld = ongoing === true || (tree.paused && response === 'granted');
  if (external && !isHeld && ended === undefined && tree.pending.length === 0) {
    log.add('run_completed', rootRunId, { response, metrics: {} });
  }
  return external;
}

/** Sets the owner of the tree. */
export function claim(log: Recorder, tree: RunTree, owner: string): void {
  log.add('run_claimed', tree.root_run_id, { owner, attempt: tree.attempt + 1 });
}

/** Unfinished runs, deepest first. */
export function openRuns(tree: RunTree): RunState[] {
  return Object.values(tree.runs)
    .filter(({ ended }) => ended === undefined)
    .toSorted((left, right) => chainOf(tree, right.id).length - chainOf(tree, left.id).length);
}
