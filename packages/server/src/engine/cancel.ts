import { mayLookAt } from '../store/caller.ts';
import type { Operation } from './context.ts';
import { getInteraction } from './read.ts';
import { failure } from '../base/result.ts';

/** Withdraws a request of an external loop; a settled one is returned unchanged. */
export const cancelInteraction: Operation<'cancel'> = async (context, caller, interactionId) => {
  const record = await context.store.findInteraction(caller.tenantId, interactionId);
  if (record === null || !mayLookAt(caller, record.user_id)) {
    return failure('interaction_not_found', `Interaction ${interactionId} does not exist.`);
  }
  const key = { tenantId: caller.tenantId, sessionId: record.session_id };
  const outcome = await context.log.transact(key, {
    type: 'cancel',
    interactionId,
    ...(caller.userId !== null && { by: caller.userId }),
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  return getInteraction(context, caller, interactionId);
};
