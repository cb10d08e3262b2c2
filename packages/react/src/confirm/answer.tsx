'use client';
import type { ReactElement } from 'react';
import { Shortcut } from '../internal/card/shortcut.tsx';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Props of a button, and its answer. */
export interface AnswerProps extends PartProps<'button'> {
  /** The answer: `true` lets the tool run, `false` denies. */
  confirmed: boolean;
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
  const high = request.risk_level === 'high';
  const busy = state === 'submitting' && response?.confirmed === confirmed;
  const [yes, no] =
    request.purpose === 'authorization'
      ? [
          edited ? messages.allowEdited : messages.allow[approvalScope.term],
          messages.deny[denialScope.term],
        ]
      : // Only a question has words of the agent on its buttons.
        [request.confirm_text ?? messages.yes, request.cancel_text ?? messages.no];
  return renderPart('button', 'confirm-answer', {
    type: 'button',
    'data-confirmed': String(confirmed),
    // For high risk there is no emphasis before the second press.
    'data-variant': !confirmed ? 'secondary' : !high ? 'primary' : askedAt ? 'danger' : 'secondary',
    'aria-busy': busy || undefined,
    children: busy ? (
      messages.sending
    ) : (
      <>
        <VisibleText text={confirmed ? yes : no} mode="prose" />
        {!(confirmed && high) && <Shortcut of={confirmed ? 'A' : 'D'} />}
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
