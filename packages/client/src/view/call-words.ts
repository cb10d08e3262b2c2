import type { RememberScope } from '@hitl/protocol';
import { count } from './numbers.ts';
import type { ToolCallState } from './tool-call.ts';

/** Verbs for a tool that is running and one that ran. */
export interface CallVerbs {
  readonly running: string;
  readonly ran: string;
}

/** Texts of tool calls in a conversation. */
export interface CallWords {
  toolCalls: string;
  /** Verbs of well-known tools, by name; shown instead of the tool's name. */
  callVerbs: Readonly<Record<string, CallVerbs>>;
  /** For any other tool; its name follows. */
  anyVerbs: CallVerbs;
  /** For a call of another agent; its name follows. */
  agentVerbs: CallVerbs;
  /** For states without a verb. */
  callStates: Readonly<Record<ToolCallState, string>>;
  /** The answer follows. */
  answeredBy(person: string | undefined, isMe: boolean): string;
  allowedBy(
    person: string | undefined,
    how: { readonly isMe: boolean; readonly edited: boolean; readonly scope: RememberScope },
  ): string;
  byPerson(person: string, isMe: boolean, scope: RememberScope): string;
  /** The rule follows. */
  byRule(allowed: boolean, isMine: boolean): string;
  byPolicy: string;
  byNoOne: string;
  /** Said of a call that a new message replaced. */
  byMessage: string;
  waitsForOthers: string;
  /** Follows the name of the person if that is the reader, in another window. */
  inAnotherWindow: string;
  agentInformed: string;
  decidedAt(time: string): string;
  savedRules(count: number): string;
  /** The rule that it would save follows. */
  alwaysDeny: string;
  /** Link to the audit trail of the call. */
  showAudit: string;
  /** Link to a saved rule; the rule follows. */
  showRule: string;
  output: string;
  noOutput: string;
}

const SCOPES: Readonly<Record<RememberScope, string>> = {
  once: '',
  session: ' · this session',
  always: ' · always',
};

/** The English texts of tool calls. */
export const callWords: CallWords = {
  toolCalls: 'Tool calls',
  callVerbs: {
    bash: { running: 'Running', ran: 'Ran' },
    file_read: { running: 'Reading', ran: 'Read' },
    file_write: { running: 'Writing', ran: 'Wrote' },
    file_edit: { running: 'Editing', ran: 'Edited' },
  },
  anyVerbs: { running: 'Running', ran: 'Ran' },
  agentVerbs: { running: 'Asking', ran: 'Asked' },
  callStates: {
    proposed: 'Proposed',
    waiting: 'Needs approval',
    ready: 'Allowed',
    running: 'Running',
    ran: 'Ran',
    failed: 'Failed',
    answered: 'Answered',
    provided: 'Result provided',
    declined: 'Declined',
    denied: 'Denied',
    expired: 'Expired',
    cancelled: 'Stopped',
    superseded: 'Replaced',
  },
  answeredBy: (person, isMe) =>
    isMe ? 'You answered:' : person === undefined ? 'Answered:' : `${person} answered:`,
  allowedBy: (person, { isMe, edited, scope }) => {
    const who = isMe ? ' by you' : person === undefined ? '' : ` by ${person}`;
    return `${edited ? 'edited and allowed' : 'allowed'}${who}${SCOPES[scope]}`;
  },
  byPerson: (person, isMe, scope) => `by ${isMe ? 'you' : person}${SCOPES[scope]}`,
  byRule: (allowed, isMine) =>
    `${allowed ? 'allowed' : 'denied'} by ${isMine ? 'your rule' : 'the rule'}`,
  byPolicy: 'by policy',
  byNoOne: 'no one answered',
  byMessage: 'by a new message',
  waitsForOthers: 'waiting for the rest',
  inAnotherWindow: 'in another window',
  agentInformed: 'The agent was informed.',
  decidedAt: (time) => time,
  savedRules: (rules) => `${count(rules, 'rule', 'rules')} saved:`,
  alwaysDeny: 'Always deny',
  showAudit: 'Audit trail',
  showRule: 'Show rule',
  output: 'Output',
  noOutput: 'No output',
};
