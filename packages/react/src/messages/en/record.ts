import type { AuditFlaw } from '@hitl/protocol';
import type { AuditKind } from '../../audit/trail-items.ts';
import { count, numbers } from './numbers.ts';

/** Texts of receipts and audit trails. */
export interface RecordMessages {
  copyAsText: string;
  copied: string;
  copyFailed: string;

  receipt(subject: string): string;
  notAnswered: string;
  answeredAfter(duration: string): string;
  noOne: string;
  nothingRemembered: string;
  /** Labels of the lines of a receipt. */
  receiptLabels: Readonly<
    Record<
      | 'by'
      | 'at'
      | 'asked'
      | 'agent'
      | 'answer'
      | 'remembered'
      | 'rules'
      | 'note'
      | 'digest'
      | 'request'
      | 'run',
      string
    >
  >;
  digestOf: string;
  editedArgs: string;
  shownArgs: string;

  audit: string;
  auditEmpty: string;
  auditLoading: string;
  entries(count: number): string;
  toolCall: string;
  allToolCalls(count: number): string;
  findToolCall: string;
  noSuchCall: string;
  kinds: Readonly<Record<AuditKind, string>>;
  auditActions: Readonly<
    Record<'approve' | 'modify_args' | 'deny' | 'decline' | 'answer' | 'abort_run', string>
  >;
  failed: string;
  /** Said of a call that was denied. */
  notRun: string;
  /** Plain words for reasons that the server gives by itself, by their text. */
  serverReasons: Readonly<Record<string, string>>;
  attempt(count: number): string;
  changedArgs: string;
  ranWith: string;
  erased: string;
  checkingTrail: string;
  trailVerified(entries: number): string;
  trailBroken(entry: number, why: AuditFlaw): string;
  trailUnverifiable: string;
}

const flaws: Readonly<Record<AuditFlaw, string>> = {
  missing: 'entries before it are missing',
  reordered: 'it was moved',
  changed: 'it was changed',
  cut: 'the trail ends too early',
  unsealed: 'it has no hash',
  stripped: 'its hashes were removed',
  ends_early: 'the trail ends early',
  edited: 'data stored beside the trail was changed',
};

/** The English texts of receipts and audit trails. */
export const record: RecordMessages = {
  copyAsText: 'Copy as text',
  copied: 'Copied',
  copyFailed: 'Could not copy',

  receipt: (subject) => `Receipt: ${subject}`,
  notAnswered: 'Not answered yet',
  answeredAfter: (duration) => `${duration} after it was asked`,
  noOne: 'No one',
  nothingRemembered: 'Just this once',
  receiptLabels: {
    by: 'By',
    at: 'When',
    asked: 'Asked',
    agent: 'Agent',
    answer: 'Answer',
    remembered: 'Remembered',
    rules: 'Rules',
    note: 'Reason',
    digest: 'Digest',
    request: 'Request',
    run: 'Run',
  },
  digestOf: 'SHA-256 of the tool and the arguments that were shown',
  editedArgs: 'Edited before running',
  shownArgs: 'What was shown',

  audit: 'What happened',
  auditEmpty: 'Nothing has happened yet.',
  auditLoading: 'Loading what happened…',
  entries: (n) => count(n, 'entry', 'entries'),
  toolCall: 'Tool call',
  allToolCalls: (n) => `All calls (${numbers.format(n)})`,
  findToolCall: 'Find a tool call',
  noSuchCall: 'No matching call.',
  kinds: {
    run_started: 'Run started',
    run_paused: 'Run paused',
    run_resumed: 'Run resumed',
    run_completed: 'Run completed',
    run_failed: 'Run failed',
    run_aborted_by_human: 'Run stopped',
    approval_required: 'Asked for approval',
    approval_decision: 'Decided',
    question_asked: 'Asked a question',
    question_answered: 'Answered',
    expired: 'Expired without an answer',
    cancelled: 'Stopped',
    superseded: 'Replaced',
    auto_approved: 'Allowed without asking',
    auto_denied: 'Denied without asking',
    rules_saved: 'Rules saved',
    tool_paused: 'Countdown stopped',
    tool_resumed: 'Countdown resumed',
    tool_started: 'Started',
    tool_completed: 'Finished',
    tool_outcome_unknown: 'Outcome unknown',
  },
  auditActions: {
    approve: 'Allowed',
    modify_args: 'Allowed, edited',
    deny: 'Denied',
    decline: 'Declined',
    answer: 'Result provided',
    abort_run: 'Run stopped',
  },
  failed: 'Failed',
  notRun: 'Not run',
  serverReasons: {
    'Tool requires user consent': 'This tool asks first',
    'Tool does not require consent': 'This tool does not ask',
    'Matched allow pattern': 'A rule allows it',
    'Matched deny pattern': 'A rule denies it',
  },
  attempt: (n) => `attempt ${numbers.format(n)}`,
  changedArgs: 'What was edited',
  ranWith: 'Ran with different arguments than allowed',
  erased: 'The data of this entry was erased.',
  checkingTrail: 'Checking…',
  trailVerified: (n) => `Verified: ${count(n, 'entry', 'entries')}, none changed`,
  trailBroken: (entry, why) => `Broken at entry ${numbers.format(entry)}: ${flaws[why]}`,
  trailUnverifiable: 'Cannot be verified: this trail has no hashes',
};
