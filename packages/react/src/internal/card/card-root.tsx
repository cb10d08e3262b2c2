'use client';
import type { Settlement } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { useCallback, useId, useRef, useState, type ReactElement } from 'react';
import { useOverdue } from '../../hooks/use-overdue.ts';
import { card as words } from '../../messages/en/card.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { useArming } from '../arming.ts';
import { later } from '../later.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { useSettings } from '../settings.ts';
import { mergedRef } from '../slot.tsx';
import { visibleString } from '../visible-text.tsx';
import { CardContext, type Answer, type Card } from './card-context.ts';
import { cardState, isOpen, outcomeOf } from './card-state.ts';
import type { OnRespond } from './submission.ts';
import { useCardSubmission } from './use-submission.ts';

const After = later(async () => (await import('./after.tsx')).After);

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
  ref: theirs,
  ...props
}: RootProps<R>): ReactElement {
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
  const elsewhere = told !== undefined || sent.status === 'answered_elsewhere';
  const { id, type, args_digest } = request;
  const armed = useArming(`${id} ${args_digest}`, armingDelayMs ?? settings.armingDelayMs);

  const root = useRef<HTMLElement>(null);
  const ref = useCallback((node: HTMLDivElement | null) => mergedRef(root, theirs)(node), [theirs]);
  const titleId = useId();
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
    answerable,
    titleId,
    descriptionId: `${titleId}-description`,
    respond(answer: Answer, event) {
      if (!answerable || (event !== undefined && !armed(event))) return;
      const response = { request_id: id, type, ...answer };
      setAnswered(response);
      void submission.submit(response);
    },
    retry: () => void submission.retry(),
    check: submission.check && (() => void submission.check?.()),
  };

  return (
    <CardContext value={card}>
      {renderPart('div', `${type}-root`, {
        role: 'group',
        'aria-label': subject,
        'aria-busy': state === 'submitting' || undefined,
        tabIndex: -1,
        'data-state': state,
        'data-type': type,
        'data-purpose': request.purpose,
        'data-risk': request.risk_level,
        'data-outcome': card.outcome,
        'data-elsewhere': elsewhere || undefined,
        ...props,
        ref,
      })}
      <After requestId={id} subject={subject} state={state} elsewhere={elsewhere} root={root} />
    </CardContext>
  );
}
