'use client';
import { isOpen } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { useTimeLeft } from '../../hooks/use-time-left.ts';
import { useCardWords } from '../../messages/card-words.ts';
import { Icon } from '../icons.tsx';
import { renderPart, type PartProps } from '../part.tsx';
import { useCardContext } from './card-context.ts';

/**
 * The remaining time as text, unobtrusive until its last tenth (`data-urgent`). Renders nothing if
 * the request never expires or has ended.
 */
export function Countdown(props: PartProps<'span'>): ReactNode {
  const { request, state } = useCardContext('Countdown');
  const messages = useCardWords();
  const left = useTimeLeft(request.expires_at, request.created_at);
  if (state === 'paused') {
    return renderPart('span', 'countdown', { children: messages.paused, ...props });
  }
  if (left === null || !isOpen(state)) return null;
  return renderPart('span', 'countdown', {
    role: 'timer',
    'data-urgent': left.urgent || undefined,
    children: (
      <>
        <Icon name="clock" />
        <bdi>{messages.timeLeft(left.words)}</bdi>
      </>
    ),
    ...props,
  });
}
