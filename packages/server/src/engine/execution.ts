import type { ClaimResult, EventData, EventOf, RunEvent, ToolResult } from '@hitl/protocol';
import { canonicalJson, sha256 } from '@hitl/protocol/fold';
import type { SessionKey, SessionStore } from '../store/store.ts';

type Started = EventOf<'tool_started'>;

/** Execution of a call claimed by an external loop, as recorded in the log. */
export interface Execution {
  /** `open`: a person allowed running it again. `aborted`: a person ended its run. */
  readonly status: 'running' | 'unknown' | 'open' | 'completed' | 'aborted';
  readonly executes: NonNullable<EventData['run_started']['executes']>;
  /** The newest attempt. */
  readonly started: Started;
  readonly result?: ToolResult;
  /** The newest request about its outcome. */
  readonly recoveryId?: string;
}

const MAX_EVENTS = 10_000;

/** The run of a call's execution: one for each call of a session. */
export async function executionId(key: SessionKey, toolCallId: string): Promise<string> {
  const call = ['execution', key.tenantId, key.sessionId, toolCallId];
  return `ext-${(await sha256(canonicalJson(call))).slice(0, 32)}`;
}

/** Reads an execution from the log; `null`: the call was not claimed. */
export async function readExecution(
  store: SessionStore,
  key: SessionKey,
  runId: string,
): Promise<Execution | null> {
  return foldExecution(await store.readRun(key, runId, 0, MAX_EVENTS));
}

function foldExecution(events: readonly RunEvent[]): Execution | null {
  const [first] = events;
  const executes = first?.type === 'run_started' ? first.data.executes : undefined;
  const started = events.findLast((event) => event.type === 'tool_started');
  if (executes === undefined || started === undefined) return null;
  const asked = events.findLast((event) => event.type === 'tool_outcome_unknown');
  const recoveryId = asked?.data.interaction_id;
  const result = events.findLast((event) => event.type === 'tool_completed')?.data.result;
  return {
    status: statusIn(events, started),
    executes,
    started,
    ...(recoveryId !== undefined && { recoveryId }),
    ...(result !== undefined && { result }),
  };
}

function statusIn(events: readonly RunEvent[], started: Started): Execution['status'] {
  const last = events.filter(({ seq }) => seq > started.seq);
  if (last.some(({ type }) => type === 'tool_completed')) return 'completed';
  if (last.some(({ type }) => type === 'run_aborted' || type === 'run_failed')) return 'aborted';
  // Every answer except running it again also ends the run, in the same commit.
  if (last.some(({ type }) => type === 'interaction_resolved')) return 'open';
  return last.some(({ type }) => type === 'tool_outcome_unknown') ? 'unknown' : 'running';
}

/**
 * An execution as in the HTTP API; `open` is only visible for a moment, until it is claimed again.
 */
export function claimResult(
  { status, started, result, recoveryId }: Execution,
  interactionId: string,
  holder: string,
): ClaimResult {
  const { data, run_id, timestamp } = started;
  return {
    claimed: status === 'running' && data.holder === holder,
    status: status === 'completed' || status === 'running' ? status : 'unknown',
    interaction_id: interactionId,
    run_id,
    tool_call_id: data.tool_call_id,
    tool_name: data.tool_name,
    args: data.args,
    attempt: data.attempt,
    idempotency_key: data.idempotency_key,
    claimed_at: timestamp,
    ...(data.holder !== undefined && { holder: data.holder }),
    ...(data.lease_until !== undefined && { lease_until: data.lease_until }),
    ...(result !== undefined && { result }),
    ...(status === 'unknown' && recoveryId !== undefined && { recovery_id: recoveryId }),
  };
}
