'use client';
import type { ReactElement } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { card as words } from '../messages/en/card.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirmContext } from './confirm-context.ts';

/** A button’s props, and what it answers. */
export interface AnswerProps extends PartProps<'button'> {
  /** What pressing it says: `true` lets the tool run, `false` refuses. */
  confirmed: boolean;
}

/**
 * Answers the request. Disabled while an answer is on its way, live again if that fails; allowing is
 * disabled too while long arguments have not been shown or edited ones are not valid.
 */
export function Answer({ confirmed, disabled, onClick, ...props }: AnswerProps): ReactElement {
  const messages = useMessages(words);
  const confirm = useConfirmContext('Answer');
  const { request, state, response, edited } = confirm;
  const possible = confirmed ? confirm.allowable : confirm.answerable;
  const busy = state === 'submitting' && response?.confirmed === confirmed;
  const [yes, no] =
    request.purpose === 'authorization'
      ? [edited ? messages.allowEdited : messages.allow, messages.deny]
      : [messages.yes, messages.no];
  const own = confirmed ? request.confirm_text : request.cancel_text;
  const risky = request.risk_level === 'high';
  return renderPart('button', 'confirm-answer', {
    type: 'button',
    'data-confirmed': String(confirmed),
    'data-variant': confirmed ? (risky ? 'danger' : 'primary') : 'secondary',
    'aria-busy': busy || undefined,
    children: busy ? (
      messages.sending
    ) : (
      <VisibleText text={own ?? (confirmed ? yes : no)} mode="prose" />
    ),
    ...props,
    disabled: disabled === true || !possible,
    onClick: composed(onClick, (event) => {
      if (!possible) return;
      if (confirmed) confirm.allow(event);
      else confirm.deny(event);
    }),
    // A key that is held down is not a decision.
    onKeyDown: composed(props.onKeyDown, (event) => {
      if (event.repeat) event.preventDefault();
    }),
  });
}
