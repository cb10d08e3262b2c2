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

/** One stored event: a fact of the log. */
export type RunEvent = { [T in EventType]: EventOf<T> }[EventType];

/** One that is not stored: it has no `seq`, and comes once or never. */
export type UnstoredEvent = StepDelta | ToolProgress;

/** What a stream delivers. */
export type StreamEvent = RunEvent | UnstoredEvent;

/** An event before the log gives it its place: seq, session, root run and time. */
export type EventDraft = {
  [T in EventType]: { type: T; run_id: string; step_id?: string; data: EventData[T] };
}[EventType];

export const OnDeniedSchema: z.ZodType<OnDenied> = z
  .enum(['continue', 'fail_run'])
  .describe(
    "What a person's denial of a call does to its run: the model is told, or the run fails.",
  );

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
      "The arguments to run instead; the proposed ones stay in the assistant's step.",
    ),
    note: text.exactOptional(),
    reviewer_id: text.exactOptional(),
    rules: z
      .array(SavedRuleSchema)
      .exactOptional()
      .describe("What `save_rules` has to store for the run's user."),
    rules_user_id: text
      .exactOptional()
      .describe('Whom the rules are for, where the run has no user.'),
  })
  .describe('What a person decided about an authorization, as the log keeps it.');

const gateClock = {
  tool_call_id: IdSchema,
  interaction_id: IdSchema,
  reviewer_id: text.exactOptional(),
  note: text.exactOptional().describe('What the reviewer wrote.'),
};

const signalled = {
  by: text.exactOptional().describe('Who sent the signal.'),
  reason: text.exactOptional(),
  payload: JsonObjectSchema.exactOptional().describe('Of the signal, whole.'),
};

/** The schema of each event's `data`. */
export const EVENT_DATA: { readonly [T in EventType]: z.ZodType<EventData[T]> } = {
  run_started: z
    .looseObject({
      agent_id: text,
      user_id: text.nullable(),
      input: text.describe('The message that started it.'),
      parent_run_id: IdSchema.nullable().describe('`null`: a root run.'),
      parent_tool_call_id: IdSchema.nullable().describe('The call that asked for it.'),
      external: z
        .boolean()
        .exactOptional()
        .describe("A call or a question of another program's loop: it has no runner."),
      ongoing: z
        .boolean()
        .exactOptional()
        .describe("A run of another loop under that loop's id: it stays open until it is ended."),
      sealed: z
        .boolean()
        .exactOptional()
        .describe(
          'Its audit trail has hashes from its first entry on: one without them was stripped.',
        ),
      on_denied: OnDeniedSchema.exactOptional().describe(
        'What a denial does, where whoever started the run said it. Absent: what the agent says.',
      ),
      metadata: JsonObjectSchema.exactOptional().describe(
        'What whoever started the run attached to it.',
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
          interaction_id: IdSchema.exactOptional().describe('Absent: no one was asked.'),
          args_digest: text.describe('Of the call as it was put before the gate.'),
        })
        .exactOptional()
        .describe('The call of another loop that was claimed, where the run is its execution.'),
      joined_interaction_id: IdSchema.exactOptional().describe(
        'The request that is already pending for an equal question: its answer answers this one too.',
      ),
    })
    .describe('A run begins, a nested one because a call asked an agent.'),
  run_claimed: z
    .looseObject({
      owner: text.describe('The instance of the server, by a name that no other has.'),
      attempt: nonNegative.describe('Counts the claims of the run, from 1.'),
    })
    .describe('An instance drives the run from now on; the one that drove it before must stop.'),
  step_completed: z
    .looseObject({ step: StepSchema })
    .describe('A message is whole: the input, what the model said, or the result of a call.'),
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
      reason: text.describe('Why a person is asked.'),
      risk_level: RiskLevelSchema.exactOptional(),
      expires_at_hint: TimestampSchema.nullable()
        .exactOptional()
        .describe(
          "When a rule that is saved had better end, as a policy or the tool suggests. The request's own deadline is its `expires_at`.",
        ),
    })
    .describe('The same question in short, for clients that only show that approval is needed.'),
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
      interaction_request_ids: ids.describe('All that the run waited for.'),
    })
    .describe('All of them are settled; the run goes on.'),
  interaction_response: z
    .looseObject({
      interaction_id: IdSchema,
      tool_call_id: IdSchema,
      response: RecordedResponseSchema.describe('Sensitive values stand as handles.'),
      decision: RecordedDecisionSchema.exactOptional().describe('For authorizations.'),
      caller: text.exactOptional().describe('Who answered, as authenticated.'),
      idempotency_key: text.exactOptional().describe('The `Idempotency-Key` of the answer.'),
    })
    .describe('A person answered, and this answer won.'),
  interaction_resolved: z
    .looseObject({
      interaction_id: IdSchema,
      tool_call_id: IdSchema,
      outcome: InteractionOutcomeSchema.describe(
        '`cancelled`: its run ended, or it is not asked any more. `superseded`: a new message took its place, or the request that `superseded_by` names.',
      ),
      resolved_by: text.exactOptional().describe('Who did it, where that is known.'),
      superseded_by: IdSchema.exactOptional().describe(
        'The request that asks the same again, as the tool was replaced while it waited.',
      ),
    })
    .describe('A request is settled, in whatever way: every tab takes its card away.'),
  permission_updated: z
    .looseObject({
      message_id: IdSchema,
      tool_call_id: IdSchema,
      interaction_id: IdSchema,
      status: z.enum(['granted', 'denied']).describe('For questions, `granted` means answered.'),
      pending_count: nonNegative.describe('How many requests of the root run still wait.'),
      pending_interaction_ids: ids,
    })
    .describe('What a settlement leaves to wait for, also when that is nothing.'),
  rules_saved: z
    .looseObject({ interaction_id: IdSchema, rules: z.array(SavedRuleSchema) })
    .describe('The rules of an answer are stored.'),
  tool_auth_denied: z
    .looseObject({
      tool_call_id: IdSchema,
      interaction_id: IdSchema.exactOptional().describe('Absent: no one was asked.'),
      tool_name: text,
      reason: text.describe('For the model.'),
      step: text
        .exactOptional()
        .describe(
          'Which step of the policy chain denied it at the check right before execution; else absent.',
        ),
      rule: text.exactOptional().describe('The rule that denied it there, if one did.'),
    })
    .describe('A call may not run.'),
  tool_paused: z
    .looseObject(gateClock)
    .describe('The clock of a request stands still; it can still be answered.'),
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
          'SHA-256 of the call of another loop that was checked: the same id with another call is a conflict.',
        ),
      call: z
        .looseObject({ tool_name: text, tool_args: JsonObjectSchema })
        .exactOptional()
        .describe('A call of another loop that was allowed: whoever claims it runs this.'),
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
      holder: text.exactOptional().describe('Who claimed it, where another loop runs the call.'),
      lease_until: TimestampSchema.exactOptional().describe(
        'Until then nobody asks what became of it, where another loop runs the call.',
      ),
    })
    .describe('A call is about to run: the instance that appends this runs it, and no other.'),
  tool_completed: z
    .looseObject({ result: ToolResultSchema })
    .describe(
      'The one terminal result of a call: also of one that was denied, unknown or cancelled.',
    ),
  tool_outcome_unknown: z
    .looseObject({
      tool_call_id: IdSchema,
      tool_name: text,
      attempt: nonNegative.describe('The execution whose outcome is unknown.'),
      interaction_id: IdSchema.exactOptional().describe(
        'The request that asks what became of it; absent where no one can be asked.',
      ),
    })
    .describe('A call was started, and the instance that started it is gone.'),
  run_paused: z
    .looseObject(signalled)
    .describe('Nothing new starts, and the clocks of what waits stand still.'),
  run_resumed: z
    .looseObject(signalled)
    .describe('The run may go on, and clocks run that were not stopped one by one.'),
  run_completed: z
    .looseObject({
      response: text.describe('The last text of the agent.'),
      metrics: JsonObjectSchema.describe(
        '`steps`, and what the model counted for its last answer.',
      ),
    })
    .describe('The run has ended well.'),
  run_failed: z
    .looseObject({
      error: text.describe('For people.'),
      code: text
        .exactOptional()
        .describe(
          '`max_steps`: the agent called its model too often. `model_error`: the model failed. `denied`: a person denied a call, and `on_denied` is `fail_run`. `timeout`: no one answered in time, and `on_timeout` is `fail_run`. `agent_missing`: an operator said that no server has the agent any more. A newer server may have more.',
        ),
      by: text.exactOptional().describe('Whose word ended it, with `agent_missing`.'),
    })
    .describe('The run could not end well.'),
  run_aborted: z
    .looseObject({
      ...signalled,
      by: text
        .exactOptional()
        .describe('Who sent the signal; absent also where a new message ended the run.'),
      payload: JsonObjectSchema.exactOptional().describe(
        'Of the signal, whole; only in the event of the run that it named.',
      ),
    })
    .describe('A person, or a new message, ended the run.'),
  error: z
    .looseObject({
      error: text.describe('For people.'),
      code: text
        .exactOptional()
        .describe(
          '`internal`: the stream broke; connect again. `rules_pending`: an answer counts, but the store of rules failed; its rules are saved before anything runs.',
        ),
    })
    .describe('Something went wrong that does not end the run.'),
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
  data: JsonObjectSchema.describe('What its type says.'),
};

/** An event of any type, with its place in the log. */
export const StoredEventSchema: z.ZodType<UnknownEvent> = z.looseObject(stored);

export const UnknownEventSchema: z.ZodType<UnknownEvent> = z
  .looseObject({
    ...stored,
    seq: seq.exactOptional().describe(`${NUMBERING} Absent: it is not stored.`),
  })
  .describe(
    'An event of a newer server, of a type that this version does not know: pass it on unread.',
  );

/** Whether a type is one this version knows. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_DATA, type);
}

/** A stored event of a known type. An event of an unknown type fails: pass it on unread. */
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
      offset: nonNegative.describe(
        'UTF-16 units before `text`, so that repeats are dropped and holes are seen.',
      ),
      text,
    }),
  })
  .describe(
    'A piece of text as the model writes it. Not stored, without `seq`; `step_completed` is the truth.',
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
        .describe('How far it is, in whatever the tool counts; it never goes back.'),
      total: amount.exactOptional().describe('What `progress` is when it is done, where known.'),
      text: text.exactOptional().describe('What it does, for people. Untrusted: render as text.'),
    }),
  })
  .describe('How far a running call is. Not stored, without `seq`; `tool_completed` is the truth.');

/** The schemas of events that are not stored, each whole. */
export const UNSTORED_EVENTS: { readonly [T in UnstoredEvent['type']]: z.ZodType<UnstoredEvent> } =
  {
    step_delta: StepDeltaSchema,
    tool_progress: ToolProgressSchema,
  };
