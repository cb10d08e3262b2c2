import type { CardOutcome, RuleTerm } from '@hitl/client/view';
import type { RememberScope, RiskLevel } from '@hitl/protocol';

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
  scopes: Readonly<Record<RuleTerm, string>>;
  ruleToSave: string;
  exactRule: string;
  /** Said of a rule that covers more than the call; `start`: what all that it covers begins with. */
  widerRule(start: string | undefined): string;
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
  /** Asks once more before a rule about a call of high risk is saved; `term`: for how long. */
  consequence(term: string): string;
  goBack: string;
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
  /** Something else stands than what was answered here; `stands`: what, and by whom. */
  tooLate(tried: CardOutcome, stands: string): string;
  hiddenAnswer: string;
  list(items: readonly string[]): string;
  by(person: string): string;
  /** `until`: when the rule ends by itself. */
  remembered(scope: RememberScope, rule: string, until: string | undefined): string;
  unknownRequest: string;
  unknownRequestHint: string;
  rawData: string;
}

const TRIED: Partial<Record<CardOutcome, string>> = {
  approved: 'Allow',
  edited: 'Allow',
  denied: 'Deny',
  stopped: 'Stop',
};

const listed = new Intl.ListFormat('en', { style: 'short', type: 'unit' });

/** What cards say besides: what else can be done, what is remembered, how it ended. In English. */
export const details: DetailMessages = {
  placeInBatch: (place, size) => `${place} of ${size}`,
  why: 'Reason:',
  externalSays: (caller) => `From ${caller ?? 'the caller'}, not checked by this server:`,
  externalRisk: (risk) => `Risk, as the caller sees it: ${risk}`,
  edit: 'Edit',
  discardEdits: 'Discard edits',
  editedOnce: 'An edited call is allowed this once. Nothing is remembered.',
  addNote: 'Reason…',
  removeNote: 'Discard reason',
  note: 'Reason, or what to do instead',
  notePlaceholder: 'What it should do instead',
  noteHint: 'If you deny, the agent reads it. If you allow, it is kept in the record only.',
  addNoteToAll: 'Reason for all…',
  removeNoteToAll: 'Discard reason',
  noteToAll: 'Reason for all, or what to do instead',
  noteToAllHint: 'The agent reads it with each call that is denied together.',
  quickReasons: {
    unneeded: 'This is not needed.',
    risky: 'This is too risky.',
    explain: 'Explain first why you want to do this.',
  },
  scope: 'Remember',
  chooseScope: 'Remember…',
  scopes: {
    once: 'Just this once',
    session: 'This session',
    hour: 'For an hour',
    today: 'Today',
    month: 'For 30 days',
    always: 'Always',
  },
  ruleToSave: 'Rule',
  exactRule: 'this call only',
  widerRule: (start) =>
    start === undefined ? 'also similar calls' : `anything starting with ${start}`,
  alsoAllows: 'What else would this allow?',
  alsoStops: 'What else would this stop?',
  examplesLoading: 'Looking it up…',
  examplesFailed: 'This could not be looked up.',
  noExamples: 'No examples are known for this rule.',
  chooseDenial: 'Always deny…',
  forgetDenial: 'Deny only once',
  denialScope: 'Remember the denial',
  denialRule: 'Deny rule',
  denialStands: 'Deny saves this rule. To allow the call, choose “Just this once” first.',
  consequence: (term) =>
    `High risk. This would be allowed without asking you (${term.toLowerCase()}):`,
  goBack: 'Back',
  answerInstead: 'Provide the result myself…',
  letToolRun: 'Let the tool run',
  result: 'Result of the call',
  resultHint: 'Text or JSON. The tool does not run; the agent gets this as its result.',
  resultNoJson: 'This looks like JSON but is not valid. It will be sent as text.',
  sendResult: 'Send as result',
  answeredForTool: 'Result provided',
  askAgain: 'Ask again',
  askedAgain: 'Asked the agent to try again.',
  askAgainBusy: 'The agent is still working. Try again when it has finished.',
  askAgainFailed: 'Could not reach the agent.',
  askAgainMessage: (subject) =>
    `I did not answer “${subject}” in time. If it is still needed, please ask me again.`,
  decline: 'Decline',
  more: 'More actions',
  pause: 'Stop the countdown',
  resume: 'Resume the countdown',
  outcomes: {
    approved: 'Allowed',
    edited: 'Allowed, edited',
    denied: 'Denied',
    answered: 'Answered',
    declined: 'Declined',
    stopped: 'Stopped',
    expired: 'Expired',
    cancelled: 'Stopped',
    superseded: 'Replaced',
  },
  tooLate: (tried, stands) => `Your ${TRIED[tried] ?? 'answer'} came too late: ${stands}.`,
  hiddenAnswer: '••••••',
  list: (items) => listed.format(items),
  by: (person) => `by ${person}`,
  remembered: (scope, rule, until) => {
    if (until !== undefined) return `until ${until}: ${rule}`;
    return scope === 'always' ? `always: ${rule}` : `for this session: ${rule}`;
  },
  unknownRequest: 'A request that cannot be shown',
  unknownRequestHint: 'It can be refused, not allowed. This is what was sent:',
  rawData: 'Data of the request',
};
