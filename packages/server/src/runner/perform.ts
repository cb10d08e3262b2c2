import type { RunTree } from '@hitl/protocol/fold';
import { waitingIn } from '../approval/equal-requests.ts';
import type { RunContext } from '../approval/evaluate.ts';
import type { Transacted } from '../log/session-log.ts';
import type { Command } from '../machine/commands.ts';
import type { Effect } from '../machine/effects.ts';
import type { LoadedSession } from '../store/store.ts';
import { createCallModel, type CallModelOptions } from './call-model.ts';
import { createExecuteCall, type ExecuteCallOptions } from './execute-call.ts';
import { createLookAhead, type LookAhead, type Planned } from './look-ahead.ts';
import type { RunHandle } from './run-handle.ts';
import { isTooLarge } from './persist.ts';
import { callIds } from './run-tool.ts';

/** Dependencies for performing effects. */
export interface PerformOptions extends Omit<CallModelOptions, 'lookAhead'>, ExecuteCallOptions {
  readonly hasAgents: (tree: RunTree) => boolean;
}

/** The effects performed here; the runner's loop handles the others. */
export type Performed = Exclude<
  Effect,
  { type: 'none' | 'paused' | 'wait_for_person' | 'save_rules' }
>;

/** Performs one effect and appends its outcome; `null`: there is none. */
export type Perform = (
  handle: RunHandle,
  loaded: LoadedSession,
  tree: RunTree,
  effect: Performed,
) => Promise<Transacted | null>;

export function createPerform(options: PerformOptions): {
  readonly perform: Perform;
  readonly lookAhead: LookAhead;
} {
  const { log, agents, evaluator, owner, maxResultBytes, starts } = options;
  const { begin, continueCall } = createExecuteCall(options);
  const lookAhead = createLookAhead({ ...options, plan });
  const callModel = createCallModel({ ...options, lookAhead });

  async function plan(context: RunContext, effect: Planned): Promise<Command> {
    const { run } = effect;
    switch (effect.type) {
      case 'judge_batch':
        return {
          type: 'judge_batch',
          runId: run.id,
          owner,
          messageId: run.batch?.message_id ?? '',
          verdicts: await evaluator.batch(context),
        };
      case 'record_result':
        return { type: 'record_result', ...callIds(run, effect.call, owner), maxResultBytes };
      case 'execute_tool':
        return begin(context, effect.call);
    }
  }

  const perform: Perform = async (handle, { commit, state, now }, tree, effect) => {
    const { run } = effect;
    const { key } = handle;
    const agent = agents.get(run.agent_id);
    if (agent === undefined) {
      // The runner's loop has already left runs with missing agents to other instances.
      throw new Error(`The run ${run.id} needs the agent ${run.agent_id}, which is not here`);
    }
    const context: RunContext = { key, tree, run, agent, waiting: waitingIn(state), now };
    const outcome = await outcomeOf(handle, context, effect, commit).catch((error: unknown) => {
      if (!isTooLarge(error)) throw error;
      // Trying again would make the same commit, so the run ends and says why.
      const { code, message } = error;
      return log.transact(key, { type: 'fail_run', runId: run.id, owner, error: message, code });
    });
    if (outcome !== null) starts.note(outcome);
    return outcome;
  };

  async function outcomeOf(
    handle: RunHandle,
    context: RunContext,
    effect: Performed,
    commit: number,
  ): Promise<Transacted | null> {
    switch (effect.type) {
      case 'call_model':
        return callModel(handle, context, commit);
      case 'recover_call':
        return continueCall(handle, context, effect.call);
      default:
        return log.transact(context.key, await plan(context, effect));
    }
  }

  return { perform, lookAhead };
}
