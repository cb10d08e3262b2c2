'use client';
import {
  visibleString,
  cardState,
  isOpen,
  outcomeOf,
  type CardOutcome,
  type CardStatus,
} from '@hitl/client/view';
import type { Settlement } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { useState } from 'react';
import { useOverdue } from '../../hooks/use-overdue.ts';
import { card as words } from '../../messages/en/card.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useArming } from '../arming.ts';
import { useSettings } from '../settings.ts';
import type { OnRespond } from './submission.ts';
import { titleOf } from './title-of.ts';
import { useCardSubmission } from './use-submission.ts';

/** What is said, without what follows from the request. */
export type Answer = Omit<InteractionResponse, 'request_id' | 'type'>;

/** Who takes the answer of a card, and what its host knows about it. */
export interface CardOptions {
  /**
   * Takes the answer; left out, it goes through the provider's client. Resolved means recorded;
   * rejected means failed: the card shows the error, keeps what was typed and offers another try.
   */
  onRespond?: OnRespond | undefined;
  /** Where the host knows that the request has ended: answered elsewhere, expired, cancelled. */
  settlement?: Settlement | undefined;
  /**
   * For how long after the card appeared, or became another one, presses are taken for ones that were
   * meant for something else. Default 500, or the provider's.
   */
  armingDelayMs?: number | undefined;
}

/** One request and where its answer stands. */
export interface CardState<R extends InteractionRequest = InteractionRequest> {
  /** The request, with its clock as it stands now. */
  readonly request: R;
  /** What is asked, in one line in which everything can be seen: a name for the card. */
  readonly subject: string;
  readonly state: CardStatus;
  /**
   * Names the arguments where they are not those any more that it was first shown with: a press that was
   * meant for the old ones does not count, and the card should say so. Else `undefined`.
   */
  readonly changed: string | undefined;
  /** How it ended; `undefined` while it is open. */
  readonly outcome: CardOutcome | undefined;
  /** What was answered or sent, as far as this page knows. */
  readonly response: InteractionResponse | undefined;
  readonly settlement: Settlement | undefined;
  /** Why the last try failed. */
  readonly error: unknown;
  /** Whether the same answer may succeed when it is sent again. */
  readonly retryable: boolean;
  /** Somebody else answered, or another page of the same person. */
  readonly elsewhere: boolean;
  /** Whether an answer can be given now. */
  readonly answerable: boolean;
  /** Sends an answer, unless one is on its way, or `event` was in flight when the card appeared. */
  readonly respond: (answer: Answer, event?: { readonly timeStamp: number }) => void;
  /** Sends the failed answer again. */
  readonly retry: () => void;
  /** Asks whether an answer of unknown fate arrived; `undefined` where nobody can say. */
  readonly check: (() => void) | undefined;
}

/** Follows one request and takes its answer: what every card is made of. */
export function useCardState<R extends InteractionRequest>(
  given: R,
  { onRespond, settlement: told, armingDelayMs }: CardOptions,
): CardState<R> {
  const settings = useSettings();
  const messages = useMessages(words);
  const { submission, state: sent } = useCardSubmission(given, onRespond);
  const [answered, setAnswered] = useState<InteractionResponse>();
  // Whoever follows the request knows its clock better than whoever handed it in.
  const { expires_at, paused } = sent.request ?? given;
  const request = { ...given, expires_at, paused } as R;
  const settlement = told ?? sent.settlement;
  const overdue = useOverdue(expires_at);
  const state = cardState(request, sent, told, overdue);
  const answerable = isOpen(state) && state !== 'submitting' && state !== 'unknown';
  const { id, type, args_digest, tool_args } = request;
  const shown = args_digest ?? JSON.stringify(tool_args);
  const armed = useArming(`${id} ${shown}`, armingDelayMs ?? settings.armingDelayMs);
  const [first, setFirst] = useState({ id, shown });
  if (first.id !== id) setFirst({ id, shown });
  return {
    request,
    subject: visibleString(titleOf(request, messages)),
    state,
    changed: first.id === id && first.shown !== shown ? shown : undefined,
    outcome: outcomeOf(request, state, sent, settlement),
    response: settlement?.response ?? answered,
    settlement,
    error: sent.error,
    retryable: sent.retryable,
    elsewhere: told !== undefined || sent.status === 'answered_elsewhere',
    answerable,
    respond(answer, event) {
      if (!answerable || (event !== undefined && !armed(event))) return;
      const response = { request_id: id, type, ...answer };
      setAnswered(response);
      void submission.submit(response);
    },
    retry: () => void submission.retry(),
    check: submission.check && (() => void submission.check?.()),
  };
}
