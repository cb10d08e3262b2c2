'use client';
import type { InteractionRequest } from '@hitl/protocol';
import { useEffect, useId, useLayoutEffect, useRef, type ReactElement } from 'react';
import { useOverdue } from '../../hooks/use-countdown.ts';
import { announce } from '../announcer.ts';
import { useArming } from '../arming.ts';
import { renderPart, type PartProps } from '../part.tsx';
import { useSettings } from '../settings.ts';
import { visibleString } from '../visible-text.tsx';
import { CardContext, type Answer, type Card } from './card-context.ts';
import { cardState, isOpen, outcomeOf } from './card-state.ts';
import type { Settlement } from './submission.ts';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { useCardSubmission, type OnRespond } from './use-submission.ts';

export interface CardProps<R extends InteractionRequest = InteractionRequest> {
  request: R;
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

export type RootProps<R extends InteractionRequest> = Omit<PartProps<'div'>, keyof CardProps> &
  CardProps<R>;

/**
 * Groups the parts of one request. `data-state`: `pending`, `paused`, `submitting`, `failed`,
 * `unknown`, `settled`, `expired`, `cancelled`, `superseded`; `data-outcome` once it has ended;
 * `data-risk`, `data-purpose` and `data-type` as in the request.
 */
export function CardRoot<R extends InteractionRequest>({
  request,
  onRespond,
  settlement,
  armingDelayMs,
  ...props
}: RootProps<R>): ReactElement {
  const settings = useSettings();
  const { messages, drafts } = settings;
  const { submission, state: sent } = useCardSubmission(request, onRespond);
  const overdue = useOverdue(request.expires_at);
  const state = cardState(request, sent, settlement, overdue);
  const open = isOpen(state);
  const armed = useArming(
    `${request.id} ${request.args_digest ?? ''}`,
    armingDelayMs ?? settings.armingDelayMs,
  );
  const focus = useFocusKeeper(state, props.ref);
  const titleId = useId();
  const descriptionId = useId();

  const id = request.id;
  useEffect(() => {
    if (!open) drafts.clear(id);
  }, [open, id, drafts]);

  const subject = visibleString(
    request.purpose === 'authorization'
      ? messages.authorizationTitle(request.tool_name)
      : request.title,
  );
  useEffect(() => {
    announce(id, messages.requestArrived(subject), messages.requestsArrived);
    // The request is announced once; a new wording of it is not news.
  }, [id]);
  const elsewhere = settlement ?? (sent.response === undefined ? sent.settlement : undefined);
  const news =
    elsewhere !== undefined || state === 'expired'
      ? messages.requestEnded(subject, state)
      : undefined;
  useEffect(() => {
    if (news !== undefined) announce(`${id} ended`, news);
  }, [id, news]);

  const response = settlement?.response ?? sent.settlement?.response ?? sent.response;
  const card: Card = {
    request,
    state,
    outcome: outcomeOf(request, state, response),
    response,
    settlement: settlement ?? sent.settlement,
    error: sent.error,
    answerable: open && state !== 'submitting' && state !== 'unknown',
    titleId,
    descriptionId,
    respond(answer: Answer, event) {
      if (!card.answerable || (event !== undefined && !armed(event))) return;
      focus.remember();
      void submission.respond({ ...answer, request_id: request.id, type: request.type });
    },
    retry() {
      if (sent.response === undefined) return;
      focus.remember();
      void submission.respond(sent.response);
    },
    check: submission.check === undefined ? undefined : () => void submission.check?.(),
  };

  return (
    <CardContext value={card}>
      {renderPart('div', `${request.type}-root`, {
        role: 'group',
        'aria-label': subject,
        'aria-busy': state === 'submitting' || undefined,
        tabIndex: -1,
        'data-state': state,
        'data-type': request.type,
        'data-purpose': request.purpose,
        'data-risk': request.risk_level,
        'data-outcome': card.outcome,
        ...props,
        ref: focus.ref,
      })}
    </CardContext>
  );
}
