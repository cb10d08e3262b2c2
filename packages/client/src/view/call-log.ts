import type { EventOf, RunEvent, StreamEvent, ToolCall } from '@hitl/protocol';
import type { AskedRecord, CallLog, CallRecord, CallRecords } from '../stores/call-record.ts';

const NO_AGENTS: readonly string[] = [];

/**
 * Creates a call log, which records for each tool call of a session who was asked, who answered
 * what and when, which rule decided, and how long it took. Pass it to `createSessionStore` or
 * `createRunStore` as `calls`; the snapshot then contains the records.
 */
export function createCallLog(): CallLog {
  const records = new Map<string, CallRecord>();
  const agents = new Map<string, readonly string[]>();
  const users = new Map<string, string>();
  /** The calls of each run's newest message. */
  const open = new Map<string, readonly string[]>();
  let shown: CallRecords | undefined;

  function change(runId: string, callId: string, to: (record: CallRecord) => CallRecord): void {
    const key = keyOf(runId, callId);
    const record = records.get(key);
    if (record === undefined) return;
    records.set(key, to(record));
    shown = undefined;
  }

  function changeAsked(
    runId: string,
    callId: string,
    id: string,
    to: (asked: AskedRecord) => AskedRecord,
  ): void {
    change(runId, callId, (record) => ({
      ...record,
      asked: record.asked.map((asked) => (asked.request.id === id ? to(asked) : asked)),
    }));
  }

  function propose(event: RunEvent, messageId: string, call: ToolCall): void {
    const userId = users.get(event.run_id);
    records.set(keyOf(event.run_id, call.id), {
      runId: event.run_id,
      messageId,
      call,
      agentPath: agents.get(event.run_id) ?? NO_AGENTS,
      proposedAt: event.timestamp,
      ...(userId !== undefined && { userId }),
      asked: [],
      running: false,
    });
    shown = undefined;
  }

  function start(event: EventOf<'run_started'>): void {
    const { agent_id: agent, parent_run_id: parent, parent_tool_call_id: callId } = event.data;
    if (event.data.user_id !== null) users.set(event.run_id, event.data.user_id);
    agents.set(event.run_id, [...(agents.get(parent ?? '') ?? NO_AGENTS), agent]);
    shown = undefined;
    if (parent === null || callId === null) return;
    change(parent, callId, (record) => ({ ...record, nested: { runId: event.run_id, agent } }));
  }

  function endRun(event: EventOf<'run_aborted'> | EventOf<'run_failed'>): void {
    const { data, run_id: runId } = event;
    const reason = event.type === 'run_failed' ? event.data.error : (event.data.reason ?? '');
    const runEnded = {
      how: event.type === 'run_failed' ? ('failed' as const) : ('aborted' as const),
      reason,
      ...(data.by !== undefined && { by: data.by }),
    };
    for (const callId of open.get(runId) ?? []) {
      change(runId, callId, (record) => ({ ...record, running: false, runEnded }));
    }
  }

  return {
    add(event) {
      if (!isStored(event)) return;
      const { run_id: runId } = event;
      switch (event.type) {
        case 'run_started':
          start(event);
          return;
        case 'step_completed': {
          const { step } = event.data;
          if (step.role !== 'assistant') return;
          const calls = step.tool_calls ?? [];
          for (const call of calls) propose(event, step.id, call);
          open.set(
            runId,
            calls.map(({ id }) => id),
          );
          return;
        }
        case 'batch_judged':
          for (const verdict of event.data.verdicts) {
            change(runId, verdict.tool_call_id, (record) => ({ ...record, verdict }));
          }
          return;
        case 'interaction_request': {
          const { interaction_request: request } = event.data;
          change(runId, request.tool_call_id, (record) => ({
            ...record,
            running: false,
            asked: [...record.asked, { request }],
          }));
          return;
        }
        case 'interaction_response': {
          const { interaction_id: id, tool_call_id: callId, response, decision } = event.data;
          changeAsked(runId, callId, id, (asked) => ({
            ...asked,
            response,
            ...(decision?.rules !== undefined && { rules: decision.rules }),
          }));
          return;
        }
        case 'interaction_resolved': {
          const { interaction_id: id, tool_call_id: callId, outcome } = event.data;
          const { resolved_by: by, superseded_by: next } = event.data;
          changeAsked(runId, callId, id, (asked) => ({
            ...asked,
            outcome,
            at: event.timestamp,
            ...(by !== undefined && { by }),
            ...(next !== undefined && { supersededBy: next }),
          }));
          return;
        }
        case 'tool_auth_denied': {
          const { tool_call_id: callId, reason, step, rule } = event.data;
          // A verdict without a step only repeats an earlier answer or verdict.
          if (step === undefined) return;
          const stopped = { reason, step, ...(rule !== undefined && { rule }) };
          change(runId, callId, (record) => ({ ...record, stopped }));
          return;
        }
        case 'tool_started':
          change(runId, event.data.tool_call_id, (record) => ({
            ...record,
            running: true,
            ranWith: event.data.args,
          }));
          return;
        case 'tool_outcome_unknown':
          change(runId, event.data.tool_call_id, (record) => ({ ...record, running: false }));
          return;
        case 'tool_completed': {
          const { result } = event.data;
          change(runId, result.tool_call_id, (record) => ({ ...record, running: false, result }));
          return;
        }
        case 'run_aborted':
        case 'run_failed':
          endRun(event);
          return;
        default:
      }
    },
    current() {
      shown ??= snapshotOf(new Map(records), new Map(agents));
      return shown;
    },
  };
}

function snapshotOf(
  records: ReadonlyMap<string, CallRecord>,
  agents: ReadonlyMap<string, readonly string[]>,
): CallRecords {
  return {
    get: (runId, callId) => records.get(keyOf(runId, callId)),
    agentPath: (runId) => agents.get(runId) ?? NO_AGENTS,
  };
}

function isStored(event: StreamEvent): event is RunEvent {
  return event.type !== 'step_delta' && event.type !== 'tool_progress';
}

/** Ids of calls are unique only within their run. */
function keyOf(runId: string, callId: string): string {
  return JSON.stringify([runId, callId]);
}
