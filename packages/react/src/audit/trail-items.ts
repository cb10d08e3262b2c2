import { subjectOf } from '@hitl/client/view';
import type { AuditEntry, AuditTrail, ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';

/** The kinds of entries that we have words for; others are shown by their name. */
export type AuditKind =
  | 'run_started'
  | 'run_paused'
  | 'run_resumed'
  | 'run_completed'
  | 'run_failed'
  | 'run_aborted_by_human'
  | 'approval_required'
  | 'approval_decision'
  | 'question_asked'
  | 'question_answered'
  | 'expired'
  | 'cancelled'
  | 'superseded'
  | 'auto_approved'
  | 'auto_denied'
  | 'rules_saved'
  | 'tool_paused'
  | 'tool_resumed'
  | 'tool_started'
  | 'tool_completed'
  | 'tool_outcome_unknown';

/** A call of a tool, put together from all entries about it. */
export interface AuditedCall {
  readonly id: string;
  /** `undefined` for a call that was never asked about nor started. */
  readonly toolName: string | undefined;
  /** As the agent proposed them, else as it ran. */
  readonly args: ToolArgs;
}

/** Arguments that are not what they were one step before. */
export interface ArgsStep {
  readonly before: ToolArgs;
  readonly after: ToolArgs;
}

/** An entry, with what only the others know. */
export interface AuditItem {
  readonly entry: AuditEntry;
  /** Its place in the whole trail, from 0. */
  readonly index: number;
  readonly call: AuditedCall | undefined;
  /** A decision about a question, not about a call: its no is a person's way not to answer. */
  readonly isQuestion: boolean;
  /** What a person changed before it could run. */
  readonly edited: ArgsStep | undefined;
  /** What ran is not what was allowed. */
  readonly ranOther: ArgsStep | undefined;
}

/** A trail for people. */
export interface AuditItems {
  readonly items: readonly AuditItem[];
  /** The calls that it tells of, in their order. */
  readonly calls: readonly AuditedCall[];
}

/** The entries of one call, or of those whose tool, id or arguments have a text in them. */
export function itemsAbout(
  { items, calls }: AuditItems,
  toolCallId: string,
  search: string,
): readonly AuditItem[] {
  if (toolCallId !== '') return items.filter(({ call }) => call?.id === toolCallId);
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return items;
  const found = new Set(calls.filter((call) => labelOf(call).toLowerCase().includes(wanted)));
  return items.filter(({ call }) => call !== undefined && found.has(call));
}

/** What a call is called where there is one line for it. */
export function labelOf({ id, toolName = id, args }: AuditedCall): string {
  return `${toolName} ${subjectOf(args)}`;
}

/** The string under a name, where it is one. */
export function textAt(entry: AuditEntry, name: string): string | undefined {
  const value = entry[name];
  return typeof value === 'string' ? value : undefined;
}

/** The object under a name, where it is one. */
export function argsAt(entry: AuditEntry, name: string): ToolArgs | undefined {
  const value = entry[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as ToolArgs)
    : undefined;
}

function stepOf(before: ToolArgs | undefined, after: ToolArgs | undefined): ArgsStep | undefined {
  if (before === undefined || after === undefined || sameJson(before, after)) return undefined;
  return { before, after };
}

/** Puts together what the entries of a trail know of each other. */
export function auditItems({ entries }: AuditTrail): AuditItems {
  const calls = new Map<string, AuditedCall>();
  const questions = new Set<string>();
  for (const entry of entries) {
    const { tool_call_id: id, interaction_id, kind } = entry;
    if (kind === 'question_asked' && interaction_id !== undefined) questions.add(interaction_id);
    if (id === undefined) continue;
    const known = calls.get(id);
    const toolName = known?.toolName ?? textAt(entry, 'tool_name');
    const proposed = argsAt(entry, 'proposed_args') ?? argsAt(entry, 'effective_args');
    const args = known !== undefined && Object.keys(known.args).length > 0 ? known.args : proposed;
    calls.set(id, { id, toolName, args: args ?? {} });
  }

  const allowed = new Map<string, ToolArgs>();
  const items = entries.map((entry, index): AuditItem => {
    const { tool_call_id: id = '', interaction_id, kind } = entry;
    const proposed = argsAt(entry, 'proposed_args');
    const approved = argsAt(entry, 'approved_args');
    const effective = argsAt(entry, 'effective_args');
    // What is asked for a second time was changed in between.
    if (kind === 'approval_required' && proposed !== undefined) allowed.set(id, proposed);
    const ran = stepOf(approved ?? allowed.get(id), effective);
    if (approved !== undefined) allowed.set(id, approved);
    return {
      entry,
      index,
      call: calls.get(id),
      isQuestion: interaction_id !== undefined && questions.has(interaction_id),
      edited: kind === 'approval_decision' ? stepOf(proposed, approved) : undefined,
      ranOther: ran,
    };
  });
  return { items, calls: [...calls.values()] };
}
