/** What a browser says about notifications of this page; `unsupported` where there are none. */
export type NotificationLeave = NotificationPermission | 'unsupported';

const listeners = new Set<() => void>();
const announce = (): void => {
  for (const listener of listeners) listener();
};

/** What holds now. */
export function notificationLeave(): NotificationLeave {
  return typeof Notification === 'undefined' ? 'unsupported' : Notification.permission;
}

/** Calls `listener` when it may have changed: it was asked for, or somebody comes back from settings. */
export function onNotificationLeave(listener: () => void): () => void {
  listeners.add(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    listeners.delete(listener);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Has the browser ask the person. Call it from a press: browsers answer nothing else. */
export async function askNotificationLeave(): Promise<void> {
  if (notificationLeave() === 'default') await Notification.requestPermission();
  announce();
}
