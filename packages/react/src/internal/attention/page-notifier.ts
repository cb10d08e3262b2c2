import { createNotifier, type Notifier, type NotifierWords } from './notifier.ts';

/** A notifier by the means of this page. */
export function createPageNotifier(words: NotifierWords): Notifier {
  return createNotifier(
    {
      notify(text, onPress) {
        // The same tag everywhere: a later one takes the place of what it includes.
        const notification = new Notification(text, { tag: 'hitl' });
        notification.addEventListener('click', () => {
          window.focus();
          notification.close();
          onPress();
        });
        return notification;
      },
      // Over an insecure connection there are no locks, nor are there notifications.
      locks: (navigator as Partial<Navigator>).locks,
      isSeen: () => document.visibilityState === 'visible' && document.hasFocus(),
    },
    words,
  );
}
