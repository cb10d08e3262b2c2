import { cardWords as card, fieldWords as fields } from '@hitl/client/view';
import type { ReactElement } from 'react';
import { useMessages } from '../../messages/use-messages.ts';
import { useCardContext } from '../card/card-context.ts';
import { renderPart, type PartProps } from '../part.tsx';

const words = { ...card, ...fields };

/** Sends the input of the surrounding form. Disabled while an answer is being sent. */
export function Submit({ disabled, ...props }: PartProps<'button'>): ReactElement {
  const { answerable, state, response } = useCardContext('Submit');
  const messages = useMessages(words);
  const busy = state === 'submitting' && response?.action === undefined;
  return renderPart('button', 'submit', {
    type: 'submit',
    'data-variant': 'primary',
    'aria-busy': busy || undefined,
    disabled: disabled === true || !answerable,
    children: busy ? messages.sending : messages.send,
    ...props,
  });
}
