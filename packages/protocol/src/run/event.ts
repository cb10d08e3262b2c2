import * as z from 'zod';
import type {
  EventData,
  EventOf,
  InteractionOutcome,
  OnDenied,
  RecordedDecision,
  StepDelta,
  ToolProgress,
  UnknownEvent,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, TimestampSchema } from '../ids.ts';
import {
  ApprovalActionSchema,
  InteractionRequestSchema,
  RiskLevelSchema,
} from '../interaction/request.ts';
import { RecordedResponseSchema } from '../interaction/response.ts';
import { CallVerdictSchema, SavedRuleSchema } from '../permission/permission.ts';
import { StepSchema, ToolResultSchema } from './run.ts';

/** The type of a stored event. */
export type EventType = keyof EventData;

/** One stored event of the log. */
export type RunEvent = { [T in EventType]: EventOf<T> }[EventType];

/** An event that is not stored: it has no `seq`, and is delivered at most once. */
export type UnstoredEvent = StepDelta | ToolProgress;

/** An event of a stream, stored or not. */
export type StreamEvent = RunEvent | UnstoredEvent;

/** An event before the log assigns seq, session, root run and time. */
export type EventDraft = {
  [T in EventType]: { type: T; run_id: string; step_id?: string; data: EventData[T] };
}[EventType];

export const OnDeniedSchema: z.ZodType<OnDenied> = z
  .enum(['continue', 'fail_run'])
  .describe('Effect of a person’s denial of a call: the model gets the reason, or the run fails.');

export const InteractionOutcomeSchema: z.ZodType<InteractionOutcome> = z
  .enum(['answered', 'expired', 'cancelled', 'superseded'])
  .describe('How an interaction ended.');

const text = z.string();
const nonNegative = z.int().min(0);
const ids = z.array(IdSchema);

export const RecordedDecisionSchema: z.ZodType<RecordedDecision> = z
  .looseObject({
    tool_call_id: IdSchema,
    action: ApprovalActionSchema,
    modified_args: JsonObjectSchema.exactOptional().describe(
      'The arguments to run instead; the assistant step keeps the proposed ones.',
    ),
    note: text.exactOptional(),
    reviewer_id: text.exactOptional(),
    rules: z
      .array(SavedRuleSchema)
      .exactOptional()
      .describe('Rules that `save_rules` has to store for the run’s user.'),
    rules_user_id: text.exactOptional().describe('Owner of the rules, if the run has no user.'),
  })
  .describe('A person’s decision about an authorization, as stored in the log.');

const gateClock = {
  tool_call_id: IdSchema,
  interaction_id: IdSchema,
  reviewer_id: text.exactOptional(),
  note: text.exactOptional().describe('The reviewer’s note.'),
};

const signalled = {
  by: text.exactOptional().describe('The user who sent the signal.'),
  reason: text.exactOptional(),
  payload: JsonObjectSchema.exactOptional().describe('The full payload of the signal.'),
};

/** The schema of each event's `data`. */
export const EVENT_DATA: { readonly [T in EventType]: z.ZodType<EventData[T]> } = {
  run_started: z
    .looseObject({
      agent_id: text,
      user_id: text.nullable(),
      input: text.describe('The message that started it.'),
      parent_run_id: IdSchema.nullable().describe('`null`: a root run.'),
      parent_tool_call_id: IdSchema.nullable().describe('The call that started it.'),
      external: z
        .boolean()
        .exactOptional()
        .describe('A call or a question of an external agent loop: the server does not run it.'),
      ongoing: z
        .boolean()
        .exactOptional()
        .describe(
          'A run of an external agent loop, under that loop’s id: it stays open until it is ended.',
        ),
      sealed: z
        .boolean()
        .exactOptional()
        .describe(
          'Its audit trail has hashes from the first entry on; a trail without them was stripped.',
        ),
      on_denied: OnDeniedSchema.exactOptional().describe(
        'Effect of a denial, if the run was started with this setting. Absent: the agent’s setting.',
      ),
      metadata: JsonObjectSchema.exactOptional().describe(
        'Metadata given when the run was started.',
      ),
      body_digest: text
        .exactOptional()
        .describe(
          'SHA-256 of the request that started it: the same key with another body is a conflict.',
        ),
      executes: z
        .looseObject({
          run_id: IdSchema,
          tool_call_id: IdSchema,
          interaction_id: IdSchema.exactOptional().describe('Absent: no person was asked.'),
          args_digest: text.describe('Digest of the call as it was submitted.'),
        })
        .exactOptional()
        .describe('The claimed call of an external loop that this run executes.'),
      joined_interaction_id: IdSchema.exactOptional().describe(
        'The request that is already pending for an equal question: its answer answers this one too.',
      ),
    })
    .describe('A run starts; a nested run is started by a call of an agent tool.'),
  run_claimed: z
    .looseObject({
      owner: text.describe('Unique name of the server instance.'),
      attempt: nonNegative.describe('Counts the claims of the run, from 1.'),
    })
    .describe('An instance takes over the run; the previous owner must stop.'),
  step_completed: z
    .looseObject({ step: StepSchema })
    .describe('A message is complete: the input, a model response, or the result of a call.'),
  interaction_request: z
    .looseObject({ interaction_request: InteractionRequestSchema })
    .describe('A person is asked; once for each request, after it is stored.'),
  tool_auth_required: z
    .looseObject({
      tool_call_id: IdSchema,
      interaction_id: IdSchema,
      tool_name: text,
      args_preview: text.describe(
        'The command, path or URL of the call, or its arguments as JSON.',
      ),
      suggested_patterns: z.array(text).describe('Rules that would allow it, the exact one first.'),
      reason: text.describe('Reason for asking.'),
      risk_level: RiskLevelSchema.exactOptional(),
      expires_at_hint: TimestampSchema.nullable()
        .exactOptional()
        .describe(
          'Suggested expiry of a saved rule, from a policy or the tool. The deadline of the request is its `expires_at`.',
        ),
    })
    .describe('A short form of the request, for clients that only show that approval is needed.'),
  execution_suspended: z
    .looseObject({
      interaction_request_id: IdSchema.describe('The first of them.'),
      interaction_request_ids: ids.describe('In call order.'),
    })
    .describe(
      'The run waits for these requests; nothing of the batch runs before all are settled.',
    ),
  execution_resumed: z
    .looseObject({
      interaction_request_id: IdSchema.describe('The first of them.'),
      interaction_request_ids: ids.describe('All requests that the run waited for.'),
    })
    .describe('All of them are settled; the run continues.'),
  interaction_response: z
    .looseObject({
      interaction_id: IdSchema,
      tool_call_id: IdSchema,
      response: RecordedResponseSchema.describe('Sensitive values are replaced by handles.'),
      decision: RecordedDecisionSchema.exactOptional().describe('For authorizations.'),
      caller: text.exactOptional().describe('The authenticated user who answered.'),
      idempotency_key: text.exactOptional().describe('The `Idempotency-Key` of the answer.'),
    })
    .describe('The winning answer of a person.'),
  interaction_resolved: z
    .looseObject({
      interaction_id: IdSchema,
      tool_call_id: IdSchema,
      outcome: InteractionOutcomeSchema.describe(
        '`cancelled`: its run ended, or it was withdrawn. `superseded`: replaced by a new message, or by the request in `superseded_by`.',
      ),
      resolved_by: text.exactOptional().describe('The acting user, if known.'),
      superseded_by: IdSchema.exactOptional().describe(
        'The new request for the same call, after the tool was replaced while the old one was pending.',
      ),
    })
    .describe('A request is settled, with any outcome: every tab removes its card.'),
  permission_updated: z
    .looseObject({
      message_id: IdSchema,
      tool_call_id: IdSchema,
      interaction_id: IdSchema,
      status: z.enum(['granted', 'denied']).describe('For questions, `granted` means answered.'),
      pending_count: nonNegative.describe('Number of pending requests of the root run.'),
      pending_interaction_ids: ids,
    })
    .describe('The pending requests after a settlement, possibly none.'),
  rules_saved: z
    .looseObject({ interaction_id: IdSchema, rules: z.array(SavedRuleSchema) })
    .describe('The rules of an answer are stored.'),
  tool_auth_denied: z
    .looseObject({
      tool_call_id: IdSchema,
      interaction_id: IdSchema.exactOptional().describe('Absent: no person was asked.'),
      tool_name: text,
      reason: text.describe('For the model.'),
      step: text
        .exactOptional()
        .describe(
          'Step of the policy chain that denied it in the check right before execution; otherwise absent.',
        ),
      rule: text.exactOptional().describe('The rule that denied it in that check, if any.'),
    })
    .describe('A call may not run.'),
  tool_paused: z
    .looseObject(gateClock)
    .describe('The clock of a request is stopped; it can still be answered.'),
  tool_resumed: z
    .looseObject({
      ...gateClock,
      expires_at: TimestampSchema.exactOptional().describe('The remaining time, counted from now.'),
    })
    .describe('The clock of a request runs again.'),
  batch_judged: z
    .looseObject({
      message_id: IdSchema,
      verdicts: z.array(CallVerdictSchema),
      body_digest: text
        .exactOptional()
        .describe(
          'SHA-256 of the external call that was checked: the same id with a different call is a conflict.',
        ),
      call: z
        .looseObject({ tool_name: text, tool_args: JsonObjectSchema })
        .exactOptional()
        .describe('An allowed call of an external loop, run by the holder of its claim.'),
    })
    .describe(
      'The first event of the commit that checks the calls of one message, also when none needs a person.',
    ),
  tool_started: z
    .looseObject({
      tool_call_id: IdSchema,
      tool_name: text,
      args: JsonObjectSchema.describe('The effective arguments.'),
      attempt: z.int().min(1).describe('Counts the executions of this call, from 1.'),
      idempotency_key: text.describe('The same for every attempt of this call.'),
      holder: text.exactOptional().describe('The claim of an external loop that runs the call.'),
      lease_until: TimestampSchema.exactOptional().describe(
        'For an external call: before this time no person is asked about its outcome.',
      ),
    })
    .describe('A call is about to run; only the instance that appended this event runs it.'),
  tool_completed: z
    .looseObject({ result: ToolResultSchema })
    .describe('The one terminal result of a call, including denied, unknown and cancelled ones.'),
  tool_outcome_unknown: z
    .looseObject({
      tool_call_id: IdSchema,
      tool_name: text,
      attempt: nonNegative.describe('The execution whose outcome is unknown.'),
      interaction_id: IdSchema.exactOptional().describe(
        'The request that asks a person about the outcome; absent if no person can be asked.',
      ),
    })
    .describe('A call was started by an instance that is gone; its outcome is unknown.'),
  run_paused: z
    .looseObject(signalled)
    .describe('Nothing new starts, and the clocks of pending requests are stopped.'),
  run_resumed: z
    .looseObject(signalled)
    .describe(
      'The run continues, and the clocks of requests that were not paused one by one run again.',
    ),
  run_completed: z
    .looseObject({
      response: text.describe('The last text of the agent.'),
      metrics: JsonObjectSchema.describe(
        '`steps`, and the usage reported by the model for its last response.',
      ),
    })
    .describe('The run has completed.'),
  run_failed: z
    .looseObject({
      error: text.describe('For people.'),
      code: text
        .exactOptional()
        .describe(
          '`max_steps`: the agent called its model too often. `model_error`: the model failed. `denied`: a person denied a call, and `on_denied` is `fail_run`. `timeout`: a request expired, and `on_timeout` is `fail_run`. `agent_missing`: an operator reported that no server has the agent any more. Newer servers may add codes.',
        ),
      by: text.exactOptional().describe('The operator who ended it, with `agent_missing`.'),
    })
    .describe('The run has failed.'),
  run_aborted: z
    .looseObject({
      ...signalled,
      by: text
        .exactOptional()
        .describe('The user who sent the signal; also absent if a new message ended the run.'),
      payload: JsonObjectSchema.exactOptional().describe(
        'The full payload of the signal; only in the event of the run that it names.',
      ),
    })
    .describe('A person, or a new message, ended the run.'),
  error: z
    .looseObject({
      error: text.describe('For people.'),
      code: text
        .exactOptional()
        .describe(
          '`internal`: the stream failed; reconnect. `rules_pending`: an answer was accepted, but saving its rules failed; they are saved before anything runs.',
        ),
    })
    .describe('An error that does not end the run.'),
};

const envelope = {
  run_id: IdSchema,
  root_run_id: IdSchema,
  session_id: IdSchema,
  timestamp: TimestampSchema.describe('RFC 3339, UTC. Never goes back within a log.'),
};

const NUMBERING =
  "Rises by one per root run from 1, without gaps; nested runs share the root's numbering.";
const seq = z.int().min(1);

const stored = {
  type: text.min(1),
  ...envelope,
  seq: seq.describe(NUMBERING),
  step_id: IdSchema.exactOptional().describe('The step that it belongs to.'),
  data: JsonObjectSchema.describe('Data of the event, by its type.'),
};

/** An event of any type, with its position in the log. */
export const StoredEventSchema: z.ZodType<UnknownEvent> = z.looseObject(stored);

export const UnknownEventSchema: z.ZodType<UnknownEvent> = z
  .looseObject({
    ...stored,
    seq: seq.exactOptional().describe(`${NUMBERING} Absent: it is not stored.`),
  })
  .describe(
    'An event of a type unknown to this version, from a newer server: pass it on unchanged.',
  );

/** Whether this version knows an event type. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_DATA, type);
}

/** A stored event of a known type. An event of an unknown type fails: pass it on unchanged. */
export const RunEventSchema: z.ZodType<RunEvent> = StoredEventSchema.transform((event, context) => {
  if (!isEventType(event.type)) {
    context.issues.push({
      code: 'custom',
      input: event.type,
      path: ['type'],
      message: `unknown event type "${event.type}"`,
    });
    return z.NEVER;
  }
  const data = EVENT_DATA[event.type].safeParse(event.data);
  if (!data.success) {
    for (const issue of data.error.issues) {
      context.issues.push({
        code: 'custom',
        input: event.data,
        path: ['data', ...issue.path],
        message: issue.message,
      });
    }
    return z.NEVER;
  }
  return { ...event, data: data.data } as RunEvent;
});

export const StepDeltaSchema: z.ZodType<StepDelta> = z
  .looseObject({
    type: z.literal('step_delta'),
    ...envelope,
    data: z.looseObject({
      message_id: IdSchema,
      offset: nonNegative.describe('UTF-16 units before `text`, to drop repeats and detect gaps.'),
      text,
    }),
  })
  .describe(
    'A piece of streamed model text. Not stored, without `seq`; `step_completed` has the final text.',
  );

const amount = z.number().min(0);

export const ToolProgressSchema: z.ZodType<ToolProgress> = z
  .looseObject({
    type: z.literal('tool_progress'),
    ...envelope,
    data: z.looseObject({
      tool_call_id: IdSchema,
      progress: amount
        .exactOptional()
        .describe('Progress so far, in the tool’s own unit; it never decreases.'),
      total: amount.exactOptional().describe('Final value of `progress`, if known.'),
      text: text.exactOptional().describe('A description for people. Untrusted: render as text.'),
    }),
  })
  .describe(
    'Progress of a running call. Not stored, without `seq`; `tool_completed` has the result.',
  );

/** Schemas of events that are not stored. */
export const UNSTORED_EVENTS: { readonly [T in UnstoredEvent['type']]: z.ZodType<UnstoredEvent> } =
  {
    step_delta: StepDeltaSchema,
    tool_progress: ToolProgressSchema,
  };
