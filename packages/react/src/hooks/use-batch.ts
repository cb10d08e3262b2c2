'use client';
import {
  areLong,
  rememberOf,
  choiceAbout,
  type ConfirmDraft,
  isShowable,
  type ArmedEvent,
} from '@hitl/client/view';
import {
  approvalOf,
  createBatch,
  createHostBatch,
  denialOf,
  isAnswerable,
  type Batch,
  type BatchItem,
  type BatchSnapshot,
  type HitlClient,
} from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useArming } from '../internal/arming.ts';
import type { CardSubmission, OnRespond } from '../internal/card/submission.ts';
import { createAnswerForwarder, type AnswerForwarder } from '../internal/answer-forwarder.ts';
import { useSettings } from '../internal/settings.ts';
import { useDraft } from '../internal/use-draft.ts';
import { useStore } from './use-store.ts';

/** A batch of a client or of the host. */
type BatchSource = Pick<
  Batch<BatchItem, CardSubmission>,
  'getSnapshot' | 'subscribe' | 'update' | 'item' | 'respondAll'
>;

/** A request that is not allowed together with others, and why. */
export interface LeftOut {
  readonly request: InteractionRequest;
  /** `unseen`: it has not been fully shown yet. */
  readonly reason: 'high_risk' | 'long' | 'worked_on' | 'question' | 'unseen';
}

/** Result of `useBatch`: the calls of one message, for a custom panel. */
export interface UseBatchResult extends BatchSnapshot<BatchItem> {
  /** `pending` while any is open, `submitting`, `settled` once all are decided. */
  readonly state: 'pending' | 'submitting' | 'settled';
  /**
   * The calls that `allowAll` would answer now: none of high risk, too long for a glance, or being
   * worked on (edited, given a reason or a result, or about to be denied permanently).
   */
  readonly allowable: readonly InteractionRequest[];
  /** The requests that `denyAll` would answer now. */
  readonly deniable: readonly InteractionRequest[];
  /**
   * Pending requests that `allowAll` leaves out, in call order, with the reason: each needs its own
   * answer.
   */
  readonly leftOut: readonly LeftOut[];
  /** The answer to one of them. */
  readonly item: BatchSource['item'];
  /**
   * Text for the agent that `denyAll` sends with each call; `undefined` until it is started. A
   * draft: it survives unmounting, and ends with the batch.
   */
  readonly note: string | undefined;
  readonly setNote: (note: string | undefined) => void;
  /**
   * Allows, this once, all `allowable` calls, or those `among` the given ones; ignored if `event`
   * began before the batch last grew.
   */
  readonly allowAll: (event?: ArmedEvent, among?: readonly InteractionRequest[]) => Promise<void>;
  /**
   * Denies all `deniable` requests; ignored like `allowAll`. `note`, or the one that was set, is sent to the
   * agent; a call with its own note or rule keeps them.
   */
  readonly denyAll: (event?: ArmedEvent, note?: string) => Promise<void>;
}

/**
 * The requests of one message, in call order; settled ones stay. Pass the pending requests:
 * `allowAll` and `denyAll` answer those that were pending at the last render and none that arrive
 * later. Answers go to `onRespond`, else to the provider's client in one call.
 */
export function useBatch(
  requests: readonly InteractionRequest[],
  onRespond?: OnRespond,
): UseBatchResult {
  const { armingDelayMs, drafts, now, userId } = useSettings();
  const source = useBatchSource(requests, onRespond);
  const batch = useStore(source);
  const { items } = batch;
  const first = items[0]?.request;
  const key = first?.message_id ?? first?.id ?? '';
  const [note, setNote] = useDraft<string | undefined>({ id: key }, 'note', undefined);
  const settled = batch.settled === items.length;
  useEffect(() => {
    if (settled) drafts.clear(key);
  }, [settled, key, drafts]);
  const choiceOf = (request: InteractionRequest): ConfirmDraft =>
    choiceAbout(request.args_digest, drafts.get(request.id, 'choice') ?? {});
  const isWorkedOn = (request: InteractionRequest): boolean => {
    const { editing, answering, denial, note: words } = choiceOf(request);
    return [editing, answering, denial, words?.trim()].some(Boolean);
  };
  // Read as one text, so that this rerenders when work on a row starts or ends.
  const workedOn = useSyncExternalStore(
    drafts.subscribe,
    () => JSON.stringify(items.flatMap(({ request }) => (isWorkedOn(request) ? request.id : []))),
    () => '[]',
  );
  const armed = useArming(items.map(({ request }) => request.id).join(' '), armingDelayMs);
  // An unreadable request is a row that can be denied, and does not count otherwise.
  const waiting = items
    .filter(({ request, status }) => isAnswerable(status) && isShowable(request))
    .map(({ request }) => request);
  // A call that is too long for a glance, or being worked on, is not allowed together with others.
  const reasonAgainst = (request: InteractionRequest): LeftOut['reason'] | undefined => {
    if (request.purpose !== 'authorization') return 'question';
    if (!request.allowed_actions.includes('approve')) return 'question';
    if (request.risk_level === 'high') return 'high_risk';
    if (areLong(request.tool_args)) return 'long';
    return workedOn.includes(JSON.stringify(request.id)) ? 'worked_on' : undefined;
  };
  const allowable = waiting.filter((request) => reasonAgainst(request) === undefined);
  const leftOut = waiting.flatMap((request) => {
    const reason = reasonAgainst(request);
    return reason === undefined ? [] : [{ request, reason }];
  });
  const deniable = waiting.filter(({ allowed_actions }) => allowed_actions.includes('deny'));

  async function answerAll(
    chosen: readonly InteractionRequest[],
    event: ArmedEvent | undefined,
    answer: (request: InteractionRequest) => InteractionResponse,
  ): Promise<void> {
    if (event !== undefined && !armed(event)) return;
    const ids = new Set(chosen.map(({ id }) => id));
    const named = { ...(userId !== undefined && { reviewer_id: userId }) };
    await source.respondAll((request) =>
      ids.has(request.id) ? { ...answer(request), ...named } : undefined,
    );
  }
  return {
    ...batch,
    state: batch.submitting ? 'submitting' : settled ? 'settled' : 'pending',
    allowable,
    deniable,
    leftOut,
    item: source.item,
    note,
    setNote,
    allowAll(event, among = allowable) {
      const chosen = allowable.filter((request) => among.includes(request));
      return answerAll(chosen, event, (request) => approvalOf(request));
    },
    denyAll: (event, words = note) =>
      answerAll(deniable, event, (request) => {
        const { note: own, denial } = choiceOf(request);
        const denied = denialOf(request, own?.trim() || words?.trim());
        return {
          ...denied,
          ...(denial && { remember: rememberOf('deny_patterns', denial, now()) }),
        };
      }),
  };
}

interface BegunBatch {
  readonly source: BatchSource;
  /** The message of the batch. */
  readonly key: string | undefined;
  /** Handler of the answers. */
  readonly by: HitlClient | 'host';
  readonly host: AnswerForwarder | undefined;
}

/** One batch per message. */
function useBatchSource(
  requests: readonly InteractionRequest[],
  onRespond: OnRespond | undefined,
): BatchSource {
  const { client } = useSettings();
  const byHost = onRespond !== undefined;
  const key = requests[0]?.message_id;

  const begin = (): BegunBatch => {
    if (byHost) {
      const host = createAnswerForwarder();
      return { source: createHostBatch(host.take, requests), key, by: 'host', host };
    }
    if (client !== undefined) {
      return { source: createBatch(client, requests), key, by: client, host: undefined };
    }
    throw new Error(
      'This batch has no handler for its answers. Pass onRespond, or place it inside <HitlProvider client={createHitlClient()}>.',
    );
  };
  const [batch, setBatch] = useState(begin);
  // A new message gets a new batch. Once nothing is pending, the last one stays.
  const other = requests.length > 0 && batch.key !== key;
  if (other || batch.by !== (byHost ? 'host' : client)) setBatch(begin);

  const { source, host } = batch;
  useLayoutEffect(() => host?.forwardTo(onRespond), [host, onRespond]);
  useLayoutEffect(() => source.update(requests), [source, requests]);
  return source;
}
