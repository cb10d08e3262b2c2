import type {
  InteractionOutcome,
  InteractionRequest,
  InteractionResponse,
  RecordedDecision,
} from '../generated/types.ts';
import type { EventDraft, RunEvent } from '../run/event.ts';
import { TEST_TIME, testTime } from './clock.ts';
import {
  executionResumed,
  executionSuspended,
  interactionRequest,
  interactionResolved,
  interactionResponse,
  permissionUpdated,
  toolAuthDenied,
  toolAuthRequired,
} from './events.ts';
import { recordedDecision } from './responses.ts';

/** Options of `sessionLog`. */
export interface SessionLogOptions {
  /** Default `ses_1`. */
  session_id?: string;
  /** The log to continue: only the new events are returned. */
  after?: readonly RunEvent[];
  /** Seconds from one event to the next. Default 1. */
  stepSeconds?: number;
  /** Seconds from `TEST_TIME` to the first event. Default one step after the log so far. */
  startSeconds?: number;
}

/**
 * Turns drafts into events of one session's log, like the server: `seq` rises by one per root run,
 * times rise, steps are numbered through the session, and nested runs take the root of the run that
 * their `run_started` names as parent.
 */
export function sessionLog(
  drafts: readonly EventDraft[],
  options: SessionLogOptions = {},
): RunEvent[] {
  const { session_id = 'ses_1', after = [], stepSeconds = 1 } = options;
  const roots = new Map(after.map((event) => [event.run_id, event.root_run_id]));
  const numbers = new Map(after.map((event) => [event.root_run_id, event.seq]));
  const last = after.at(-1);
  let sequence = after.filter(({ type }) => type === 'step_completed').length;
  const next =
    last === undefined ? 0 : (Date.parse(last.timestamp) - TEST_TIME) / 1000 + stepSeconds;
  let seconds = (options.startSeconds ?? next) - stepSeconds;

  return drafts.map((draft): RunEvent => {
    const parent = draft.type === 'run_started' ? draft.data.parent_run_id : null;
    const root_run_id =
      parent === null ? (roots.get(draft.run_id) ?? draft.run_id) : (roots.get(parent) ?? parent);
    const seq = (numbers.get(root_run_id) ?? 0) + 1;
    roots.set(draft.run_id, root_run_id);
    numbers.set(root_run_id, seq);
    seconds += stepSeconds;
    const event: RunEvent = {
      ...draft,
      root_run_id,
      session_id,
      seq,
      timestamp: testTime(seconds),
    };
    if (event.type !== 'step_completed') return event;
    sequence += 1;
    return { ...event, data: { ...event.data, step: { ...event.data.step, sequence } } };
  });
}

/**
 * The end of the commit that suspends a run for requests: each `interaction_request` (with
 * `tool_auth_required` for an authorization) and one `execution_suspended`.
 */
export function suspension(...requests: readonly InteractionRequest[]): EventDraft[] {
  const [first] = requests;
  if (first === undefined) return [];
  return [
    ...requests.flatMap((request): EventDraft[] =>
      request.purpose === 'authorization'
        ? [interactionRequest(request), authRequired(request)]
        : [interactionRequest(request)],
    ),
    executionSuspended(
      {
        interaction_request_id: first.id,
        interaction_request_ids: requests.map(({ id }) => id),
      },
      { run_id: first.run_id },
    ),
  ];
}

/** How a request was settled. */
export interface SettlementOptions {
  /** Ids of siblings that are still pending: while there are any, nothing resumes. Default none. */
  waiting?: readonly InteractionRequest[];
  /** All requests of its batch, in call order, for `execution_resumed`. Default the request alone. */
  batch?: readonly InteractionRequest[];
  /** Default `answered`; another outcome needs no response. */
  outcome?: InteractionOutcome;
  /** Default `ada` for an answer. */
  resolvedBy?: string;
  /** The decision as stored in the log, such as the rules to remember. */
  decision?: Partial<RecordedDecision>;
}

/**
 * The commit that settles a request, in its order: `interaction_response`, `interaction_resolved`,
 * `tool_auth_denied?`, `permission_updated`, `execution_resumed?`.
 */
export function settlement(
  request: InteractionRequest,
  response: InteractionResponse | undefined,
  options: SettlementOptions = {},
): EventDraft[] {
  const { waiting = [], batch = [request], outcome = 'answered' } = options;
  const { id: interaction_id, run_id, tool_call_id, tool_name, message_id } = request;
  const place = { run_id };
  const decision =
    response === undefined ? undefined : recordedDecision(request, response, options.decision);
  const granted = outcome === 'answered' && decision?.action !== 'deny';
  const resolvedBy = options.resolvedBy ?? (outcome === 'answered' ? 'ada' : undefined);
  const drafts: EventDraft[] = [];

  if (response !== undefined) {
    const { data } = interactionResponse({ interaction_id, tool_call_id, response }, place);
    const { decision: _, ...plain } = data;
    drafts.push({
      type: 'interaction_response',
      run_id,
      data: { ...plain, ...(decision !== undefined && { decision }) },
    });
  }
  const { resolved_by: _, ...resolved } = interactionResolved({
    interaction_id,
    tool_call_id,
    outcome,
  }).data;
  drafts.push({
    type: 'interaction_resolved',
    run_id,
    data: { ...resolved, ...(resolvedBy !== undefined && { resolved_by: resolvedBy }) },
  });
  if (!granted && request.purpose === 'authorization') {
    const reason = outcome === 'expired' ? 'Timeout' : 'User denied consent';
    drafts.push(toolAuthDenied({ interaction_id, tool_call_id, tool_name, reason }, place));
  }
  if (message_id !== undefined) {
    drafts.push(
      permissionUpdated(
        {
          message_id,
          tool_call_id,
          interaction_id,
          status: granted ? 'granted' : 'denied',
          pending_count: waiting.length,
          pending_interaction_ids: waiting.map(({ id }) => id),
        },
        place,
      ),
    );
  }
  const [first] = batch;
  if (waiting.length === 0 && first !== undefined) {
    drafts.push(
      executionResumed(
        {
          interaction_request_id: first.id,
          interaction_request_ids: batch.map(({ id }) => id),
        },
        place,
      ),
    );
  }
  return drafts;
}

function authRequired(request: InteractionRequest): EventDraft {
  const { args_preview: preview, suggested_patterns: patterns } = request.metadata;
  return {
    type: 'tool_auth_required',
    run_id: request.run_id,
    data: {
      ...toolAuthRequired().data,
      tool_call_id: request.tool_call_id,
      interaction_id: request.id,
      tool_name: request.tool_name,
      args_preview: typeof preview === 'string' ? preview : '',
      suggested_patterns: Array.isArray(patterns) ? patterns.map(String) : [],
      reason: request.reason ?? '',
    },
  };
}
