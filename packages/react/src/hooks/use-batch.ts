'use client';
import { createBatch } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useLayoutEffect, useState } from 'react';
import { createHostBatch, type BatchSource, type BatchState } from '../internal/batch-source.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { useSettings } from '../internal/settings.ts';
import { useStore } from './use-store.ts';

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
  const byHost = onRespond !== undefined;
  const key = requests[0]?.message_id;

  const begin = (): { source: BatchSource; key: unknown; taker: unknown } => {
    const taker = byHost ? 'host' : client;
    if (byHost) return { source: createHostBatch(requests), key, taker };
    if (client !== undefined) return { source: createBatch(client, requests), key, taker };
    throw new Error(
      'Nobody takes the answers of this batch. Give it an onRespond, or place it inside <HitlProvider client={createHitlClient()}>.',
    );
  };
  const [batch, setBatch] = useState(begin);
  // Another message is another batch. Once nothing of it waits, it stays as it was.
  const other = requests.length > 0 && batch.key !== key;
  if (other || batch.taker !== (byHost ? 'host' : client)) setBatch(begin);

  const { source } = batch;
  useLayoutEffect(() => source.sendTo?.(onRespond), [source, onRespond]);
  useLayoutEffect(() => source.update(requests), [source, requests]);
  return { ...source, ...useStore(source) };
}
