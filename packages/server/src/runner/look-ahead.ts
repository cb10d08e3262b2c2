import { treeOf, type ControlState } from '@hitl/protocol/fold';
import { waitingIn } from '../approval/equal-requests.ts';
import type { RunContext } from '../approval/evaluate.ts';
import type { Commands, DecidedCommands } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import { decide, decideAlso } from '../machine/decide.ts';
import { nextEffect, type Effect } from '../machine/effects.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';
import { begin } from './execute-call.ts';
import { missingAgent } from './missing-agent.ts';
import type { RunnerParts } from './parts.ts';
import { callIds } from './run-tool.ts';

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

/** An effect that only needs a command, no model and no tool. */
type Planned = Extract<Effect, { type: 'judge_batch' | 'record_result' | 'execute_tool' }>;

/** Whether an effect only needs a command. */
function isPlanned(effect: Effect): effect is Planned {
  const { type } = effect;
  return type === 'judge_batch' || type === 'record_result' || type === 'execute_tool';
}

/** The command for such an effect. */
export async function plan(
  parts: RunnerParts,
  context: RunContext,
  effect: Planned,
): Promise<Command> {
  const { run } = effect;
  const { owner, maxResultBytes } = parts;
  switch (effect.type) {
    case 'judge_batch':
      return {
        type: 'judge_batch',
        runId: run.id,
        owner,
        messageId: run.batch?.message_id ?? '',
        verdicts: await parts.evaluator.batch(context),
      };
    case 'record_result':
      return { type: 'record_result', ...callIds(effect, owner), maxResultBytes };
    case 'execute_tool':
      return begin(parts, context, effect.call);
  }
}
