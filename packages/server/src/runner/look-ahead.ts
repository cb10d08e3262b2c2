import { treeOf, type ControlState, type RunTree } from '@hitl/protocol/fold';
import { waitingIn } from '../approval/equal-requests.ts';
import type { RunContext } from '../approval/evaluate.ts';
import type { Agent } from '../agents/agent.ts';
import type { Commands } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import { decide, decideAlso } from '../machine/decide.ts';
import { nextEffect, type Effect } from '../machine/effects.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';
import type { Starts } from './starts.ts';

/** An effect that only needs a command, no model and no tool. */
export type Planned = Extract<Effect, { type: 'judge_batch' | 'record_result' | 'execute_tool' }>;

/** Creates the command for such an effect. */
export type Plan = (context: RunContext, effect: Planned) => Promise<Command>;

/** Dependencies for looking ahead. */
export interface LookAheadOptions {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly hasAgents: (tree: RunTree) => boolean;
  readonly plan: Plan;
  readonly starts: Starts;
  /** The name of this instance. */
  readonly owner: string;
}

/**
 * Extends a command with all that follows from it by rules alone, until a tool, a model or a person
 * is needed. Everything is one commit, as nothing external happens in between.
 */
export type LookAhead = (
  key: SessionKey,
  loaded: Pick<LoadedSession, 'state' | 'now'>,
  runId: string,
  command: Command,
) => Promise<Commands>;

/** Maximum number of commands in one commit; further ones get their own. */
const MAX_COMMANDS = 64;

export function createLookAhead(options: LookAheadOptions): LookAhead {
  const { agents, hasAgents, plan, starts, owner } = options;

  /** The next command for the run's tree; `null` if something other than rules decides next. */
  async function nextCommand(
    key: SessionKey,
    state: ControlState,
    now: string,
    runId: string,
  ): Promise<Command | null> {
    const tree = treeOf(state, runId);
    if (tree === undefined || tree.owner !== owner || !hasAgents(tree)) return null;
    const effect = nextEffect(tree);
    if (!isPlanned(effect)) return null;
    const { run } = effect;
    const agent = agents.get(run.agent_id);
    // A slow policy of the host must not delay a commit whose other events are known.
    if (agent === undefined || agent.approvalPolicy !== undefined) return null;
    return plan({ key, tree, run, agent, waiting: waitingIn(state), now }, effect);
  }

  return async (key, { state, now }, runId, command) => {
    const commands: [Command, ...Command[]] = [command];
    const decision = decide({ sessionId: key.sessionId, state, now }, command);
    if (decision.kind !== 'events') return commands;
    try {
      while (commands.length < MAX_COMMANDS) {
        const next = await nextCommand(key, decision.log.state, now, runId);
        if (next === null || (next.type === 'start_tool' && starts.closed)) break;
        if (!decideAlso(decision.log, next)) break;
        commands.push(next);
        if (next.type === 'start_tool') break;
      }
    } catch {
      // The earlier commands are still committed. The owner of the run gets the same error again,
      // and reports it.
    }
    return commands;
  };
}

/** Whether an effect only needs a command. */
function isPlanned(effect: Effect): effect is Planned {
  const { type } = effect;
  return type === 'judge_batch' || type === 'record_result' || type === 'execute_tool';
}
