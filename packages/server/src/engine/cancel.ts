import { mayLookAt } from '../store/caller.ts';
import type { Operation } from './context.ts';
import { getInteraction } from './read.ts';
import { failure } from '../base/result.ts';

/** Takes back what an external loop asked; what is settled already is shown as it stands. */
export const cancelInteraction: Operation<'cancel'> = async (context, caller, interactionId) => {
  const record = await context.store.findInteraction(caller.tenant_id, interactionId);
  if (record === null || !mayLookAt(caller, record.user_id)) {
    return failure('interaction_not_found', `Interaction ${interactionId} does not exist.`);
  }
  const key = { tenant_id: caller.tenant_id, session_id: record.session_id };
  const outcome = await context.log.transact(key, {
    type: 'cancel',
    interaction_id: interactionId,
    ...(caller.user_id !== null && { by: caller.user_id }),
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  return getInteraction(context, caller, interactionId);
};
