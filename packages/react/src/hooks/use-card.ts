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
import { card } from '../messages/en/card.ts';
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
  /** By which it is found when somebody comes from a notification. */
  readonly 'data-request': string;
  readonly 'aria-busy': true | undefined;
}

/** One request, the state of its answer, and how to give it. */
export interface UseCardResult<R extends InteractionRequest = InteractionRequest> {
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
  /**
   * What to tell about an answer that failed or whose fate is unknown, in the person's language;
   * `undefined` while all is well. Offer `retry` where it is `retryable`, and `check` where there is one.
   */
  readonly problem: string | undefined;
  /** Whether the same answer may succeed when it is sent again. */
  readonly retryable: boolean;
  /** Somebody else answered, or another page of the same person. */
  readonly elsewhere: boolean;
  /**
   * What was answered here and came too late, since something else stands: say so. `undefined` where
   * nothing did.
   */
  readonly late: CardOutcome | undefined;
  /** A press came too early to be meant for this card, and was not counted: say so. */
  readonly ignored: boolean;
  /** Whether an answer can be given now. */
  readonly answerable: boolean;
  /** Sends an answer, unless one is on its way, or `event` was in flight when the card appeared. */
  readonly respond: (answer: Answer, event?: ArmedEvent) => void;
  /** Sends the failed answer again. */
  readonly retry: () => void;
  /** Sends an answer again that may not have arrived; `undefined` where that is not possible. */
  readonly check: (() => void) | undefined;
  /**
   * For the element of your card: a named group that says when it is busy, and that holds the
   * keyboard's place while its buttons are disabled.
   */
  readonly cardProps: CardElementProps;
}

/**
 * Follows one request of any type and takes its answer: what every card is made of, ours and your own.
 * What it does not know is markup.
 *
 * @see useConfirm, useQuestion for what a person makes up before answering.
 */
export function useCard<R extends InteractionRequest>(
  given: R,
  { onRespond, settlement: told, armingDelayMs }: CardOptions = {},
): UseCardResult<R> {
  const settings = useSettings();
  const messages = useMessages(words);
  const delayMs = armingDelayMs ?? settings.armingDelayMs;
  const { submission, state: sent } = useCardSubmission(given, onRespond);
  const [answered, setAnswered] = useState<InteractionResponse>();
  // Whoever follows the request knows its clock better than whoever handed it in.
  const { expires_at, paused } = sent.request ?? given;
  const request = { ...given, expires_at, paused } as R;
  const settlement = told ?? sent.settlement;
  const state = cardState(request, sent, told, useOverdue(expires_at));
  const answerable = isOpen(state) && state !== 'submitting' && state !== 'unknown';
  const elsewhere = told !== undefined || sent.status === 'answered_elsewhere';
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
      if (event !== undefined && !armed(event)) {
        ignore();
        return;
      }
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
