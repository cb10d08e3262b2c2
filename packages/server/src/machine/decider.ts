import { problem, type Problem } from '@hitl/protocol/endpoints';
import type { CommandOf, CommandType } from './commands.ts';
import type { Recorder } from './recorder.ts';

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

/** Decides one type of command: adds its events to the log, or returns why there are none. */
export type Decider<T extends CommandType> = (
  log: Recorder,
  command: CommandOf<T>,
) => Refused | undefined;
