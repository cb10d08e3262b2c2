'use client';
import type { Settlement } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { useEffect, useId, useState, type ReactElement } from 'react';
import { useOverdue } from '../../hooks/use-countdown.ts';
import { card as words } from '../../messages/en/card.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useArming } from '../arming.ts';
import { later } from '../later.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { useSettings } from '../settings.ts';
import { visibleString } from '../visible-text.tsx';
import { CardContext, type Answer, type Card } from './card-context.ts';
import { cardState, isOpen, outcomeOf } from './card-state.ts';
import { useFocusKeeper } from './use-focus-keeper.ts';
import type { OnRespond } from './submission.ts';
import { useCardSubmission } from './use-submission.ts';

const News = later(async () => (await import('./news.tsx')).News);

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
  request: given,
  onRespond,
  settlement: told,
  armingDelayMs,
  ...props
}: RootProps<R>): ReactElement {
  const settings = useSettings();
  const { drafts } = settings;
  const messages = useMessages(words);
  const { submission, state: sent } = useCardSubmission(given, onRespond);
  const [answered, setAnswered] = useState<InteractionResponse>();
  const request = withClockOf(given, sent.request);
  const settlement = told ?? sent.settlement;
  const overdue = useOverdue(request.expires_at);
  const state = cardState(request, sent, told, overdue);
  const open = isOpen(state);
  const armed = useArming(
    `${request.id} ${request.args_digest ?? ''}`,
    armingDelayMs ?? settings.armingDelayMs,
  );
  const focus = useFocusKeeper(state, props.ref);
  const titleId = useId();
  const descriptionId = useId();

  const { id } = request;
  useEffect(() => {
    if (!open) drafts.clear(id);
  }, [open, id, drafts]);

  const elsewhere = told !== undefined || sent.status === 'answered_elsewhere';
  const subject = visibleString(
    request.purpose === 'authorization'
      ? messages.authorizationTitle(request.tool_name)
      : request.title,
  );

  const card: Card = {
    request,
    state,
    outcome: outcomeOf(request, state, sent, settlement),
    response: settlement?.response ?? answered,
    settlement,
    error: sent.error,
    retryable: sent.retryable,
    elsewhere,
    answerable: open && state !== 'submitting' && state !== 'unknown',
    titleId,
    descriptionId,
    respond(answer: Answer, event) {
      if (!card.answerable || (event !== undefined && !armed(event))) return;
      const response = { request_id: id, type: request.type, ...answer };
      setAnswered(response);
      focus.remember();
      void submission.submit(response);
    },
    retry() {
      focus.remember();
      void submission.retry();
    },
    check: submission.check === undefined ? undefined : () => void submission.check?.(),
  };

  return (
    <CardContext value={card}>
      <News requestId={id} subject={subject} state={state} elsewhere={elsewhere} />
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
        'data-elsewhere': elsewhere || undefined,
        ...props,
        ref: focus.ref,
      })}
    </CardContext>
  );
}

/** The request as it was handed in, with the clock of whoever knows it better. */
function withClockOf<R extends InteractionRequest>(
  request: R,
  known: InteractionRequest | undefined,
): R {
  if (known === undefined || known.id !== request.id) return request;
  const { expires_at: _, paused: __, ...rest } = request;
  const { expires_at, paused } = known;
  return {
    ...rest,
    ...(expires_at !== undefined && { expires_at }),
    ...(paused !== undefined && { paused }),
  } as R;
}
