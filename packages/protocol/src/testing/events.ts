import type {
  EventData,
  InteractionRequest,
  Step,
  StepDelta,
  ToolProgress,
  ToolResult,
} from '../generated/types.ts';
import type { EventDraft, EventType } from '../run/event.ts';
import { testTime } from './clock.ts';
import { step, toolResult } from './objects.ts';
import { authorizationRequest } from './requests.ts';
import { confirmResponse } from './responses.ts';

/** A draft of one type. */
export type DraftOf<T extends EventType> = Extract<EventDraft, { type: T }>;

/** The run of an event. `run_id` is `run_1` by default. */
export interface DraftPlace {
  run_id?: string;
  step_id?: string;
}

/** Builds a draft; the given data replace the default ones, member by member. */
export type DraftBuilder<T extends EventType> = (
  data?: Partial<EventData[T]>,
  place?: DraftPlace,
) => { type: T; run_id: string; step_id?: string; data: EventData[T] };

function builder<T extends EventType>(type: T, defaults: () => EventData[T]): DraftBuilder<T> {
  return (data, place) => ({ type, run_id: 'run_1', ...place, data: { ...defaults(), ...data } });
}

const gate = (): { tool_call_id: string; interaction_id: string } => ({
  tool_call_id: 'call_1',
  interaction_id: 'int_1',
});

const batch = (): EventData['execution_suspended'] => ({
  interaction_request_id: 'int_1',
  interaction_request_ids: ['int_1'],
});

/** A root run of the agent `assistant` for the user `ada`. */
export const runStarted: DraftBuilder<'run_started'> = builder('run_started', () => ({
  agent_id: 'assistant',
  user_id: 'ada',
  input: 'Is the project clean?',
  parent_run_id: null,
  parent_tool_call_id: null,
}));

export const runClaimed: DraftBuilder<'run_claimed'> = builder('run_claimed', () => ({
  owner: 'host:1:a',
  attempt: 1,
}));

/** Takes the step itself; `sessionLog` numbers it. */
export function stepCompleted(
  overrides: Partial<Step> = {},
  place: DraftPlace = {},
): DraftOf<'step_completed'> {
  return {
    type: 'step_completed',
    run_id: 'run_1',
    ...place,
    data: { step: step(overrides) },
  };
}

/** Takes the request itself, and its run. */
export function interactionRequest(
  request: InteractionRequest = authorizationRequest(),
): DraftOf<'interaction_request'> {
  return {
    type: 'interaction_request',
    run_id: request.run_id,
    data: { interaction_request: request },
  };
}

export const toolAuthRequired: DraftBuilder<'tool_auth_required'> = builder(
  'tool_auth_required',
  () => ({
    ...gate(),
    tool_name: 'bash',
    args_preview: 'npm run lint',
    suggested_patterns: ['bash(npm run lint)', 'bash(npm run:*)'],
    reason: 'Tool requires user consent',
    risk_level: 'high',
    expires_at_hint: testTime(300),
  }),
);

export const executionSuspended: DraftBuilder<'execution_suspended'> = builder(
  'execution_suspended',
  batch,
);

export const executionResumed: DraftBuilder<'execution_resumed'> = builder(
  'execution_resumed',
  batch,
);

/** A person's approval of `authorizationRequest()`. */
export const interactionResponse: DraftBuilder<'interaction_response'> = builder(
  'interaction_response',
  () => ({
    ...gate(),
    response: confirmResponse(),
    decision: { tool_call_id: 'call_1', action: 'approve' },
  }),
);

export const interactionResolved: DraftBuilder<'interaction_resolved'> = builder(
  'interaction_resolved',
  () => ({ ...gate(), outcome: 'answered', resolved_by: 'ada' }),
);

export const permissionUpdated: DraftBuilder<'permission_updated'> = builder(
  'permission_updated',
  () => ({
    message_id: 'msg_1',
    ...gate(),
    status: 'granted',
    pending_count: 0,
    pending_interaction_ids: [],
  }),
);

export const rulesSaved: DraftBuilder<'rules_saved'> = builder('rules_saved', () => ({
  interaction_id: 'int_1',
  rules: [{ pattern: 'bash(npm run lint)', effect: 'allow', scope: 'always' }],
}));

export const toolAuthDenied: DraftBuilder<'tool_auth_denied'> = builder('tool_auth_denied', () => ({
  ...gate(),
  tool_name: 'bash',
  reason: 'User denied consent',
}));

export const toolPaused: DraftBuilder<'tool_paused'> = builder('tool_paused', gate);

export const toolResumed: DraftBuilder<'tool_resumed'> = builder('tool_resumed', gate);

/** One call that needs approval. */
export const batchJudged: DraftBuilder<'batch_judged'> = builder('batch_judged', () => ({
  message_id: 'msg_1',
  verdicts: [
    {
      tool_call_id: 'call_1',
      decision: 'needs_auth',
      step: 'requires_consent',
      reason: 'Tool requires user consent',
    },
  ],
}));

export const toolStarted: DraftBuilder<'tool_started'> = builder('tool_started', () => ({
  tool_call_id: 'call_1',
  tool_name: 'bash',
  args: { command: 'npm run lint' },
  attempt: 1,
  idempotency_key: 'run_1:call_1',
}));

/** Takes the result itself. */
export function toolCompleted(
  overrides: Partial<ToolResult> = {},
  place: DraftPlace = {},
): DraftOf<'tool_completed'> {
  return {
    type: 'tool_completed',
    run_id: 'run_1',
    ...place,
    data: { result: toolResult(overrides) },
  };
}

export const toolOutcomeUnknown: DraftBuilder<'tool_outcome_unknown'> = builder(
  'tool_outcome_unknown',
  () => ({ tool_call_id: 'call_1', tool_name: 'bash', attempt: 1 }),
);

export const runPaused: DraftBuilder<'run_paused'> = builder('run_paused', () => ({ by: 'ada' }));

export const runResumed: DraftBuilder<'run_resumed'> = builder('run_resumed', () => ({
  by: 'ada',
}));

export const runCompleted: DraftBuilder<'run_completed'> = builder('run_completed', () => ({
  response: 'The project is clean.',
  metrics: { steps: 2, tool_calls: 1 },
}));

export const runFailed: DraftBuilder<'run_failed'> = builder('run_failed', () => ({
  error: 'The model answered with status 500',
  code: 'model_error',
}));

export const runAborted: DraftBuilder<'run_aborted'> = builder('run_aborted', () => ({
  reason: 'aborted by a person',
  by: 'ada',
}));

/** An `error` event. */
export const errorEvent: DraftBuilder<'error'> = builder('error', () => ({
  error: 'The model is not available',
}));

/** A piece of text: a complete event, since it is not stored and has no `seq`. */
export function stepDelta(
  data: Partial<StepDelta['data']> = {},
  overrides: Partial<Omit<StepDelta, 'type' | 'data'>> = {},
): StepDelta {
  return {
    type: 'step_delta',
    run_id: 'run_1',
    root_run_id: overrides.run_id ?? 'run_1',
    session_id: 'ses_1',
    timestamp: testTime(),
    ...overrides,
    data: { message_id: 'msg_1', offset: 0, text: 'The project', ...data },
  };
}

/** Progress of a call: a complete event, since it is not stored and has no `seq`. */
export function toolProgress(
  data: Partial<ToolProgress['data']> = {},
  overrides: Partial<Omit<ToolProgress, 'type' | 'data'>> = {},
): ToolProgress {
  return {
    type: 'tool_progress',
    run_id: 'run_1',
    root_run_id: overrides.run_id ?? 'run_1',
    session_id: 'ses_1',
    timestamp: testTime(),
    ...overrides,
    data: { tool_call_id: 'call_1', progress: 3, total: 12, ...data },
  };
}
