import { subjectOf } from '@hitl/client/view';
import type { AuditEntry } from '@hitl/protocol';
import type { IconName } from '../internal/icons.tsx';
import type { Messages } from '../messages/en/index.ts';
import { textAt, type AuditItem } from './trail-items.ts';

/** Formatting context of a trail. */
export type TrailWords = Pick<
  Messages,
  | 'attempt'
  | 'auditActions'
  | 'by'
  | 'changedArgs'
  | 'effects'
  | 'erased'
  | 'failed'
  | 'kinds'
  | 'ranWith'
  | 'scopes'
>;

/** Outcome of an entry, for its icon and color; `undefined` for other entries. */
export type AuditOutcome = 'allowed' | 'edited' | 'denied' | 'expired' | 'stopped' | 'failed';

/** One detail of an entry. */
export interface AuditMetaEntry {
  readonly name: 'note' | 'reason' | 'rule' | 'error' | 'attempt' | 'erased';
  readonly value: string;
}

const OUTCOMES: Readonly<Record<string, AuditOutcome>> = {
  auto_approved: 'allowed',
  auto_denied: 'denied',
  question_answered: 'allowed',
  expired: 'expired',
  cancelled: 'stopped',
  superseded: 'stopped',
  run_aborted_by_human: 'stopped',
  run_failed: 'failed',
  tool_outcome_unknown: 'failed',
};

const DECISIONS: Readonly<Record<string, AuditOutcome>> = {
  approve: 'allowed',
  answer: 'allowed',
  modify_args: 'edited',
  deny: 'denied',
  abort_run: 'stopped',
};

const ICONS: Readonly<Record<AuditOutcome, IconName>> = {
  allowed: 'check',
  edited: 'edit',
  denied: 'cross',
  expired: 'clock',
  stopped: 'stop',
  failed: 'medium',
};

const KIND_ICONS: Readonly<Record<string, IconName>> = {
  approval_required: 'clock',
  question_asked: 'clock',
  tool_paused: 'pause',
  run_paused: 'pause',
  tool_resumed: 'play',
  run_resumed: 'play',
  tool_started: 'play',
  run_started: 'play',
  tool_completed: 'check',
  rules_saved: 'check',
  run_completed: 'check',
};

/** Outcome of an entry. */
export function outcomeOfEntry({ entry, isQuestion }: AuditItem): AuditOutcome | undefined {
  const action = textAt(entry, 'action');
  if (entry.kind === 'approval_decision') {
    // Declining a question is not a failure.
    if (isQuestion && action === 'deny') return 'stopped';
    return Object.hasOwn(DECISIONS, action ?? '') ? DECISIONS[action ?? ''] : undefined;
  }
  if (entry.kind === 'tool_completed' && entry['is_success'] === false) return 'failed';
  return Object.hasOwn(OUTCOMES, entry.kind) ? OUTCOMES[entry.kind] : undefined;
}

export function iconOfEntry(item: AuditItem): IconName {
  const outcome = outcomeOfEntry(item);
  if (outcome !== undefined) return ICONS[outcome];
  const { kind } = item.entry;
  return (Object.hasOwn(KIND_ICONS, kind) ? KIND_ICONS[kind] : undefined) ?? 'more';
}

/** Short label of an entry: translated, or the server's name of the kind. */
export function wordOfEntry({ entry, isQuestion }: AuditItem, words: TrailWords): string {
  const action = textAt(entry, 'action');
  if (entry.kind === 'approval_decision' && action !== undefined) {
    const known = isQuestion && action === 'deny' ? 'decline' : action;
    return valueOf(words.auditActions, known) ?? action;
  }
  if (entry.kind === 'tool_completed' && entry['is_success'] === false) return words.failed;
  return valueOf(words.kinds, entry.kind) ?? entry.kind;
}

function valueOf(record: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** One-line summary of a call; empty if unknown. */
export function subjectOfEntry({ call }: AuditItem): string {
  return call === undefined ? '' : subjectOf(call.args);
}

/** Details of an entry. */
export function metaOfEntry({ entry }: AuditItem, words: TrailWords): AuditMetaEntry[] {
  const attempt = entry['attempt'];
  const facts: (AuditMetaEntry | undefined)[] = [
    fact('note', textAt(entry, 'note')),
    fact('reason', textAt(entry, 'reason')),
    fact('rule', textAt(entry, 'rule')),
    ...rulesOf(entry, words).map((rule) => fact('rule', rule)),
    fact('error', textAt(entry, 'error')),
    typeof attempt === 'number' && attempt > 1
      ? fact('attempt', words.attempt(attempt))
      : undefined,
    entry.erased === true ? fact('erased', words.erased) : undefined,
  ];
  return facts.filter((each) => each !== undefined);
}

function fact(name: AuditMetaEntry['name'], value: string | undefined): AuditMetaEntry | undefined {
  return value === undefined || value === '' ? undefined : { name, value };
}

/** The saved rules, as written. A decision has the same rules, so they are shown once. */
function rulesOf(entry: AuditEntry, words: TrailWords): string[] {
  const rules = entry.kind === 'rules_saved' ? entry['rules'] : undefined;
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return [];
    const { pattern, effect, scope } = rule as Readonly<Record<string, unknown>>;
    const known = valueOf(words.effects, String(effect)) ?? String(effect);
    const where = valueOf(words.scopes, String(scope));
    return [`${known} ${String(pattern)}${where === undefined ? '' : ` (${where})`}`];
  });
}
