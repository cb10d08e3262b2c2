import { problem, type Problem } from '@hitl/protocol/endpoints';
import type { CallState, CallStatus, RunState } from '@hitl/protocol/fold';
import type { CommandOf, CommandType, OfCall, OfOwner } from './commands.ts';
import type { Recorder } from './recorder.ts';
import { locateRun, type LocatedRun } from './settle.ts';

/** Why a command has no events. */
export type Refused =
  /** The command has no effect in this state. */
  | { readonly kind: 'nothing' }
  /** The sender no longer owns the run and must stop. */
  | { readonly kind: 'not_owner' }
  /** The interaction is not or no longer pending; see its record. */
  | { readonly kind: 'not_pending' }
  | { readonly kind: 'problem'; readonly problem: Problem };

/** Refuses a command with a problem. */
export function refuse(...described: Parameters<typeof problem>): Refused {
  return { kind: 'problem', problem: problem(...described) };
}

/**
 * Decides a command: adds its events to the log, or returns why there are none. `Found`: what it
 * needs of the current state.
 */
type Decide<Command, Found extends readonly unknown[] = []> = (
  log: Recorder,
  command: Command,
  ...found: Found
) => Refused | undefined;

/** Decides one type of command. */
export type Decider<T extends CommandType> = Decide<CommandOf<T>>;

/** Decides a command of the run's owner; any other sender must stop. */
export function ofOwner<Command extends OfOwner>(
  decide: Decide<Command, [LocatedRun]>,
): Decide<Command> {
  return (log, command) => {
    const at = locateRun(log, command.runId);
    if (at === undefined || at.run.ended !== undefined) return { kind: 'not_owner' };
    const { owner, attempt } = at.tree;
    const { claim = attempt } = command;
    if (owner !== command.owner || claim !== attempt) return { kind: 'not_owner' };
    return decide(log, command, at);
  };
}

/** Decides a command of the run's owner about an open call that has one of these statuses. */
export function ofCall<Command extends OfCall>(
  statuses: readonly CallStatus[],
  decide: Decide<Command, [LocatedRun & { readonly call: CallState }]>,
): Decide<Command> {
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
