'use client';
import { describeProblem, type CardStatus } from '@hitl/client/view';
import type { InteractionRequest } from '@hitl/protocol';
import { useCallback, useRef } from 'react';
import { useCardState, type CardState, type CardOptions } from '../internal/card/use-card-state.ts';
import { useCardEffects } from '../internal/card/use-card-effects.ts';
import { card } from '../messages/en/card.ts';
import { common } from '../messages/en/common.ts';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';

const words = { ...card, ...common, ...details };

/** A request as a card of your own sees it: where its answer stands, and how to give it. */
export interface UseCardResult<
  R extends InteractionRequest = InteractionRequest,
> extends CardState<R> {
  /**
   * What to tell about an answer that failed or whose fate is unknown, in the person's language;
   * `undefined` while all is well. Offer `retry` where it is `retryable`, and `check` where there is one.
   */
  readonly problem: string | undefined;
  /**
   * For the element of your card: a named group that says when it is busy, and that holds the
   * keyboard's place while its buttons are disabled.
   */
  readonly cardProps: CardElementProps;
}

/** What the element of a card needs. */
export interface CardElementProps {
  readonly ref: (element: HTMLElement | null) => void;
  readonly role: 'group';
  readonly tabIndex: -1;
  readonly 'aria-label': string;
  /** By which it is found when somebody comes from a notification. */
  readonly 'data-request': string;
  readonly 'aria-busy': true | undefined;
}

/**
 * Follows one request of any type and takes its answer, for cards of one's own: the honest states, the
 * delay for presses in flight, the announcement to screen readers and the end of its drafts are those
 * of our cards. What it does not know is markup.
 *
 * @see useConfirm, useQuestion for what a person makes up before answering.
 */
export function useCard<R extends InteractionRequest>(
  request: R,
  options: CardOptions = {},
): UseCardResult<R> {
  const answering = useCardState(request, options);
  const messages = useMessages(words);
  const { subject, state, elsewhere, changed, error } = answering;
  const { armingDelayMs } = options;
  const root = useRef<HTMLElement>(null);
  const requestId = answering.request.id;
  useCardEffects({ requestId, subject, state, elsewhere, changed, armingDelayMs, root });
  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element;
  }, []);
  const problems: Partial<Record<CardStatus, string>> = {
    failed: describeProblem(error, messages),
    unknown: messages.answerUnknown,
  };
  return {
    ...answering,
    problem: problems[state],
    cardProps: {
      ref,
      role: 'group',
      tabIndex: -1,
      'aria-label': subject,
      'data-request': requestId,
      'aria-busy': state === 'submitting' || undefined,
    },
  };
}
