import type { CallState, CallStatus, RunState } from '@hitl/protocol/fold';
import type { Refused } from './decider.ts';
import type { Recorder } from './recorder.ts';
import { locateRun, type LocatedRun } from './settle.ts';

/** The run, if the sender still owns it; else the reason. */
export function ownedRun(
  log: Recorder,
  command: { readonly runId: string; readonly owner: string },
): (LocatedRun & { refused?: never }) | { refused: Refused } {
  const place = locateRun(log, command.runId);
  if (place === undefined || place.run.ended !== undefined)
    return { refused: { kind: 'not_owner' } };
  if (place.tree.owner !== command.owner) return { refused: { kind: 'not_owner' } };
  return place;
}

/** The call, if the sender owns its run and it has one of these statuses; else the reason. */
export function ownedCall(
  log: Recorder,
  command: { readonly runId: string; readonly owner: string; readonly toolCallId: string },
  statuses: readonly CallStatus[],
): (LocatedRun & { call: CallState; refused?: never }) | { refused: Refused } {
  const place = ownedRun(log, command);
  if (place.refused !== undefined) return place;
  const call = openCalls(place.run).find(({ tool_call_id: id }) => id === command.toolCallId);
  const nested = call?.nested_run_id;
  const asks = nested !== undefined && place.tree.runs[nested]?.ended === undefined;
  if (call === undefined || asks || !statuses.includes(call.status)) {
    return { refused: { kind: 'nothing' } };
  }
  return { ...place, call };
}

/** The calls of the run's batch without a result. */
export function openCalls(run: RunState): readonly CallState[] {
  return run.batch?.calls.filter(({ status }) => status !== 'done') ?? [];
}
