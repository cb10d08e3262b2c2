'use client';
import { useSyncExternalStore } from 'react';
import {
  requestNotificationPermission,
  notificationPermission,
  onNotificationPermissionChange,
  type NotificationPermissionState,
} from '../internal/attention/permission.ts';

/** Whether this page may notify, and how to ask for it. */
export interface UseNotificationPermissionResult {
  /** `default`: nobody was asked yet. `unsupported` on a server, too. */
  readonly permission: NotificationPermissionState;
  /** Has the browser ask the person. Call it from a press, and from nothing else. */
  readonly requestPermission: () => Promise<void>;
}

/** Whether this page may show notifications of the operating system. */
export function useNotificationPermission(): UseNotificationPermissionResult {
  const permission = useSyncExternalStore<NotificationPermissionState>(
    onNotificationPermissionChange,
    notificationPermission,
    () => 'unsupported',
  );
  return { permission, requestPermission: requestNotificationPermission };
}
