import type { RememberScope, RiskLevel } from '@hitl/protocol';
import type { CardOutcome, CardState } from '../internal/card/card-state.ts';

/** Every string that the kit shows or says. Texts of agents and tools are not among them. */
export interface Messages {
  // Who asks, and how much it matters
  anAgent: string;
  placeInBatch(place: number, size: number): string;
  risk: Readonly<Record<RiskLevel, string>>;
  timeLeft(duration: string): string;
  paused: string;
  why: string;

  // Allowing a call
  authorizationTitle(tool: string): string;
  noArgs: string;
  change: string;
  showAll(characters: number): string;
  allow: string;
  allowEdited: string;
  deny: string;
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

  // Editing arguments
  editAsForm: string;
  editAsJson: string;
  invalidJson: string;
  notAnObject: string;
  changed: string;
  resetField: string;
  resetAll: string;
  addItem: string;
  remove: string;
  addArg(name: string): string;
  changes: string;
  diff: Readonly<Record<'added' | 'removed', string>>;

  // Answering a question
  yes: string;
  no: string;
  send: string;
  sending: string;
  decline: string;
  optional: string;
  other: string;
  otherText: string;
  chooseHint(least: number, most: number | undefined): string;
  lengthOf(length: number, most: number): string;
  needed: string;
  tooShort(least: number): string;
  tooLong(most: number): string;
  notANumber: string;
  chooseAtLeast(least: number): string;
  chooseAtMost(most: number): string;

  // Everything else one can do
  more: string;
  pause: string;
  resume: string;
  abortRun: string;

  // When it does not go well
  retry: string;
  check: string;
  answerUnknown: string;
  answerFailed: string;
  answerFailedWith(message: string): string;
  /** By the code of the error. */
  errors: Readonly<Record<string, string>>;

  // When it is over
  outcomes: Readonly<Record<CardOutcome, string>>;
  hiddenAnswer: string;
  list(items: readonly string[]): string;
  by(person: string): string;
  remembered(scope: RememberScope, rule: string): string;

  // What a screen reader is told
  requestArrived(subject: string): string;
  requestsArrived(texts: readonly string[]): string;
  requestEnded(subject: string, state: CardState): string;

  // What cannot be seen otherwise
  blankLines(count: number): string;
  blankSpaces(count: number): string;

  // A request that cannot be shown
  unknownRequest: string;
  unknownRequestHint: string;
  rawData: string;

  // Several at once
  batch: string;
  batchProgress(done: number, size: number): string;
  allowAll(count: number): string;
  denyAll(count: number): string;
  oneByOne(count: number): string;

  // Rules, the inbox, runs
  grants: string;
  noGrants: string;
  effects: Readonly<Record<'allow' | 'deny' | 'ask', string>>;
  grantScopes: Readonly<Record<'session' | 'always', string>>;
  grantedAt(time: string): string;
  lastUsed(time: string): string;
  neverUsed: string;
  expires(time: string): string;
  revoke: string;
  revokeRule(rule: string): string;
  undo: string;
  revoked(rule: string): string;
  inbox: string;
  inboxEmpty: string;
  pendingCount(count: number): string;
  loading: string;
  offline: string;
  reconnecting: string;
  loadFailed: string;
  runControls: string;
  pauseRun: string;
  resumeRun: string;
  abortRunSure: string;
  runStates: Readonly<
    Record<'running' | 'suspended' | 'paused' | 'completed' | 'failed' | 'aborted', string>
  >;
}

const plurals = new Intl.PluralRules('en');
const listed = new Intl.ListFormat('en', { style: 'short', type: 'unit' });
const numbers = new Intl.NumberFormat('en');

function count(n: number, one: string, other: string): string {
  return `${numbers.format(n)} ${plurals.select(n) === 'one' ? one : other}`;
}

/** English. */
export const en: Messages = {
  anAgent: 'An agent',
  placeInBatch: (place, size) => `${place} of ${size}`,
  risk: { low: 'Low risk', medium: 'Medium risk', high: 'High risk' },
  timeLeft: (duration) => `${duration} left`,
  paused: 'Paused',
  why: 'Why you are asked:',

  authorizationTitle: (tool) => `Allow ${tool}?`,
  noArgs: 'No arguments',
  change: 'change',
  showAll: (characters) => `Show all ${numbers.format(characters)} characters to allow`,
  allow: 'Allow',
  allowEdited: 'Allow edited',
  deny: 'Deny',
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

  editAsForm: 'Edit as a form',
  editAsJson: 'Edit as JSON',
  invalidJson: 'This is not valid JSON.',
  notAnObject: 'Arguments are a JSON object: { … }.',
  changed: 'changed',
  resetField: 'Reset',
  resetAll: 'Reset all',
  addItem: 'Add an item',
  remove: 'Remove',
  addArg: (name) => `Add ${name}`,
  changes: 'Changes',
  diff: { added: 'added', removed: 'removed' },

  yes: 'Yes',
  no: 'No',
  send: 'Send',
  sending: 'Sending…',
  decline: 'Decline',
  optional: '(optional)',
  other: 'Other',
  otherText: 'Other, in your own words',
  chooseHint: (least, most) => {
    if (most === undefined) return least > 0 ? `Choose at least ${least}` : 'Choose any number';
    if (least === most) return `Choose ${most}`;
    return least > 0 ? `Choose ${least} to ${most}` : `Choose up to ${most}`;
  },
  lengthOf: (length, most) => `${numbers.format(length)} of ${numbers.format(most)}`,
  needed: 'An answer is needed.',
  tooShort: (least) => `Use at least ${count(least, 'character', 'characters')}.`,
  tooLong: (most) => `Use at most ${count(most, 'character', 'characters')}.`,
  notANumber: 'Enter a number.',
  chooseAtLeast: (least) => `Choose at least ${least}.`,
  chooseAtMost: (most) => `Choose at most ${most}.`,

  more: 'More actions',
  pause: 'Pause the clock',
  resume: 'Resume the clock',
  abortRun: 'Stop the run',

  retry: 'Try again',
  check: 'Check now',
  answerUnknown: 'It is not known whether your answer arrived.',
  answerFailed: 'Your answer could not be sent.',
  answerFailedWith: (message) => `Your answer was not recorded: ${message}`,
  errors: {
    network: 'The server could not be reached. Your answer was not sent.',
    timeout: 'The server did not answer in time.',
    unauthenticated: 'You are signed out. Sign in and try again.',
    forbidden: 'You are not allowed to answer this.',
    stale_approval: 'What would run has changed since it was shown. Look at it again.',
    rate_limited: 'Too many requests. Wait a moment and try again.',
    internal: 'The server failed. Your answer was not recorded.',
  },

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

  blankLines: (lines) => count(lines, 'blank line', 'blank lines'),
  blankSpaces: (spaces) => count(spaces, 'space', 'spaces'),

  unknownRequest: 'A request that cannot be shown',
  unknownRequestHint: 'It can be refused, not allowed. This is what was sent:',
  rawData: 'Data of the request',

  batch: 'Calls waiting for you',
  batchProgress: (done, size) => `${done} of ${size} decided`,
  allowAll: (calls) => `Allow all (${calls})`,
  denyAll: (calls) => `Deny all (${calls})`,
  oneByOne: (calls) =>
    `${count(calls, 'high-risk call needs its', 'high-risk calls need their')} own answer.`,

  grants: 'Permissions',
  noGrants: 'No rules are saved. Rules you choose to remember appear here.',
  effects: { allow: 'Allow', deny: 'Deny', ask: 'Ask' },
  grantScopes: { session: 'one session', always: 'everywhere' },
  grantedAt: (time) => `saved ${time}`,
  lastUsed: (time) => `used ${time}`,
  neverUsed: 'never used',
  expires: (time) => `until ${time}`,
  revoke: 'Revoke',
  revokeRule: (rule) => `Revoke ${rule}`,
  undo: 'Undo',
  revoked: (rule) => `Revoked ${rule}`,
  inbox: 'Waiting for you',
  inboxEmpty: 'Nothing is waiting for you.',
  pendingCount: (n) => `${n} waiting`,
  loading: 'Loading…',
  offline: 'Offline. What you see may be out of date.',
  reconnecting: 'Reconnecting…',
  loadFailed: 'This could not be loaded.',
  runControls: 'Run',
  pauseRun: 'Pause',
  resumeRun: 'Resume',
  abortRunSure: 'Press again to stop',
  runStates: {
    running: 'Running',
    suspended: 'Waiting for you',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
    aborted: 'Stopped',
  },
};
