import { subjectOf } from '@hitl/client/view';
import type { AuditEntry } from '@hitl/protocol';
import type { IconName } from '../internal/icons.tsx';
import type { RecordWords } from '../messages/record-words.ts';
import { textAt, type AuditItem } from './trail-items.ts';

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

/**
 * How a call ended without success: `stopped` if its result only says that it was denied, for the
 * reason in an entry above.
 */
function badEnd({ entry, call }: AuditItem): 'failed' | 'stopped' | undefined {
  if (entry.kind !== 'tool_completed' || entry['is_success'] !== false) return undefined;
  const denied = textAt(entry, 'error')?.startsWith('Permission denied') === true;
  return denied && call?.started !== true ? 'stopped' : 'failed';
}

/** Outcome of an entry. */
export function outcomeOfEntry(item: AuditItem): AuditOutcome | undefined {
  const { entry, isQuestion } = item;
  const action = textAt(entry, 'action');
  if (entry.kind === 'approval_decision') {
    // Declining a question is not a failure.
    if (isQuestion && action === 'deny') return 'stopped';
    return valueOf(DECISIONS, action);
  }
  return badEnd(item) ?? valueOf(OUTCOMES, entry.kind);
}

export function iconOfEntry(item: AuditItem): IconName {
  const outcome = outcomeOfEntry(item);
  return outcome === undefined ? (valueOf(KIND_ICONS, item.entry.kind) ?? 'more') : ICONS[outcome];
}

/** Short label of an entry: translated, or the server's name of the kind. */
export function wordOfEntry(item: AuditItem, words: RecordWords): string {
  const { entry, isQuestion } = item;
  const action = textAt(entry, 'action');
  if (entry.kind === 'approval_decision' && action !== undefined) {
    const known = isQuestion && action === 'deny' ? 'decline' : action;
    return valueOf(words.auditActions, known) ?? action;
  }
  const end = badEnd(item);
  if (end !== undefined) return end === 'failed' ? words.failed : words.notRun;
  return valueOf(words.kinds, entry.kind) ?? entry.kind;
}

function valueOf<T>(record: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** One-line summary of a call; empty if unknown. */
export function subjectOfEntry({ call }: AuditItem): string {
  return call === undefined ? '' : subjectOf(call.args);
}

/** Details of an entry. */
export function metaOfEntry(item: AuditItem, words: RecordWords): AuditMetaEntry[] {
  const { entry } = item;
  const attempt = entry['attempt'];
  const reason = textAt(entry, 'reason');
  const facts: (AuditMetaEntry | undefined)[] = [
    fact('note', textAt(entry, 'note')),
    fact('reason', valueOf(words.serverReasons, reason) ?? reason),
    fact('rule', textAt(entry, 'rule')),
    ...rulesOf(entry, words).map((rule) => fact('rule', rule)),
    badEnd(item) === 'stopped' ? undefined : fact('error', textAt(entry, 'error')),
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
function rulesOf(entry: AuditEntry, words: RecordWords): string[] {
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
