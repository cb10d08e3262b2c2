import type { RunTree } from '@hitl/protocol/fold';
import { waitingIn } from '../approval/equal-requests.ts';
import type { RunContext } from '../approval/evaluate.ts';
import type { Transacted } from '../log/session-log.ts';
import type { Effect } from '../machine/effects.ts';
import type { LoadedSession } from '../store/store.ts';
import { createCallModel, type CallModelOptions } from './call-model.ts';
import { createExecuteCall, type ExecuteCallOptions } from './execute-call.ts';
import type { RunHandle } from './run-handle.ts';
import { callIds } from './run-tool.ts';

/** What effects are performed with. */
export interface PerformOptions extends CallModelOptions, ExecuteCallOptions {}

/** An effect that is performed here; the loop does the others itself. */
export type Performed = Exclude<
  Effect,
  { type: 'none' | 'paused' | 'wait_for_person' | 'save_rules' }
>;

/** Performs one effect and appends its outcome; `null` when there is none to append. */
export type Perform = (
  handle: RunHandle,
  loaded: LoadedSession,
  tree: RunTree,
  effect: Performed,
) => Promise<Transacted | null>;

export function createPerform(options: PerformOptions): Perform {
  const { log, agents, evaluator, owner, maxResultBytes } = options;
  const callModel = createCallModel(options);
  const { execute, recover } = createExecuteCall(options);

  return async (handle, { state, now }, tree, effect) => {
    const { run } = effect;
    const { key } = handle;
    const agent = agents.get(run.agent_id);
    if (agent === undefined) {
      // The loop leaves such a run to others before it comes here.
      throw new Error(`The run ${run.id} needs the agent ${run.agent_id}, which is not here`);
    }
    const context: RunContext = { key, tree, run, agent, waiting: waitingIn(state), now };
    switch (effect.type) {
      case 'call_model':
        return callModel(handle, context);
      case 'judge_batch':
        return log.transact(key, {
          type: 'judge_batch',
          runId: run.id,
          owner,
          messageId: run.batch?.message_id ?? '',
          verdicts: await evaluator.batch(context),
        });
      case 'record_result':
        return log.transact(key, {
          type: 'record_result',
          ...callIds(run, effect.call, owner),
          maxResultBytes,
        });
      case 'execute_tool':
        return execute(handle, context, effect.call);
      case 'recover_call':
        return recover(handle, context, effect.call);
    }
  };
}
