import { detailWords, type DetailWords } from '@hitl/client/view';

/** Other texts of cards: more actions, rules, outcomes. */
export interface DetailMessages extends DetailWords {
  addNote: string;
  removeNote: string;
  notePlaceholder: string;
  addNoteToAll: string;
  removeNoteToAll: string;
  noteToAll: string;
  noteToAllHint: string;
  /** Quick choices that fill in the reason. */
  quickReasons: Readonly<Record<'unneeded' | 'risky' | 'explain', string>>;
  alsoAllows: string;
  alsoStops: string;
  examplesLoading: string;
  examplesFailed: string;
  noExamples: string;
  chooseDenial: string;
  forgetDenial: string;
  denialScope: string;
  denialRule: string;
  denialSavesRule: string;
  answerInstead: string;
  letToolRun: string;
  result: string;
  resultHint: string;
  resultNoJson: string;
  sendResult: string;
  askAgain: string;
  askedAgain: string;
  askAgainBusy: string;
  askAgainFailed: string;
  /** The message for the agent. */
  askAgainMessage(subject: string): string;
  more: string;
  pause: string;
  resume: string;
  rawData: string;
}

/** The other English texts of cards. */
export const details: DetailMessages = {
  ...detailWords,
  addNote: 'Reason…',
  removeNote: 'Discard reason',
  notePlaceholder: 'What it should do instead',
  addNoteToAll: 'Reason for all…',
  removeNoteToAll: 'Discard reason',
  noteToAll: 'Reason for all, or what to do instead',
  noteToAllHint: 'The agent reads it with each call that is denied together.',
  quickReasons: {
    unneeded: 'This is not needed.',
    risky: 'This is too risky.',
    explain: 'Explain first why you want to do this.',
  },
  alsoAllows: 'What else would this allow?',
  alsoStops: 'What else would this stop?',
  examplesLoading: 'Looking it up…',
  examplesFailed: 'This could not be looked up.',
  noExamples: 'No examples are known for this rule.',
  chooseDenial: 'Always deny…',
  forgetDenial: 'Deny only once',
  denialScope: 'Remember the denial',
  denialRule: 'Deny rule',
  denialSavesRule: 'Deny saves this rule. To allow the call, choose “Just this once” first.',
  answerInstead: 'Provide the result myself…',
  letToolRun: 'Let the tool run',
  result: 'Result of the call',
  resultHint: 'Text or JSON. The tool does not run; the agent gets this as its result.',
  resultNoJson: 'This looks like JSON but is not valid. It will be sent as text.',
  sendResult: 'Send as result',
  askAgain: 'Ask again',
  askedAgain: 'Asked the agent to try again.',
  askAgainBusy: 'The agent is still working. Try again when it has finished.',
  askAgainFailed: 'Could not reach the agent.',
  askAgainMessage: (subject) =>
    `I did not answer “${subject}” in time. If it is still needed, please ask me again.`,
  more: 'More actions',
  pause: 'Stop the countdown',
  resume: 'Resume the countdown',
  rawData: 'Data of the request',
};
