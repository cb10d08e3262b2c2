'use client';
import type { ReactNode } from 'react';
import {
  usePendingAttention,
  type UsePendingAttentionOptions,
} from '../hooks/use-pending-attention.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';

/** Props of `PendingBadge`, and where else the number is shown. */
export type PendingBadgeProps = PartProps<'span'> & UsePendingAttentionOptions;

/**
 * Number of pending requests, read from the provider's client. Renders nothing at 0. It never shows
 * their content, since titles and notifications can be seen by others.
 */
export function PendingBadge(props: PendingBadgeProps): ReactNode {
  const { filter, inTitle, inFavicon, notify, onRequestSelect, ...rest } = props;
  const messages = usePanelWords();
  const { count } = usePendingAttention({ filter, inTitle, inFavicon, notify, onRequestSelect });
  if (count === 0) return null;
  return renderPart('span', 'inbox-count', {
    role: 'img',
    'aria-label': messages.pendingCount(count),
    children: count,
    ...rest,
  });
}
