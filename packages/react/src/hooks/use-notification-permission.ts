'use client';
import { useSyncExternalStore } from 'react';
import {
  askNotificationLeave,
  notificationLeave,
  onNotificationLeave,
  type NotificationLeave,
} from '../internal/attention/permission.ts';

/** Whether this page may notify, and how to ask for it. */
export interface UsedNotificationLeave {
  /** `default`: nobody was asked yet. `unsupported` on a server, too. */
  readonly leave: NotificationLeave;
  /** Has the browser ask the person. Call it from a press, and from nothing else. */
  readonly ask: () => Promise<void>;
}

/** Whether this page may show notifications of the operating system. */
export function useNotificationLeave(): UsedNotificationLeave {
  const leave = useSyncExternalStore<NotificationLeave>(
    onNotificationLeave,
    notificationLeave,
    () => 'unsupported',
  );
  return { leave, ask: askNotificationLeave };
}
