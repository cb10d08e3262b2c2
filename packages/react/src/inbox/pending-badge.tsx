'use client';
import type { ReactNode } from 'react';
import {
  usePendingAttention,
  type UsePendingAttentionOptions,
} from '../hooks/use-pending-attention.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { panels } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';

/** A span’s props, and where the number is shown besides. */
export type PendingBadgeProps = PartProps<'span'> & UsePendingAttentionOptions;

/**
 * How many requests wait, read from the provider's client. Renders nothing at 0. It says how many, and
 * never what they are about: titles and notifications are seen over a shoulder.
 */
export function PendingBadge(props: PendingBadgeProps): ReactNode {
  const { filter, inTitle, inFavicon, notify, onRequestSelect, ...rest } = props;
  const messages = useMessages(panels);
  const { count } = usePendingAttention({ filter, inTitle, inFavicon, notify, onRequestSelect });
  if (count === 0) return null;
  return renderPart('span', 'inbox-count', {
    role: 'img',
    'aria-label': messages.pendingCount(count),
    children: count,
    ...rest,
  });
}
