import type { AuditEntry } from '@hitl/protocol';

/** A pending request in the audit trail. */
export interface AuditedPending {
  readonly interactionId: string;
  readonly toolCallId: string;
  readonly paused: boolean;
}

/** The outcome of an interaction in the audit trail. */
export interface AuditedDecision {
  readonly interactionId: string;
  readonly toolCallId: string;
  readonly status: 'answered' | 'expired' | 'cancelled' | 'superseded';
  /** A person's decision about a call; absent for questions and if no one decided. */
  readonly action?: string;
  readonly actor?: string;
}

/** Pending and settled requests of an audit trail. */
export interface AuditReplay {
  /** Oldest first. */
  readonly pending: readonly AuditedPending[];
  /** In the order of settlement. */
  readonly decided: readonly AuditedDecision[];
}

/**
 * Rebuilds pending and settled requests from the entries of an audit trail, oldest first, with the
 * same result as the server's own lists. Entries of other kinds are ignored.
 */
export function replayAudit(entries: readonly AuditEntry[]): AuditReplay {
  const pending = new Map<string, AuditedPending>();
  const decided = new Map<string, AuditedDecision>();

  function settle(entry: AuditEntry, id: string, status: AuditedDecision['status']): void {
    const { tool_call_id: call = '', actor } = entry;
    const action = entry['action'];
    pending.delete(id);
    decided.set(id, {
      ...decided.get(id),
      interactionId: id,
      toolCallId: call,
      status,
      ...(typeof action === 'string' && { action }),
      ...(actor !== undefined && { actor }),
    });
  }

  for (const entry of entries) {
    const { kind, interaction_id: id, tool_call_id: call = '' } = entry;
    if (id === undefined) continue;
    switch (kind) {
      case 'approval_required':
      case 'question_asked':
        pending.set(id, { interactionId: id, toolCallId: call, paused: false });
        break;
      case 'tool_paused':
      case 'tool_resumed': {
        const waiting = pending.get(id);
        if (waiting !== undefined) pending.set(id, { ...waiting, paused: kind === 'tool_paused' });
        break;
      }
      case 'approval_decision':
      case 'question_answered':
        settle(entry, id, 'answered');
        break;
      case 'expired':
      case 'cancelled':
      case 'superseded':
        settle(entry, id, kind);
        break;
      default:
    }
  }
  return { pending: [...pending.values()], decided: [...decided.values()] };
}
