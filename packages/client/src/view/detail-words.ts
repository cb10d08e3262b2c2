import type { RememberScope, RiskLevel } from '@hitl/protocol';
import type { CardOutcome } from './card-state.ts';
import type { RuleTerm } from './rule-scope.ts';

/** Other texts of cards: reasons, rules to remember, outcomes. */
export interface DetailWords {
  placeInBatch(place: number, size: number): string;
  why: string;
  /** Above what the loop says that asked; its name where it is known. */
  externalSays(caller: string | undefined): string;
  externalRisk(risk: RiskLevel): string;
  editedOnce: string;
  note: string;
  noteHint: string;
  scope: string;
  scopes: Readonly<Record<RuleTerm, string>>;
  ruleToSave: string;
  exactRule: string;
  /** Said of a rule that covers more than the call; `start`: what all that it covers begins with. */
  widerRule(start: string | undefined): string;
  /** Asks once more before a rule about a call of high risk is saved; `term`: for how long. */
  consequence(term: string): string;
  goBack: string;
  answeredForTool: string;
  decline: string;
  outcomes: Readonly<Record<CardOutcome, string>>;
  /** Another outcome was recorded than the answer given here; `stands`: which, and by whom. */
  tooLate(tried: CardOutcome, stands: string): string;
  hiddenAnswer: string;
  list(items: readonly string[]): string;
  by(person: string): string;
  /** `until`: when the rule ends by itself. */
  remembered(scope: RememberScope, rule: string, until: string | undefined): string;
  unknownRequest: string;
  unknownRequestHint: string;
}

const TRIED: Partial<Record<CardOutcome, string>> = {
  approved: 'Allow',
  edited: 'Allow',
  denied: 'Deny',
  stopped: 'Stop',
};

const listed = new Intl.ListFormat('en', { style: 'short', type: 'unit' });

/** The same in English. */
export const detailWords: DetailWords = {
  placeInBatch: (place, size) => `${place} of ${size}`,
  why: 'Reason:',
  externalSays: (caller) => `From ${caller ?? 'the caller'}, not checked by this server:`,
  externalRisk: (risk) => `Risk, as the caller sees it: ${risk}`,
  editedOnce: 'An edited call is allowed this once. Nothing is remembered.',
  note: 'Reason, or what to do instead',
  noteHint: 'If you deny, the agent reads it. If you allow, it is kept in the record only.',
  scope: 'Remember',
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
  consequence: (term) =>
    `High risk. This would be allowed without asking you (${term.toLowerCase()}):`,
  goBack: 'Back',
  answeredForTool: 'Result provided',
  decline: 'Decline',
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
};
