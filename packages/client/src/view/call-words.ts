import type { RememberScope } from '@hitl/protocol';
import { count } from './numbers.ts';
import type { ToolCallState } from './tool-call.ts';

/** What a tool does, while it does it and afterwards. */
export interface CallVerbs {
  readonly running: string;
  readonly ran: string;
}

/** What the tool calls of a conversation say. */
export interface CallWords {
  toolCalls: string;
  /** Of tools that everybody knows, by name: what was done, without the tool's own name. */
  callVerbs: Readonly<Record<string, CallVerbs>>;
  /** Of any other tool, before its name. */
  anyVerbs: CallVerbs;
  /** Of a call that asks another agent, before its name. */
  agentVerbs: CallVerbs;
  /** Where there is no verb of the tool for it. */
  callStates: Readonly<Record<ToolCallState, string>>;
  /** Before what was answered. */
  answeredBy(person: string | undefined, isMe: boolean): string;
  allowedBy(
    person: string | undefined,
    how: { readonly isMe: boolean; readonly edited: boolean; readonly scope: RememberScope },
  ): string;
  byPerson(person: string, isMe: boolean): string;
  /** Before the rule. */
  byRule(allowed: boolean, isMine: boolean): string;
  byPolicy: string;
  byNobody: string;
  waitsForOthers: string;
  /** Behind who decided, where it was the same person elsewhere. */
  inAnotherWindow: string;
  agentWasTold: string;
  decidedAt(time: string): string;
  savedRules(count: number): string;
  /** Before the rule that it would save. */
  alwaysDeny: string;
  /** Leads to the entries of the audit trail about the call. */
  showAudit: string;
  /** Leads to the rule among the saved ones; after it comes the rule. */
  showRule: string;
  output: string;
  noOutput: string;
}

const SCOPES: Readonly<Record<RememberScope, string>> = {
  once: '',
  session: ' · this session',
  always: ' · always',
};

/** What the tool calls of a conversation say. In English. */
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
  byPerson: (person, isMe) => (isMe ? 'by you' : `by ${person}`),
  byRule: (allowed, isMine) =>
    `${allowed ? 'allowed' : 'denied'} by ${isMine ? 'your rule' : 'the rule'}`,
  byPolicy: 'by policy',
  byNobody: 'no one answered',
  waitsForOthers: 'waiting for the rest',
  inAnotherWindow: 'in another window',
  agentWasTold: 'The agent was told.',
  decidedAt: (time) => time,
  savedRules: (rules) => `${count(rules, 'rule', 'rules')} saved:`,
  alwaysDeny: 'Always deny',
  showAudit: 'Audit trail',
  showRule: 'Show rule',
  output: 'Output',
  noOutput: 'No output',
};
