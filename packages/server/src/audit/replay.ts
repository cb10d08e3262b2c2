import type { AuditEntry } from '@hitl/protocol';

/** What waits, as the audit trail has it. */
export interface AuditedPending {
  readonly interactionId: string;
  readonly toolCallId: string;
  readonly paused: boolean;
}

/** How an interaction was settled, as the audit trail has it. */
export interface AuditedDecision {
  readonly interactionId: string;
  readonly toolCallId: string;
  readonly status: 'answered' | 'expired' | 'cancelled' | 'superseded';
  /** What a person decided about a call; absent for questions and where no one did. */
  readonly action?: string;
  readonly actor?: string;
}

/** What an audit trail says about what was asked. */
export interface AuditReplay {
  /** In the order in which they were asked. */
  readonly pending: readonly AuditedPending[];
  /** In the order in which they were settled. */
  readonly decided: readonly AuditedDecision[];
}

/**
 * Rebuilds what waits and what was decided from the entries of an audit trail, oldest first: it is
 * what the server itself says. Entries of other kinds are passed over.
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
