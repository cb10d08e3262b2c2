import type { AuditEntry, EventData, RunEvent, ToolArgs } from '@hitl/protocol';
import { given } from '../base/given.ts';
import { mapStrings } from '../base/map-strings.ts';

/** The content of an entry; undefined members are left out. */
type Detail = Pick<AuditEntry, 'kind'> & Record<string, unknown>;

/** An entry of the audit trail, and the event that it describes. */
export interface AuditedEvent {
  readonly event: RunEvent;
  readonly entry: AuditEntry;
}

/** The arguments of an interaction. */
export type ProposedArgs = (interactionId: string) => ToolArgs | undefined;

/**
 * The audit trail: the entries of a log about requests, decisions and executions, in the order of
 * the log. The entry of an event never changes, because its hash is stored: a new detail needs a
 * new member of the event. `before` has the requests before these events.
 */
export function auditedEvents(
  events: readonly RunEvent[],
  before: ProposedArgs = () => undefined,
): AuditedEvent[] {
  const asked = new Map<string, ToolArgs>();
  const proposed: ProposedArgs = (id) => asked.get(id) ?? before(id);
  return events.flatMap((event) => {
    if (event.type === 'interaction_request') {
      const { id, tool_args: args } = event.data.interaction_request;
      asked.set(id, args);
    }
    return entriesOf(event, proposed).map((detail) => ({
      event,
      entry: {
        seq: event.seq,
        timestamp: event.timestamp,
        ...(event.run_id !== event.root_run_id && { run_id: event.run_id }),
        ...mapStrings(given(detail), (text) => text.replace(LONE_SURROGATE, '\uFFFD')),
      },
    }));
  });
}

/**
 * The entries of a run's trail, from all events of its tree; a root's trail includes its nested
 * runs.
 */
export function trailEntries(events: readonly RunEvent[], runId: string): AuditEntry[] {
  return auditedEvents(events)
    .filter(({ event }) => event.root_run_id === runId || event.run_id === runId)
    .map(({ entry }) => entry);
}

function entriesOf(event: RunEvent, proposed: ProposedArgs): Detail[] {
  switch (event.type) {
    case 'run_started': {
      const { agent_id, user_id, on_denied, executes } = event.data;
      return [{ kind: 'run_started', actor: user_id ?? undefined, agent_id, on_denied, executes }];
    }
    case 'interaction_request': {
      const { id, purpose, tool_args, ...request } = event.data.interaction_request;
      return [
        {
          kind: purpose === 'authorization' ? 'approval_required' : 'question_asked',
          interaction_id: id,
          tool_call_id: request.tool_call_id,
          tool_name: request.tool_name,
          proposed_args: tool_args,
          args_digest: request.args_digest,
          tool_digest: request.tool_digest,
          risk_level: request.risk_level,
          reason: request.reason,
          external: request.external,
        },
      ];
    }
    case 'interaction_response':
      return [responseEntry(event.data, proposed)];
    case 'interaction_resolved': {
      const { interaction_id, tool_call_id, outcome, superseded_by } = event.data;
      if (outcome === 'answered') return [];
      return [{ kind: outcome, interaction_id, tool_call_id, superseded_by }];
    }
    case 'batch_judged': {
      // The arguments of an allowed external call.
      const { verdicts, call } = event.data;
      return verdicts
        .filter(({ decision, step }) => decision !== 'needs_auth' && step !== 'invalid_call')
        .map(({ decision, tool_call_id, step, reason, rule }) => ({
          kind: decision === 'allowed' ? 'auto_approved' : 'auto_denied',
          tool_call_id,
          step,
          reason,
          rule,
          tool_name: call?.tool_name,
          proposed_args: call?.tool_args,
        }));
    }
    case 'rules_saved': {
      const { interaction_id, rules } = event.data;
      return [{ kind: 'rules_saved', interaction_id, rules }];
    }
    case 'tool_auth_denied': {
      const { tool_call_id, tool_name, step, reason, rule } = event.data;
      // Only the check right before execution has a step: other denials already have an entry.
      if (step === undefined) return [];
      return [{ kind: 'auto_denied', tool_call_id, tool_name, step, reason, rule }];
    }
    case 'tool_paused':
    case 'tool_resumed': {
      const { tool_call_id, interaction_id, reviewer_id: actor, note } = event.data;
      return [{ kind: event.type, tool_call_id, interaction_id, actor, note }];
    }
    case 'tool_started': {
      const { tool_call_id, tool_name, args: effective_args, attempt, holder } = event.data;
      const call = { tool_call_id, tool_name, effective_args };
      return [{ kind: 'tool_started', ...call, attempt, holder }];
    }
    case 'tool_completed': {
      const { tool_call_id, tool_name, is_success, error, cached = false } = event.data.result;
      const outcome = { is_success, error, cached: cached || undefined };
      return [{ kind: 'tool_completed', tool_call_id, tool_name, ...outcome }];
    }
    case 'tool_outcome_unknown': {
      const { tool_call_id, tool_name, attempt } = event.data;
      return [{ kind: 'tool_outcome_unknown', tool_call_id, tool_name, attempt }];
    }
    case 'run_paused':
    case 'run_resumed':
      return [{ kind: event.type, ...signal(event.data) }];
    case 'run_aborted':
      return [{ kind: 'run_aborted_by_human', ...signal(event.data) }];
    case 'run_completed':
      return [{ kind: 'run_completed' }];
    case 'run_failed': {
      const { by: actor, error, code } = event.data;
      return [{ kind: 'run_failed', actor, error, code }];
    }
    default:
      return [];
  }
}

function responseEntry(
  { interaction_id, tool_call_id, response, decision, caller }: EventData['interaction_response'],
  proposed: ProposedArgs,
): Detail {
  const actor = caller ?? decision?.reviewer_id ?? response.user_id;
  if (decision === undefined) {
    return { kind: 'question_answered', interaction_id, tool_call_id, actor };
  }
  const { action, modified_args: modified, note, reviewer_id, rules } = decision;
  return {
    kind: 'approval_decision',
    interaction_id,
    tool_call_id,
    actor,
    action,
    ...(modified !== undefined && {
      proposed_args: proposed(interaction_id) ?? {},
      approved_args: modified,
      effective_args: modified,
    }),
    note,
    reviewer_id,
    rules,
  };
}

/** The sender and the payload of a signal. */
function signal({ by: actor, reason, payload }: EventData['run_paused']) {
  return { actor, reason, payload };
}

/** A lone surrogate is not valid text: it has no canonical form, so it cannot be hashed. */
const LONE_SURROGATE = /[\ud800-\udfff]/gu;
