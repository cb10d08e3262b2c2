'use client';
import { useState, type ReactNode } from 'react';
import { useNotificationPermission } from '../hooks/use-notification-permission.ts';
import { composed, renderPart, type PartProps } from '../internal/part.tsx';
import { attention } from '../messages/en/attention.ts';
import { useMessages } from '../messages/use-messages.ts';

/**
 * A button that requests permission to notify, which enables badges with `notify`. Renders nothing
 * if permission was granted, or notifications are not supported. `data-state`: `default`, or
 * `denied` after a refused request.
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
