import type { RememberScope, RiskLevel } from '@hitl/protocol';
import type { CardOutcome } from './card-state.ts';
import type { RuleReachWords, RuleTerm } from './rule-scope.ts';

/** Other texts of cards: reasons, rules, outcomes. */
export interface DetailWords extends RuleReachWords {
  placeInBatch(place: number, size: number): string;
  /** Where a command runs. */
  inFolder(folder: string): string;
  why: string;
  /** Above statements of an external loop; its name, if known. */
  externalSays(caller: string | undefined): string;
  externalRisk(risk: RiskLevel): string;
  edit: string;
  discardEdits: string;
  editedOnce: string;
  note: string;
  noteHint: string;
  scope: string;
  scopes: Readonly<Record<RuleTerm, string>>;
  ruleToSave: string;
  /** Asks for confirmation before a rule about a high-risk call is saved. `term`: its duration. */
  consequence(term: string): string;
  goBack: string;
  answeredForTool: string;
  decline: string;
  outcomes: Readonly<Record<CardOutcome, string>>;
  /** The answer given here was too late. `recorded`: the recorded outcome and who decided. */
  tooLate(tried: CardOutcome, recorded: string): string;
  hiddenAnswer: string;
  by(person: string): string;
  /** `until`: when the rule expires. */
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

/** The English texts of the details. */
export const detailWords: DetailWords = {
  placeInBatch: (place, size) => `${place} of ${size}`,
  inFolder: (folder) => `in ${folder}`,
  why: 'Reason:',
  externalSays: (caller) => `From ${caller ?? 'the caller'}, not checked by this server:`,
  externalRisk: (risk) => `Risk, as the caller sees it: ${risk}`,
  edit: 'Edit',
  discardEdits: 'Discard edits',
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
  reach: {
    any: (tool) => `every call of ${tool}`,
    start: (words) => `anything starting with ${words}`,
    inside: (folder) => `everything in ${folder}`,
    host: (host) => `everything on ${host}`,
    match: (pattern) => `everything that matches ${pattern}`,
    exact: (call) => `exactly ${call}`,
  },
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
  tooLate: (tried, recorded) => `Your ${TRIED[tried] ?? 'answer'} came too late: ${recorded}.`,
  hiddenAnswer: '••••••',
  list: (items) => listed.format(items),
  by: (person) => `by ${person}`,
  remembered: (scope, rule, until) => {
    if (until !== undefined) return `until ${until}: ${rule}`;
    return scope === 'always' ? `always: ${rule}` : `for this session: ${rule}`;
  },
  unknownRequest: 'A request that cannot be shown',
  unknownRequestHint: 'It can be denied, but not allowed. This is what was sent:',
};
