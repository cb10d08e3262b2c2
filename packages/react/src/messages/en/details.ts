import type { CardOutcome, CardStatus } from '@hitl/client/view';
import type { RememberScope, RiskLevel } from '@hitl/protocol';
import { count } from './numbers.ts';

/** What cards say besides: what else can be done, what is remembered, how it ended. */
export interface DetailMessages {
  placeInBatch(place: number, size: number): string;
  why: string;
  /** Above what the loop says that asked; its name where it is known. */
  externalSays(caller: string | undefined): string;
  externalRisk(risk: RiskLevel): string;
  edit: string;
  discardEdits: string;
  editedOnce: string;
  addNote: string;
  removeNote: string;
  note: string;
  notePlaceholder: string;
  noteHint: string;
  addNoteToAll: string;
  removeNoteToAll: string;
  noteToAll: string;
  noteToAllHint: string;
  /** Put into the reason by a press. */
  quickReasons: Readonly<Record<'unneeded' | 'risky' | 'explain', string>>;
  scope: string;
  chooseScope: string;
  scopes: Readonly<Record<RememberScope, string>>;
  ruleToSave: string;
  exactRule: string;
  widerRule: string;
  alsoAllows: string;
  alsoStops: string;
  examplesLoading: string;
  examplesFailed: string;
  noExamples: string;
  chooseDenial: string;
  forgetDenial: string;
  denialScope: string;
  denialRule: string;
  denialStands: string;
  answerInstead: string;
  letToolRun: string;
  result: string;
  resultHint: string;
  resultNoJson: string;
  sendResult: string;
  answeredForTool: string;
  askAgain: string;
  askedAgain: string;
  askAgainBusy: string;
  askAgainFailed: string;
  /** What the agent reads. */
  askAgainMessage(subject: string): string;
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
  requestEnded(subject: string, state: CardStatus): string;
  unknownRequest: string;
  unknownRequestHint: string;
  rawData: string;
}

const listed = new Intl.ListFormat('en', { style: 'short', type: 'unit' });

/** What cards say besides: what else can be done, what is remembered, how it ended. In English. */
export const details: DetailMessages = {
  placeInBatch: (place, size) => `${place} of ${size}`,
  why: 'Why you are asked:',
  externalSays: (caller) => `From ${caller ?? 'the caller'}, not checked by this server:`,
  externalRisk: (risk) => `Risk, as the caller sees it: ${risk}`,
  edit: 'Edit',
  discardEdits: 'Discard edits',
  editedOnce: 'An edited call is allowed this once. Nothing is remembered.',
  addNote: 'Add a reason…',
  removeNote: 'Remove the reason',
  note: 'Reason, or what to do instead',
  notePlaceholder: 'What it should do instead',
  noteHint: 'If you deny, the agent reads it. If you allow, it is kept in the record only.',
  addNoteToAll: 'Reason for all…',
  removeNoteToAll: 'Discard reason',
  noteToAll: 'Reason for all, or what to do instead',
  noteToAllHint: 'The agent reads it with each call that “Deny all” refuses.',
  quickReasons: {
    unneeded: 'This is not needed.',
    risky: 'This is too risky.',
    explain: 'Explain first why you want to do this.',
  },
  scope: 'Remember',
  chooseScope: 'Remember…',
  scopes: { once: 'Just this once', session: 'This session', always: 'Always' },
  ruleToSave: 'Rule to save',
  exactRule: 'this call only',
  widerRule: 'also similar calls',
  alsoAllows: 'What else would this allow?',
  alsoStops: 'What else would this stop?',
  examplesLoading: 'Looking it up…',
  examplesFailed: 'This could not be looked up.',
  noExamples: 'No examples are known for this rule.',
  chooseDenial: 'Always deny…',
  forgetDenial: 'Deny only this once',
  denialScope: 'Remember the denial',
  denialRule: 'Rule to save against it',
  denialStands:
    'Deny saves this rule. While it is chosen the call cannot be allowed: choose “Just this once” first.',
  answerInstead: 'Answer for the tool…',
  letToolRun: 'Do not answer for the tool',
  result: 'Result of the call, in the tool’s place',
  resultHint: 'Text or JSON. The tool does not run; the agent takes this for what it returned.',
  resultNoJson: 'This looks like JSON and is none. It will be sent as text.',
  sendResult: 'Send as result',
  answeredForTool: 'Answered for the tool',
  askAgain: 'Ask again',
  askedAgain: 'The agent was asked to ask again.',
  askAgainBusy: 'The agent is still at work. Try again when it has finished.',
  askAgainFailed: 'The agent could not be asked.',
  askAgainMessage: (subject) =>
    `I did not answer in time about: ${subject}. If it is still needed, please ask me again.`,
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
