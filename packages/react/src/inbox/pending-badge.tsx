'use client';
import { useState, type ReactNode } from 'react';
import { useNotificationPermission } from '../hooks/use-notification-permission.ts';
import {
  usePendingAttention,
  type UsePendingAttentionOptions,
} from '../hooks/use-pending-attention.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { attention } from '../messages/en/attention.ts';
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

/**
 * Asks the person, when pressed, for leave to notify; a badge with `notify` does so from then on.
 * Renders nothing where leave was given, or where there is none to be had. `data-state`: `default`, and
 * `denied` after it was pressed in vain.
 */
export function NotifyButton({ onClick, ...props }: PartProps<'button'>): ReactNode {
  const messages = useMessages(attention);
  const { permission, requestPermission } = useNotificationPermission();
  const [asked, setAsked] = useState(false);
  const denied = permission === 'denied';
  if (permission === 'granted' || permission === 'unsupported' || (denied && !asked)) return null;
  return renderPart('button', 'notify', {
    type: 'button',
    'data-variant': 'secondary',
    'data-state': permission,
    disabled: denied,
    children: denied ? messages.notifyBlocked : messages.notify,
    ...props,
    onClick: composed(onClick, () => {
      setAsked(true);
      void requestPermission();
    }),
  });
}
