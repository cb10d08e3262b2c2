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

/** An effect that is a command: the model and tools have no part in it. */
export type Planned = Extract<Effect, { type: 'judge_batch' | 'record_result' | 'execute_tool' }>;

/** The command of such an effect. */
export type Plan = (context: RunContext, effect: Planned) => Promise<Command>;

/** What a run is looked ahead with. */
export interface LookAheadOptions {
  readonly agents: ReadonlyMap<string, Agent>;
  readonly hasAgents: (tree: RunTree) => boolean;
  readonly plan: Plan;
  readonly starts: Starts;
  /** This instance. */
  readonly owner: string;
}

/**
 * What can be said with a command: all that follows from it by rules alone, up to the start of a tool,
 * a model's turn or a person's. It is one commit with the command, as nothing outside happens between.
 */
export type LookAhead = (
  key: SessionKey,
  loaded: Pick<LoadedSession, 'state' | 'now'>,
  runId: string,
  command: Command,
) => Promise<Commands>;

/** What follows after so many commands is left to other commits. */
const MAX_COMMANDS = 64;

export function createLookAhead(options: LookAheadOptions): LookAhead {
  const { agents, hasAgents, plan, starts, owner } = options;

  /** The next command of the run's tree; `null` where something else than rules has a say. */
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
    // What a policy of the host takes its time for must not hold up what is known already.
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
      // Earlier commands still count; the run's owner gets the error again, and reports it.
    }
    return commands;
  };
}

/** Whether an effect is a command. */
function isPlanned(effect: Effect): effect is Planned {
  const { type } = effect;
  return type === 'judge_batch' || type === 'record_result' || type === 'execute_tool';
}
