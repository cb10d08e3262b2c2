/** Permission of this page to notify; `unsupported` if the browser has no notifications. */
export type NotificationPermissionState = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();
const announce = (): void => {
  for (const listener of listeners) listener();
};

/** The current permission. */
export function notificationPermission(): NotificationPermissionState {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/**
 * Calls `listener` when the permission may have changed: it was requested, or the user returns from
 * settings.
 */
export function onNotificationPermissionChange(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Makes the browser ask the person. Call it from a press: browsers ignore other calls. */
export async function requestNotificationPermission(): Promise<void> {
  if (notificationPermission() === 'default') await Notification.requestPermission();
  announce();
}
