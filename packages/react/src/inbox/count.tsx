'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useInboxContext } from './inbox-context.ts';

/** Number of pending requests. Renders nothing at 0. */
export function Count(props: PartProps<'span'>): ReactNode {
  const { interactions } = useInboxContext('Count');
  const messages = usePanelWords();
  if (interactions.length === 0) return null;
  return renderPart('span', 'inbox-count', {
    'aria-label': messages.pendingCount(interactions.length),
    children: interactions.length,
    ...props,
  });
}
