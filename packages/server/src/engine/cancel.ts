import { given } from '../base/given.ts';
import { mayLookAt } from '../store/caller.ts';
import type { Operation } from './context.ts';
import { notFound } from './failures.ts';
import { getInteraction } from './read.ts';

/** Withdraws a request of an external loop; a settled one is returned unchanged. */
export const cancelInteraction: Operation<'cancel'> = async (context, caller, interactionId) => {
  const record = await context.store.findInteraction(caller.tenantId, interactionId);
  if (record === null || !mayLookAt(caller, record.user_id)) {
    return notFound('interaction', interactionId);
  }
  const key = { tenantId: caller.tenantId, sessionId: record.session_id };
  const outcome = await context.log.transact(key, {
    type: 'cancel',
    interactionId,
    ...given({ by: caller.userId ?? undefined }),
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  return getInteraction(context, caller, interactionId);
};
