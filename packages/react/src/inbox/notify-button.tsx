'use client';
import { useState, type ReactNode } from 'react';
import { useNotificationPermission } from '../hooks/use-notification-permission.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { attention } from '../messages/en/attention.ts';
import { useMessages } from '../messages/use-messages.ts';

/**
 * Asks the person, when pressed, for permission to notify; a badge with `notify` does so from then on.
 * Renders nothing where it was given, or where there is none to be had. `data-state`: `default`, and
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
