'use client';
import type { ReactElement } from 'react';
import { Shortcut } from '../internal/card/shortcut.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext, type ConfirmCard } from './confirm-context.ts';

/** Props of a button, and its answer. */
export interface AnswerProps extends PartProps<'button'> {
  /** The answer: `true` lets the tool run, `false` denies. */
  confirmed: boolean;
}

/** Visual emphasis of an answer: for high risk there is none before the second press. */
function variantOf({ request, askedAt }: ConfirmCard, confirmed: boolean): string {
  if (!confirmed) return 'secondary';
  if (request.risk_level !== 'high') return 'primary';
  return askedAt === undefined ? 'secondary' : 'danger';
}

/**
 * Answers the request, labelled with the chosen scope. Disabled while an answer is being sent, and
 * enabled again if that fails; allowing is also disabled until long arguments have been shown, and
 * while edited ones are not valid. For a call of high risk, allowing it more than once opens
 * `Consequence` first.
 */
export function Answer({ confirmed, disabled, onClick, ...props }: AnswerProps): ReactElement {
  const messages = useCardWords();
  const { armingDelayMs } = useSettings();
  const confirm = useConfirmContext('Answer');
  const {
    request,
    state,
    response,
    edited,
    approvalScope,
    denialScope,
    needsSecondPress,
    askedAt,
  } = confirm;
  const possible = confirmed ? confirm.allowable : confirm.answerable;
  const busy = state === 'submitting' && response?.confirmed === confirmed;
  const [yes, no] =
    request.purpose === 'authorization'
      ? [
          edited ? messages.allowEdited : messages.allow[approvalScope.term],
          messages.deny[denialScope.term],
        ]
      : [messages.yes, messages.no];
  const own = confirmed ? request.confirm_text : request.cancel_text;
  return renderPart('button', 'confirm-answer', {
    type: 'button',
    'data-confirmed': String(confirmed),
    'data-variant': variantOf(confirm, confirmed),
    'aria-busy': busy || undefined,
    children: busy ? (
      messages.sending
    ) : (
      <>
        <VisibleText text={own ?? (confirmed ? yes : no)} mode="prose" />
        {!(confirmed && request.risk_level === 'high') && <Shortcut of={confirmed ? 'A' : 'D'} />}
      </>
    ),
    ...props,
    disabled: disabled === true || !possible,
    onClick: composed(onClick, (event) => {
      if (!possible) return;
      if (!confirmed) return confirm.deny(event);
      if (!needsSecondPress) return confirm.allow(event);
      if (askedAt === undefined) return confirm.ask(event.timeStamp);
      // A double click is not a confirmation.
      if (event.timeStamp - askedAt >= armingDelayMs) confirm.allow(event);
    }),
    // A key that is held down is not a decision.
    onKeyDown: composed(props.onKeyDown, (event) => {
      if (event.repeat) event.preventDefault();
    }),
  });
}
