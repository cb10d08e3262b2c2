import type { CallState, CallStatus, RunState } from '@hitl/protocol/fold';
import type { OfCall, OfOwner } from './commands.ts';
import type { Refused } from './decider.ts';
import type { Recorder } from './recorder.ts';
import { locateRun, type LocatedRun } from './settle.ts';

/** Decides a command that needs something of the current state, which it is given. */
type DecideWith<Command, Needed> = (
  log: Recorder,
  command: Command,
  needed: Needed,
) => Refused | undefined;

/** Decides a command of the run's owner; any other sender must stop. */
export function ofOwner<Command extends OfOwner>(decide: DecideWith<Command, LocatedRun>) {
  return (log: Recorder, command: Command): Refused | undefined => {
    const at = locateRun(log, command.runId);
    if (at === undefined || at.run.ended !== undefined || at.tree.owner !== command.owner) {
      return { kind: 'not_owner' };
    }
    return decide(log, command, at);
  };
}

/** Decides a command of the run's owner about an open call that has one of these statuses. */
export function ofCall<Command extends OfCall>(
  statuses: readonly CallStatus[],
  decide: DecideWith<Command, LocatedRun & { readonly call: CallState }>,
) {
  return ofOwner<Command>((log, command, at) => {
    const call = openCalls(at.run).find(({ tool_call_id: id }) => id === command.toolCallId);
    const nested = call?.nested_run_id;
    const asks = nested !== undefined && at.tree.runs[nested]?.ended === undefined;
    if (call === undefined || asks || !statuses.includes(call.status)) return { kind: 'nothing' };
    return decide(log, command, { ...at, call });
  });
}

/** The calls of the run's batch without a result. */
export function openCalls(run: RunState): readonly CallState[] {
  return run.batch?.calls.filter(({ status }) => status !== 'done') ?? [];
}
