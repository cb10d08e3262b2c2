import { conversationWords, type CardStatus, type ConversationWords } from '@hitl/client/view';
import { numbers } from './numbers.ts';

/** Texts of panels: several calls, rules, the inbox, a run. */
export interface PanelMessages extends ConversationWords {
  batch: string;
  batchProgress(done: number, size: number): string;
  allowAll(count: number): string;
  denyAll(count: number): string;
  /** The same, if all of them are questions. */
  declineAll(count: number): string;
  /** Above the calls that “Allow …” leaves out. */
  leftOut(allowing: number): string;
  /** The reason, after each of them. */
  leftOutFor: Readonly<Record<'high_risk' | 'long' | 'worked_on' | 'question' | 'unseen', string>>;
  /** What each key does. */
  reviewKey: Readonly<Record<'move' | 'open' | 'allow' | 'deny' | 'decline' | 'edit', string>>;
  /** Verbs of well-known tools, before what they act on. */
  toolVerbs: Readonly<Record<string, string>>;
  /** States of an answer that is not settled. */
  answerStates: Readonly<Partial<Record<CardStatus, string>>>;
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
  inbox: string;
  inboxEmpty: string;
  showAllWaiting(count: number): string;
  unreadable: string;
  pendingCount(count: number): string;
  loadFailed: string;
  /** A rule or a run is as it was; the reason follows. */
  notChanged: string;
  changeForbidden: string;
  /** The server could not be reached yet, so an empty list means nothing. */
  unreachable: string;
  /** Messages of the person that the server has not received. */
  outbox: string;
  runControls: string;
  pauseRun: string;
  resumeRun: string;
  runStates: Readonly<
    Record<'running' | 'suspended' | 'paused' | 'completed' | 'failed' | 'aborted', string>
  >;
}

/** The English texts of panels. */
export const panels: PanelMessages = {
  ...conversationWords,
  batch: 'Calls waiting for you',
  batchProgress: (done, size) => {
    const left = size - done;
    if (left === 0) return size === 2 ? 'Both decided' : `All ${size} decided`;
    const verb = left === 1 ? 'needs' : 'need';
    return `${done === 0 ? left : `${left} of ${size}`} ${verb} your decision`;
  },
  allowAll: (calls) => `Allow ${calls} once`,
  denyAll: (calls) => `Deny ${calls}`,
  declineAll: (questions) => `Decline ${questions}`,
  leftOut: (calls) => `Not in “Allow ${calls} once”:`,
  leftOutFor: {
    high_risk: 'high risk',
    long: 'too long for a glance',
    worked_on: 'you are working on it',
    question: 'needs an answer',
    unseen: 'not opened yet',
  },
  reviewKey: {
    move: 'move',
    open: 'open',
    allow: 'allow',
    deny: 'deny',
    decline: 'decline',
    edit: 'edit',
  },
  toolVerbs: { bash: 'Run', file_read: 'Read', file_write: 'Write', file_edit: 'Edit' },
  answerStates: {
    pending: 'Waiting',
    paused: 'Paused',
    submitting: 'Sending…',
    failed: 'Not sent',
    unknown: 'Not confirmed',
  },
  grants: 'Permissions',
  noGrants: 'No rules are saved. Rules you choose to remember appear here.',
  effects: { allow: 'Allow', deny: 'Deny', ask: 'Ask' },
  grantScopes: { session: 'one session', always: 'all sessions' },
  grantedAt: (time) => `saved ${time}`,
  lastUsed: (time) => `used ${time}`,
  neverUsed: 'never used',
  expires: (time) => `until ${time}`,
  revoke: 'Revoke',
  revokeRule: (rule) => `Revoke ${rule}`,
  undo: 'Undo',
  inbox: 'Waiting for you',
  inboxEmpty: 'Nothing is waiting for you.',
  showAllWaiting: (waiting) => `Show all ${numbers.format(waiting)}`,
  unreadable: 'A request that cannot be shown here',
  pendingCount: (n) => `${n} waiting`,
  loadFailed: 'This could not be loaded.',
  notChanged: 'Nothing was changed.',
  changeForbidden: 'You are not allowed to do this.',
  unreachable: 'The server cannot be reached, so it is not known what is waiting.',
  outbox: 'Messages that are not sent yet',
  runControls: 'Run',
  pauseRun: 'Pause',
  resumeRun: 'Resume',
  runStates: {
    running: 'Running',
    suspended: 'Waiting for you',
    paused: 'Paused',
    completed: 'Completed',
    failed: 'Failed',
    aborted: 'Stopped',
  },
};
