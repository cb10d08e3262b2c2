import { createNotifier, type Notifier, type NotifierWords } from './notifier.ts';

/** A notifier that uses the APIs of this page. */
export function createPageNotifier(words: NotifierWords): Notifier {
  return createNotifier(
    {
      notify(text, onPress) {
        // One tag for all: a later notification replaces an earlier one, whose requests it
        // includes.
        const notification = new Notification(text, { tag: 'hitl' });
        notification.addEventListener('click', () => {
          window.focus();
          notification.close();
          onPress();
        });
        return notification;
      },
      // On an insecure connection there are neither locks nor notifications.
      locks: (navigator as Partial<Navigator>).locks,
      isSeen: () => document.visibilityState === 'visible' && document.hasFocus(),
    },
    words,
  );
}
