import type { ToolProgress } from '@hitl/protocol';
import { runOf, type ControlState } from '@hitl/protocol/fold';

/** How far a running call is; its result takes its place. */
export interface CallProgress {
  readonly run_id: string;
  readonly tool_call_id: string;
  /** In whatever the tool counts. */
  readonly progress?: number;
  /** What `progress` is when it is done, where known. */
  readonly total?: number;
  /** What it does, for people. Untrusted: render as text. */
  readonly text?: string;
}

/** Puts what a running call says in the place of what it said before; other calls have nothing to say. */
export function addProgress(
  all: readonly CallProgress[],
  { run_id, data }: ToolProgress,
  control: ControlState,
): readonly CallProgress[] {
  const said = { ...data, run_id };
  // From another instance it may come before its start or after its end.
  if (!isRunning(said, control)) return all;
  const at = all.findIndex(
    (one) => one.run_id === run_id && one.tool_call_id === data.tool_call_id,
  );
  return at === -1 ? [...all, said] : all.with(at, said);
}

/** What the calls said that still run. */
export function stillRunning(
  all: readonly CallProgress[],
  control: ControlState,
): readonly CallProgress[] {
  const rest = all.filter((one) => isRunning(one, control));
  return rest.length === all.length ? all : rest;
}

/** Whether a call was started by who drives its run now, and has not ended or asked something since. */
function isRunning(call: CallProgress, { trees }: ControlState): boolean {
  return Object.values(trees).some((tree) => {
    const run = runOf(tree, call.run_id);
    const known = run?.batch?.calls.find((one) => one.tool_call_id === call.tool_call_id);
    return run?.ended === undefined && known?.status === 'started' && known.claim === tree.attempt;
  });
}
