import type { AuditEntry, EventData, RunEvent, ToolArgs } from '@hitl/protocol';

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
        ...wellFormed(detail),
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
    case 'run_started':
      return [startEntry(event)];
    case 'interaction_request': {
      const request = event.data.interaction_request;
      return [
        {
          kind: request.purpose === 'authorization' ? 'approval_required' : 'question_asked',
          interaction_id: request.id,
          tool_call_id: request.tool_call_id,
          tool_name: request.tool_name,
          proposed_args: request.tool_args,
          args_digest: request.args_digest,
          ...(request.tool_digest !== undefined && { tool_digest: request.tool_digest }),
          ...(request.risk_level !== undefined && { risk_level: request.risk_level }),
          ...(request.reason !== undefined && { reason: request.reason }),
          ...(request.external !== undefined && { external: request.external }),
        },
      ];
    }
    case 'interaction_response':
      return [responseEntry(event, proposed(event.data.interaction_id))];
    case 'interaction_resolved': {
      const { interaction_id, tool_call_id, outcome, superseded_by } = event.data;
      if (outcome === 'answered') return [];
      const next = superseded_by === undefined ? {} : { superseded_by };
      return [{ kind: outcome, interaction_id, tool_call_id, ...next }];
    }
    case 'batch_judged':
      return event.data.verdicts
        .filter(({ decision, step }) => decision !== 'needs_auth' && step !== 'invalid_call')
        .map(({ decision, tool_call_id, step, reason, rule }) => ({
          kind: decision === 'allowed' ? 'auto_approved' : 'auto_denied',
          tool_call_id,
          step,
          reason,
          ...(rule !== undefined && { rule }),
          ...calledIn(event.data),
        }));
    case 'rules_saved':
      return [
        {
          kind: 'rules_saved',
          interaction_id: event.data.interaction_id,
          rules: event.data.rules,
        },
      ];
    case 'tool_auth_denied': {
      const { tool_call_id, tool_name, step, reason, rule } = event.data;
      // Only the check right before execution has a step: other denials already have an entry.
      if (step === undefined) return [];
      const why = { step, reason, ...(rule !== undefined && { rule }) };
      return [{ kind: 'auto_denied', tool_call_id, tool_name, ...why }];
    }
    case 'tool_paused':
    case 'tool_resumed': {
      const { tool_call_id, interaction_id, reviewer_id, note } = event.data;
      return [
        {
          kind: event.type,
          tool_call_id,
          interaction_id,
          ...actor(reviewer_id),
          ...(note !== undefined && { note }),
        },
      ];
    }
    case 'tool_started': {
      const { tool_call_id, tool_name, args, attempt, holder } = event.data;
      const who = holder === undefined ? {} : { holder };
      return [
        { kind: 'tool_started', tool_call_id, tool_name, effective_args: args, attempt, ...who },
      ];
    }
    case 'tool_completed': {
      const { tool_call_id, tool_name, is_success, error, cached } = event.data.result;
      const outcome = { is_success, error, ...(cached === true && { cached }) };
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
    case 'run_failed':
      return [
        {
          kind: 'run_failed',
          ...actor(event.data.by),
          error: event.data.error,
          code: event.data.code,
        },
      ];
    default:
      return [];
  }
}

/** Arguments of an allowed external call. */
function calledIn({ call }: EventData['batch_judged']) {
  return call === undefined ? {} : { tool_name: call.tool_name, proposed_args: call.tool_args };
}

function startEntry({ data }: RunEvent & { type: 'run_started' }): Detail {
  const { agent_id, user_id, on_denied, executes } = data;
  return {
    kind: 'run_started',
    ...actor(user_id),
    agent_id,
    ...(on_denied !== undefined && { on_denied }),
    ...(executes !== undefined && { executes }),
  };
}

function responseEntry(
  event: RunEvent & { type: 'interaction_response' },
  proposed: ToolArgs | undefined,
): Detail {
  const { interaction_id, tool_call_id, response, decision, caller } = event.data;
  const who = caller ?? decision?.reviewer_id ?? response.user_id;
  if (decision === undefined) {
    return { kind: 'question_answered', interaction_id, tool_call_id, ...actor(who) };
  }
  const { modified_args: modified } = decision;
  return {
    kind: 'approval_decision',
    interaction_id,
    tool_call_id,
    ...actor(who),
    action: decision.action,
    ...(modified !== undefined && {
      proposed_args: proposed ?? {},
      approved_args: modified,
      effective_args: modified,
    }),
    ...(decision.note !== undefined && { note: decision.note }),
    ...(decision.reviewer_id !== undefined && { reviewer_id: decision.reviewer_id }),
    ...(decision.rules !== undefined && { rules: decision.rules }),
  };
}

function actor(who: string | null | undefined): { actor?: string } {
  return who === null || who === undefined ? {} : { actor: who };
}

/** The sender and the payload of a signal. */
function signal({ by, reason, payload }: EventData['run_paused']) {
  return {
    ...actor(by),
    ...(reason !== undefined && { reason }),
    ...(payload !== undefined && { payload }),
  };
}

/** A lone surrogate is not valid text: it has no canonical form, so it cannot be hashed. */
const LONE_SURROGATE = /\p{Cs}/gu;

function wellFormed<T>(value: T): T;
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(LONE_SURROGATE, '\uFFFD');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => wellFormed(item));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [wellFormed(name), wellFormed(member)]),
  );
}
