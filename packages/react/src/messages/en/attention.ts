import { stateWords, type CardStatus, type StateWords } from '@hitl/client/view';
import { count } from './numbers.ts';

/** Texts for a person who looks elsewhere, or whose press was ignored. */
export interface AttentionMessages extends Pick<StateWords, 'argsChanged' | 'pressIgnored'> {
  requestArrived(subject: string): string;
  requestsArrived(texts: readonly string[]): string;
  requestEnded(subject: string, state: CardStatus): string;
  /** The whole text of a notification: the number of requests, and nothing about their content. */
  waitingForYou(count: number): string;
  notify: string;
  notifyBlocked: string;
}

/** English texts of notifications, announcements and ignored presses. */
export const attention: AttentionMessages = {
  requestArrived: (subject) => `Waiting for you: ${subject}`,
  requestsArrived: (texts) =>
    texts.length === 1
      ? (texts[0] ?? '')
      : `${count(texts.length, 'request', 'requests')} waiting for you`,
  requestEnded: (subject, state) => {
    if (state === 'expired') return `Expired: ${subject}`;
    return state === 'settled' ? `Answered elsewhere: ${subject}` : `No longer waiting: ${subject}`;
  },
  argsChanged: stateWords.argsChanged,
  pressIgnored: stateWords.pressIgnored,
  waitingForYou: (requests) => `${count(requests, 'request is', 'requests are')} waiting for you`,
  notify: 'Notify me',
  notifyBlocked: 'Your browser blocks notifications from this page.',
};
