'use client';
import { createBatch } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createBatchTo, type BatchSource, type BatchState } from '../internal/batch-source.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { useSettings } from '../internal/settings.ts';

export type UsedBatch = BatchState & Pick<BatchSource, 'item' | 'allowAll' | 'denyAll'>;

/**
 * The requests of one message, in call order; those that are settled stay. Give it what waits now:
 * `allowAll` and `denyAll` answer what waits at that moment and nothing that arrives later. Answers go
 * to `onRespond`, else through the provider's client, all together in one call.
 */
export function useBatch(
  requests: readonly InteractionRequest[],
  onRespond?: OnRespond,
): UsedBatch {
  const { client } = useSettings();
  const latest = useRef(onRespond);
  const handedIn = onRespond !== undefined;
  const messageId = requests[0]?.message_id;
  // Memoized for its identity: the settled requests of a message stay as long as it does.
  const batch = useMemo((): BatchSource => {
    const created = handedIn
      ? createBatchTo((response) => latest.current?.(response))
      : client !== undefined && createBatch(client);
    if (created === false) {
      throw new Error(
        'Nobody takes the answers of this batch. Give it an onRespond, or place it inside <HitlProvider client={createHitlClient()}>.',
      );
    }
    created.update(requests);
    return created;
  }, [handedIn, client, messageId]);
  useLayoutEffect(() => {
    latest.current = onRespond;
  });
  useLayoutEffect(() => {
    batch.update(requests);
  }, [batch, requests]);
  const state = useSyncExternalStore(batch.subscribe, batch.getSnapshot, batch.getSnapshot);
  const { item, allowAll, denyAll } = batch;
  return { ...state, item, allowAll, denyAll };
}
