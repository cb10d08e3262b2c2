'use client';
import { createBatch } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { areLong } from '../args/long.ts';
import type { Choice } from '../confirm/use-confirm.ts';
import { useArming } from '../internal/arming.ts';
import {
  createHostBatch,
  type BatchItem,
  type BatchSource,
  type BatchState,
} from '../internal/batch-source.ts';
import type { OnRespond } from '../internal/card/submission.ts';
import { isShowable } from '../internal/is-showable.ts';
import { useSettings } from '../internal/settings.ts';
import { useStore } from './use-store.ts';

const WAITING: ReadonlySet<string> = new Set(['pending', 'paused', 'failed']);

export interface UsedBatch extends BatchState {
  /** `pending` while any waits, `submitting`, `settled` once all are decided. */
  readonly state: 'pending' | 'submitting' | 'settled';
  /**
   * What `allowAll` would answer now: no call of high risk, too long to be seen at a glance or being
   * edited.
   */
  readonly allowable: readonly InteractionRequest[];
  /** What `denyAll` would answer now. */
  readonly deniable: readonly InteractionRequest[];
  /** How many calls `allowAll` leaves out, because each wants a look of its own. */
  readonly left: number;
  /** The answer to one of them. */
  readonly item: BatchSource['item'];
  /** Allows what is allowable, unless `event` was in flight when the batch last grew. */
  readonly allowAll: (event?: { readonly timeStamp: number }) => Promise<void>;
  /** Refuses what is deniable, likewise; `note` is told to the agent. */
  readonly denyAll: (event?: { readonly timeStamp: number }, note?: string) => Promise<void>;
}

/**
 * The requests of one message, in call order; those that are settled stay. Give it what waits now:
 * `allowAll` and `denyAll` answer what waits at that moment and nothing that arrives later. Answers go
 * to `onRespond`, else through the provider's client, all together in one call.
 */
export function useBatch(
  requests: readonly InteractionRequest[],
  onRespond?: OnRespond,
): UsedBatch {
  const { armingDelayMs, drafts } = useSettings();
  const source = useBatchSource(requests, onRespond);
  const batch = useStore(source);
  const { items } = batch;
  const isEdited = ({ request: { id } }: BatchItem): boolean => {
    const { editing, answering, denial } = (drafts.get(id, 'choice') ?? {}) as Choice;
    return editing === true || answering === true || denial !== undefined;
  };
  // Read as one text, so that this renders again when a row begins or ends to be edited.
  const edited = useSyncExternalStore(
    drafts.subscribe,
    () => JSON.stringify(items.filter(isEdited).map(({ request }) => request.id)),
    () => '[]',
  );
  const armed = useArming(items.map(({ request }) => request.id).join(' '), armingDelayMs);
  // What cannot be read is a row that can be refused, and is counted in nothing else.
  const waiting = items
    .filter(({ request, status }) => WAITING.has(status) && isShowable(request))
    .map(({ request }) => request);
  // What cannot be judged at a glance, or is being worked on, is not allowed by the dozen.
  const eligible = (request: InteractionRequest): boolean =>
    request.purpose === 'authorization' &&
    request.allowed_actions.includes('approve') &&
    request.risk_level !== 'high' &&
    !areLong(request.tool_args) &&
    !edited.includes(JSON.stringify(request.id));
  const allowable = waiting.filter(eligible);
  const authorizations = waiting.filter(({ purpose }) => purpose === 'authorization');
  return {
    ...batch,
    state: batch.submitting ? 'submitting' : batch.settled === items.length ? 'settled' : 'pending',
    allowable,
    deniable: waiting.filter(({ allowed_actions }) => allowed_actions.includes('deny')),
    left: authorizations.length - allowable.length,
    item: source.item,
    async allowAll(event) {
      if (event === undefined || armed(event)) await source.allowAll(undefined, eligible);
    },
    async denyAll(event, note) {
      if (event === undefined || armed(event)) await source.denyAll(note);
    },
  };
}

/** One batch for one message: another message is another batch. */
function useBatchSource(
  requests: readonly InteractionRequest[],
  onRespond: OnRespond | undefined,
): BatchSource {
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
  return source;
}
