import type { ClaimResult, EventData, EventOf, RunEvent, ToolResult } from '@hitl/protocol';
import { given } from '../base/given.ts';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import type { MakeCommand } from '../log/session-log.ts';
import type { LoadedSession } from '../store/store.ts';
import type { ClaimableCall } from './claimable-call.ts';
import type { EngineContext } from './context.ts';
import { otherCall } from './failures.ts';

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

/**
 * Changes the execution of a call by the command made for its current state (`null`: the call was
 * not claimed), and returns its state after that.
 */
export async function changeExecution(
  { store, log }: EngineContext,
  { tenantId, sessionId, executionRunId: runId, argsDigest }: ClaimableCall,
  make: (execution: Execution | null, loaded: LoadedSession) => ReturnType<MakeCommand>,
): Promise<Result<Execution>> {
  const key = { tenantId, sessionId };
  const read = async () => foldExecution(await store.readRun(key, runId, 0, MAX_EVENTS));
  const outcome = await log.transact(key, async (loaded) => {
    const execution = await read();
    const isOther = execution !== null && execution.executes.args_digest !== argsDigest;
    return isOther ? otherCall() : make(execution, loaded);
  });
  if (outcome.kind === 'problem') return { ok: false, problem: outcome.problem };
  const execution = await read();
  if (execution === null) throw new Error(`the log lost the execution ${runId}`);
  return success(execution);
}

function foldExecution(events: readonly RunEvent[]): Execution | null {
  const [first] = events;
  const executes = first?.type === 'run_started' ? first.data.executes : undefined;
  const started = events.findLast((event) => event.type === 'tool_started');
  if (executes === undefined || started === undefined) return null;
  const asked = events.findLast((event) => event.type === 'tool_outcome_unknown');
  const recoveryId = asked?.data.interaction_id;
  const result = events.findLast((event) => event.type === 'tool_completed')?.data.result;
  const status = statusIn(events, started);
  return { status, executes, started, ...given({ recoveryId, result }) };
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
  const recovery_id = status === 'unknown' ? recoveryId : undefined;
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
    ...given({ holder: data.holder, lease_until: data.lease_until, result, recovery_id }),
  };
}

/** The failure for the execution of an external call that a person has ended. */
export function executionEnded({ executionRunId: id }: ClaimableCall): Failure {
  return failure('run_finished', `Run ${id}, the execution of the call, was ended.`);
}
