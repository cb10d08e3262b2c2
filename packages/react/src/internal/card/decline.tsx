import type { ReactNode } from 'react';
import { useCardWords } from '../../messages/card-words.ts';
import { composed, renderPart, type PartProps } from '../part.tsx';
import { useCardContext } from './card-context.ts';
import { Shortcut } from './shortcut.tsx';

/** Declines to answer a question. Renders nothing if that is not possible. */
export function Decline({ disabled, onClick, ...props }: PartProps<'button'>): ReactNode {
  const { request, answerable, state, response, respond } = useCardContext('Decline');
  const messages = useCardWords();
  if (!request.allowed_actions.includes('deny')) return null;
  const busy = state === 'submitting' && response?.action === 'deny';
  return renderPart('button', 'decline', {
    type: 'button',
    'data-variant': 'secondary',
    'aria-busy': busy || undefined,
    disabled: disabled === true || !answerable,
    children: busy ? (
      messages.sending
    ) : (
      <>
        {messages.decline}
        <Shortcut of="D" />
      </>
    ),
    ...props,
    onClick: composed(onClick, (event) => respond({ action: 'deny' }, event)),
  });
}
