'use client';
import type { ReactNode } from 'react';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';

/** Sends the provided result. Renders nothing unless one is being written. */
export function SendResult({ onClick, disabled, ...props }: PartProps<'button'>): ReactNode {
  const messages = useCardWords();
  const { state, response, answerable, answerInstead, draft } = useConfirmContext('SendResult');
  const { answering, result = '' } = draft;
  if (answering !== true) return null;
  const busy = state === 'submitting' && response?.action === 'answer';
  const possible = answerable && result.trim() !== '';
  return renderPart('button', 'result-send', {
    type: 'button',
    'data-variant': 'primary',
    'aria-busy': busy || undefined,
    children: busy ? messages.sending : messages.sendResult,
    ...props,
    disabled: disabled === true || !possible,
    onClick: composed(onClick, (event) => {
      if (possible) answerInstead(result, event);
    }),
  });
}
