import type { RunTree } from '@hitl/protocol/fold';
import { waitingIn } from '../approval/equal-requests.ts';
import type { RunContext } from '../approval/evaluate.ts';
import type { Transacted } from '../log/session-log.ts';
import type { Effect } from '../machine/effects.ts';
import type { LoadedSession } from '../store/store.ts';
import { callModel } from './call-model.ts';
import { continueCall } from './execute-call.ts';
import { plan } from './look-ahead.ts';
import type { RunHandle } from './run-handle.ts';
import type { RunnerParts } from './parts.ts';
import { isTooLarge } from './persist.ts';

/** The effects performed here; the runner's loop handles the others. */
export type Performed = Exclude<
  Effect,
  { type: 'none' | 'paused' | 'wait_for_person' | 'save_rules' }
>;

/** Performs one effect and appends its outcome; `null`: there is none. */
export async function perform(
  parts: RunnerParts,
  handle: RunHandle,
  loaded: LoadedSession,
  tree: RunTree,
  effect: Performed,
): Promise<Transacted | null> {
  const { agents, log, owner, starts } = parts;
  const { state, now } = loaded;
  const { run } = effect;
  const { key } = handle;
  const agent = agents.get(run.agent_id);
  if (agent === undefined) {
    // The runner's loop has already left runs with missing agents to other instances.
    throw new Error(`The run ${run.id} needs the agent ${run.agent_id}, which is not here`);
  }
  const context: RunContext = { key, tree, run, agent, waiting: waitingIn(state), now };
  const outcome = await append(parts, handle, context, effect, loaded).catch((error: unknown) => {
    if (!isTooLarge(error)) throw error;
    // Trying again would make the same commit, so the run ends and says why.
    const { code, message } = error;
    return log.transact(key, { type: 'fail_run', runId: run.id, owner, error: message, code });
  });
  if (outcome !== null) starts.note(outcome);
  return outcome;
}

async function append(
  parts: RunnerParts,
  handle: RunHandle,
  context: RunContext,
  effect: Performed,
  loaded: LoadedSession,
): Promise<Transacted | null> {
  switch (effect.type) {
    case 'call_model':
      return callModel(parts, handle, context, loaded);
    case 'recover_call':
      return continueCall(parts, handle, context, effect.call);
    default:
      return parts.log.transact(context.key, await plan(parts, context, effect));
  }
}
