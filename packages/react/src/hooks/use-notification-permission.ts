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
  /** `default`: not requested yet. `unsupported` also on a server. */
  readonly permission: NotificationPermissionState;
  /** Makes the browser ask the person. Call it only from a click handler. */
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
