import { subjectOf } from '@hitl/client/view';
import type { AuditEntry, AuditTrail, ToolArgs } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';

/** Kinds of entries with a text; others are shown by name. */
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

/** A tool call, combined from all entries about it. */
export interface AuditedCall {
  readonly id: string;
  /** `undefined` for a call that was never requested or started. */
  readonly toolName: string | undefined;
  /** As proposed by the agent, else as executed. */
  readonly args: ToolArgs;
  /** Whether its tool was ever started. */
  readonly started?: true;
}

/** A change of the arguments from one step to the next. */
export interface ArgsStep {
  readonly before: ToolArgs;
  readonly after: ToolArgs;
}

/** An entry, with information from the other entries. */
export interface AuditItem {
  readonly entry: AuditEntry;
  /** Its index in the whole trail, from 0. */
  readonly index: number;
  readonly call: AuditedCall | undefined;
  /**
   * A decision about a question, not about a call: a denial means that the person declined to
   * answer.
   */
  readonly isQuestion: boolean;
  /** The changes of a person before it ran. */
  readonly edited: ArgsStep | undefined;
  /** The executed arguments differ from the allowed ones. */
  readonly ranOther: ArgsStep | undefined;
}

/** A trail prepared for display. */
export interface AuditItems {
  readonly items: readonly AuditItem[];
  /** Its calls, in order. */
  readonly calls: readonly AuditedCall[];
}

/** The entries of one call, or of those whose tool, id or arguments contain a text. */
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

/** The one-line label of a call. */
export function labelOf({ id, toolName = id, args }: AuditedCall): string {
  return `${toolName} ${subjectOf(args)}`;
}

/** A member, if it is a string. */
export function textAt(entry: AuditEntry, name: string): string | undefined {
  const value = entry[name];
  return typeof value === 'string' ? value : undefined;
}

/** A member, if it is an object. */
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

/** Combines the entries of a trail. */
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
    const started = known?.started === true || kind === 'tool_started';
    calls.set(id, { id, toolName, args: args ?? {}, ...(started && { started }) });
  }

  const allowed = new Map<string, ToolArgs>();
  const items = entries.map((entry, index): AuditItem => {
    const { tool_call_id: id = '', interaction_id, kind } = entry;
    const proposed = argsAt(entry, 'proposed_args');
    const approved = argsAt(entry, 'approved_args');
    const effective = argsAt(entry, 'effective_args');
    // A second request means that the call was changed in between.
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
