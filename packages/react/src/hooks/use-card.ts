'use client';
import {
  cardState,
  describeProblem,
  isOpen,
  lateOutcomeOf,
  outcomeOf,
  visibleString,
  type CardOutcome,
  type CardStatus,
  titleOf,
  type ArmedEvent,
  type Answer,
  cardWords as card,
} from '@hitl/client/view';
import type { Settlement } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { useCallback, useRef, useState } from 'react';
import { useArming } from '../internal/arming.ts';
import type { CardOptions } from '../internal/card/card-props.ts';
import { useCardEffects } from '../internal/card/use-card-effects.ts';
import { useCardSubmission } from '../internal/card/use-submission.ts';
import { useIgnoredPress } from '../internal/card/use-ignored-press.ts';
import { useSettings } from '../internal/settings.ts';
import { common } from '../messages/en/common.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useOverdue } from './use-overdue.ts';

const words = { ...card, ...common };

/** What the element of a card needs. */
export interface CardElementProps {
  readonly ref: (element: HTMLElement | null) => void;
  readonly role: 'group';
  readonly tabIndex: -1;
  readonly 'aria-label': string;
  /** Used to find the card from a notification. */
  readonly 'data-request': string;
  readonly 'aria-busy': true | undefined;
}

/** One request, the state of its answer, and how to give it. */
export interface UseCardResult<R extends InteractionRequest = InteractionRequest> {
  /** The request, with the current state of its clock. */
  readonly request: R;
  /** One-line summary of the request with hidden characters made visible: a name for the card. */
  readonly subject: string;
  readonly state: CardStatus;
  /**
   * Digest of the arguments if they have changed since the card was first shown: presses meant for
   * the old ones are ignored, and the card should say so. Otherwise `undefined`.
   */
  readonly changed: string | undefined;
  /** Outcome; `undefined` while it is open. */
  readonly outcome: CardOutcome | undefined;
  /** The answer, as far as this page knows. */
  readonly response: InteractionResponse | undefined;
  readonly settlement: Settlement | undefined;
  /** Error of the last attempt. */
  readonly error: unknown;
  /**
   * Localized message for a failed or unknown answer; `undefined` if there is no problem. Offer
   * `retry` if it is `retryable`, and `check` if it is defined.
   */
  readonly problem: string | undefined;
  /** Whether sending the same answer again may succeed. */
  readonly retryable: boolean;
  /** Another person answered, or another page of the same person. */
  readonly elsewhere: boolean;
  /** The answer given here, if it came too late: show that. Otherwise `undefined`. */
  readonly late: CardOutcome | undefined;
  /** A press was ignored because it came too early for this card: show that. */
  readonly ignored: boolean;
  /** Whether an answer can be given now. */
  readonly answerable: boolean;
  /** Sends an answer, unless one is being sent, or `event` began before the card appeared. */
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
  /** Sends the failed answer again. */
  readonly retry: () => void;
  /** Sends an answer again that may not have arrived; `undefined` if that is not possible. */
  readonly check: (() => void) | undefined;
  /**
   * Props for the element of your card: a named group with a busy state, which holds the focus
   * while its buttons are disabled.
   */
  readonly cardProps: CardElementProps;
}

/**
 * Follows one request of any type and takes its answer: the basis of every card, built-in or
 * custom, without markup.
 * @see useConfirm, useQuestion for drafts of an answer.
 */
export function useCard<R extends InteractionRequest>(
  given: R,
  { onRespond, settlement: fromHost, armingDelayMs }: CardOptions = {},
): UseCardResult<R> {
  const settings = useSettings();
  const messages = useMessages(words);
  const delayMs = armingDelayMs ?? settings.armingDelayMs;
  const { submission, state: sent } = useCardSubmission(given, onRespond);
  const [answered, setAnswered] = useState<InteractionResponse>();
  // The submission has a newer state of the clock than the given request.
  const { expires_at, paused } = sent.request ?? given;
  const request = { ...given, expires_at, paused } as R;
  const settlement = fromHost ?? sent.settlement;
  const state = cardState(request, sent, fromHost, useOverdue(expires_at));
  const answerable = isOpen(state) && state !== 'submitting' && state !== 'unknown';
  const elsewhere = fromHost !== undefined || sent.status === 'answered_elsewhere';
  const subject = visibleString(titleOf(request, messages));

  const { id, type, args_digest, tool_args } = request;
  const shown = args_digest ?? JSON.stringify(tool_args);
  const armed = useArming(`${id} ${shown}`, delayMs);
  const [ignored, ignore] = useIgnoredPress(id);
  const [first, setFirst] = useState({ id, shown });
  if (first.id !== id) setFirst({ id, shown });
  const changed = first.id === id && first.shown !== shown ? shown : undefined;

  const root = useRef<HTMLElement>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    root.current = element;
  }, []);
  useCardEffects({ requestId: id, subject, state, elsewhere, changed, root });
  const problems: Partial<Record<CardStatus, string>> = {
    failed: describeProblem(sent.error, messages),
    unknown: messages.answerUnknown,
  };
  return {
    request,
    subject,
    state,
    changed,
    outcome: outcomeOf(request, state, sent, settlement),
    response: settlement?.response ?? (sent.late === true ? undefined : answered),
    settlement,
    error: sent.error,
    problem: problems[state],
    retryable: sent.retryable,
    elsewhere,
    late: lateOutcomeOf(request, sent),
    ignored: ignored && isOpen(state),
    answerable,
    respond(answer, event) {
      if (!answerable) return;
      if (event !== undefined && !armed(event)) return ignore();
      const { userId } = settings;
      const response = {
        request_id: id,
        type,
        ...(userId !== undefined && { reviewer_id: userId }),
        ...answer,
      };
      setAnswered(response);
      void submission.submit(response);
    },
    retry: () => void submission.retry(),
    check: submission.check && (() => void submission.check?.()),
    cardProps: {
      ref,
      role: 'group',
      tabIndex: -1,
      'aria-label': subject,
      'data-request': id,
      'aria-busy': state === 'submitting' || undefined,
    },
  };
}
