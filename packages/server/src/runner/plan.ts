import type { RunContext } from '../approval/evaluate.ts';
import type { Command } from '../machine/commands.ts';
import type { Effect } from '../machine/effects.ts';
import { begin } from './execute-call.ts';
import type { RunnerParts } from './parts.ts';
import { callIds } from './run-tool.ts';

/** An effect that only needs a command, no model and no tool. */
export type Planned = Extract<Effect, { type: 'judge_batch' | 'record_result' | 'execute_tool' }>;

/** Whether an effect only needs a command. */
export function isPlanned(effect: Effect): effect is Planned {
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
      return { type: 'record_result', ...callIds(run, effect.call, owner), maxResultBytes };
    case 'execute_tool':
      return begin(parts, context, effect.call);
  }
}
