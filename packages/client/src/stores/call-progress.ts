import type { ToolProgress } from '@hitl/protocol';
import { runOf, type ControlState } from '@hitl/protocol/fold';

/** Progress of a running call; its result replaces it. */
export interface CallProgress {
  readonly run_id: string;
  readonly tool_call_id: string;
  /** In the tool's own unit. */
  readonly progress?: number;
  /** Final value of `progress`, if known. */
  readonly total?: number;
  /** A description for people. Untrusted: render as text. */
  readonly text?: string;
}

/** Replaces the progress of a running call; calls that are not running are ignored. */
export function addProgress(
  all: readonly CallProgress[],
  { run_id, data }: ToolProgress,
  control: ControlState,
): readonly CallProgress[] {
  const said = { ...data, run_id };
  // From another instance it may arrive before the start or after the end of the call.
  if (!isRunning(said, control)) return all;
  const at = all.findIndex(
    (one) => one.run_id === run_id && one.tool_call_id === data.tool_call_id,
  );
  return at === -1 ? [...all, said] : all.with(at, said);
}

/** Progress of the calls that are still running. */
export function stillRunning(
  all: readonly CallProgress[],
  control: ControlState,
): readonly CallProgress[] {
  const rest = all.filter((one) => isRunning(one, control));
  return rest.length === all.length ? all : rest;
}

/**
 * Whether a call was started by the current owner of its run, and has not ended or asked something
 * since.
 */
function isRunning(call: CallProgress, { trees }: ControlState): boolean {
  return Object.values(trees).some((tree) => {
    const run = runOf(tree, call.run_id);
    const known = run?.batch?.calls.find((one) => one.tool_call_id === call.tool_call_id);
    return run?.ended === undefined && known?.status === 'started' && known.claim === tree.attempt;
  });
}
