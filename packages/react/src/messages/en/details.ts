import type { RememberScope } from '@hitl/protocol';
import type { CardOutcome, CardState } from '../../internal/card/card-state.ts';
import { count } from './numbers.ts';

/** What cards say besides: what else can be done, what is remembered, how it ended. */
export interface DetailMessages {
  placeInBatch(place: number, size: number): string;
  why: string;
  edit: string;
  discardEdits: string;
  editedOnce: string;
  addNote: string;
  removeNote: string;
  note: string;
  notePlaceholder: string;
  scope: string;
  chooseScope: string;
  scopes: Readonly<Record<RememberScope, string>>;
  ruleToSave: string;
  exactRule: string;
  widerRule: string;
  decline: string;
  more: string;
  pause: string;
  resume: string;
  outcomes: Readonly<Record<CardOutcome, string>>;
  hiddenAnswer: string;
  list(items: readonly string[]): string;
  by(person: string): string;
  remembered(scope: RememberScope, rule: string): string;
  requestArrived(subject: string): string;
  requestsArrived(texts: readonly string[]): string;
  requestEnded(subject: string, state: CardState): string;
  unknownRequest: string;
  unknownRequestHint: string;
  rawData: string;
}

const listed = new Intl.ListFormat('en', { style: 'short', type: 'unit' });

/** What cards say besides: what else can be done, what is remembered, how it ended. In English. */
export const details: DetailMessages = {
  placeInBatch: (place, size) => `${place} of ${size}`,
  why: 'Why you are asked:',
  edit: 'Edit',
  discardEdits: 'Discard edits',
  editedOnce: 'An edited call is allowed this once. Nothing is remembered.',
  addNote: 'Add a reason…',
  removeNote: 'Remove the reason',
  note: 'Reason, sent to the agent with your answer',
  notePlaceholder: 'What it should do instead',
  scope: 'Remember',
  chooseScope: 'Remember…',
  scopes: { once: 'Just this once', session: 'This session', always: 'Always' },
  ruleToSave: 'Rule to save',
  exactRule: 'this call only',
  widerRule: 'also similar calls',
  decline: 'Decline',
  more: 'More actions',
  pause: 'Pause the clock',
  resume: 'Resume the clock',
  outcomes: {
    approved: 'Allowed',
    edited: 'Allowed, edited',
    denied: 'Denied',
    answered: 'Answered',
    declined: 'Declined',
    stopped: 'Run stopped',
    expired: 'Expired',
    cancelled: 'Cancelled',
    superseded: 'Superseded',
  },
  hiddenAnswer: '••••••',
  list: (items) => listed.format(items),
  by: (person) => `by ${person}`,
  remembered: (scope, rule) =>
    scope === 'always' ? `always: ${rule}` : `for this session: ${rule}`,
  requestArrived: (subject) => `Waiting for you: ${subject}`,
  requestsArrived: (texts) =>
    texts.length === 1
      ? (texts[0] ?? '')
      : `${count(texts.length, 'request', 'requests')} waiting for you`,
  requestEnded: (subject, state) => {
    if (state === 'expired') return `Expired: ${subject}`;
    return state === 'settled' ? `Answered elsewhere: ${subject}` : `No longer waiting: ${subject}`;
  },
  unknownRequest: 'A request that cannot be shown',
  unknownRequestHint: 'It can be refused, not allowed. This is what was sent:',
  rawData: 'Data of the request',
};
