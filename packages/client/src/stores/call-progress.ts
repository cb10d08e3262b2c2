import type { RunEvent, ToolProgress } from '@hitl/protocol';

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

/** Puts what a call says in the place of what it said before. */
export function addProgress(
  all: readonly CallProgress[],
  { run_id, data }: ToolProgress,
): readonly CallProgress[] {
  const said = { ...data, run_id };
  const at = all.findIndex((one) => isOf(one, run_id, data.tool_call_id));
  return at === -1 ? [...all, said] : all.with(at, said);
}

/** A call that begins, ends or is lost is nowhere; so are the calls of a run that ended or changed its owner. */
export function endProgress(
  all: readonly CallProgress[],
  event: RunEvent,
): readonly CallProgress[] {
  if (all.length === 0) return all;
  const over = (one: CallProgress): boolean => {
    switch (event.type) {
      case 'tool_completed':
        return isOf(one, event.run_id, event.data.result.tool_call_id);
      case 'tool_started':
      case 'tool_outcome_unknown':
        return isOf(one, event.run_id, event.data.tool_call_id);
      case 'run_claimed':
      case 'run_completed':
      case 'run_failed':
      case 'run_aborted':
        return one.run_id === event.run_id || event.run_id === event.root_run_id;
      default:
        return false;
    }
  };
  const rest = all.filter((one) => !over(one));
  return rest.length === all.length ? all : rest;
}

function isOf(one: CallProgress, runId: string, callId: string): boolean {
  return one.run_id === runId && one.tool_call_id === callId;
}
