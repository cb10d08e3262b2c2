import {
  isFinished,
  rootOf,
  runOf,
  type CallState,
  type RunState,
  type RunTree,
  type UnsavedRules,
} from '@hitl/protocol/fold';

/** The next step of a run. */
export type Effect =
  /** The run has ended, or is an external loop. */
  | { readonly type: 'none' }
  /** Stopped by `pause_run`. */
  | { readonly type: 'paused' }
  | { readonly type: 'wait_for_person' }
  | { readonly type: 'save_rules'; readonly unsaved: UnsavedRules }
  | { readonly type: 'call_model'; readonly run: RunState }
  | { readonly type: 'judge_batch'; readonly run: RunState }
  /** Refused, or answered by a person: its result is known and nothing runs. */
  | { readonly type: 'record_result'; readonly run: RunState; readonly call: CallState }
  | { readonly type: 'execute_tool'; readonly run: RunState; readonly call: CallState }
  /** Started by an instance that is gone: the outcome is unknown. */
  | { readonly type: 'recover_call'; readonly run: RunState; readonly call: CallState };

/**
 * The next step of a tree of runs, from its state alone. Called by the run's owner between steps,
 * so a call that is `started` was started by an instance that died.
 */
export function nextEffect(tree: RunTree): Effect {
  const [unsaved] = tree.unsaved;
  if (unsaved !== undefined) return { type: 'save_rules', unsaved };
  if (isFinished(tree) || rootOf(tree).external) return { type: 'none' };
  if (tree.paused) return { type: 'paused' };
  if (tree.pending.length > 0) return { type: 'wait_for_person' };
  return runEffect(tree, rootOf(tree));
}

function runEffect(tree: RunTree, run: RunState): Effect {
  const { batch } = run;
  const call = batch?.calls.find(({ status }) => status !== 'done');
  if (batch === undefined || call === undefined) return { type: 'call_model', run };
  if (!batch.judged) return { type: 'judge_batch', run };
  const nested = call.nested_run_id === undefined ? undefined : runOf(tree, call.nested_run_id);
  if (nested !== undefined && nested.ended === undefined) return runEffect(tree, nested);
  switch (call.status) {
    case 'refused':
      return { type: 'record_result', run, call };
    case 'ready':
      return call.supplied === true
        ? { type: 'record_result', run, call }
        : { type: 'execute_tool', run, call };
    case 'started':
    case 'unknown':
      return { type: 'recover_call', run, call };
    // It has neither a verdict nor a request, so it is evaluated again.
    case 'proposed':
    case 'waiting':
      return { type: 'judge_batch', run };
    case 'done':
      return { type: 'none' };
  }
}
