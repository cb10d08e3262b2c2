import { treeOf, type ControlState } from '@hitl/protocol/fold';
import { waitingIn } from '../approval/equal-requests.ts';
import type { Commands, DecidedCommands } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import { decide, decideAlso } from '../machine/decide.ts';
import { nextEffect } from '../machine/effects.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';
import { missingAgent } from './missing-agent.ts';
import type { RunnerParts } from './parts.ts';
import { isPlanned, plan } from './plan.ts';

/** Maximum number of commands in one commit; further ones get their own. */
const MAX_COMMANDS = 64;

/**
 * Extends a command with all that follows from it by rules alone, until a tool, a model or a person
 * is needed. Everything is one commit, as nothing external happens in between.
 */
export async function lookAhead(
  parts: RunnerParts,
  key: SessionKey,
  on: Pick<LoadedSession, 'state' | 'now'>,
  runId: string,
  command: Command,
): Promise<Commands | DecidedCommands> {
  const commands: [Command, ...Command[]] = [command];
  const { now } = on;
  const decision = decide({ sessionId: key.sessionId, ...on }, command);
  if (decision.kind !== 'events') return commands;
  try {
    while (commands.length < MAX_COMMANDS) {
      const next = await nextCommand(parts, key, decision.log.state, now, runId);
      if (next === null || (next.type === 'start_tool' && parts.starts.closed)) break;
      if (!decideAlso(decision.log, next)) break;
      commands.push(next);
      if (next.type === 'start_tool') break;
    }
  } catch {
    // The earlier commands are still committed. The owner of the run gets the same error again,
    // and reports it.
    return commands;
  }
  return { commands, on, decision: decision.log };
}

/** The next command for the run's tree; `null` if something other than rules decides next. */
async function nextCommand(
  parts: RunnerParts,
  key: SessionKey,
  state: ControlState,
  now: string,
  runId: string,
): Promise<Command | null> {
  const { agents, owner } = parts;
  const tree = treeOf(state, runId);
  if (tree?.owner !== owner || missingAgent(agents, tree) !== undefined) return null;
  const effect = nextEffect(tree);
  if (!isPlanned(effect)) return null;
  const { run } = effect;
  const agent = agents.get(run.agent_id);
  // A slow policy of the host must not delay a commit whose other events are known.
  if (agent === undefined || agent.approvalPolicy !== undefined) return null;
  return plan(parts, { key, tree, run, agent, waiting: waitingIn(state), now }, effect);
}
