import * as z from 'zod';
import { IdSchema, JsonObjectSchema, TimestampSchema } from '../ids.ts';
import {
  InteractionRequestSchema,
  RiskLevelSchema,
  ApprovalActionSchema,
  type ApprovalAction,
  type InteractionRequest,
  type RiskLevel,
} from '../interaction/request.ts';
import { RecordedResponseSchema, type InteractionResponse } from '../interaction/response.ts';
import {
  SavedRuleSchema,
  VerdictDecisionSchema,
  type SavedRule,
  type Verdict,
} from '../permission/permission.ts';
import { StepSchema, ToolResultSchema, type Step, type ToolResult } from './run.ts';

/** How an interaction ended. */
export type InteractionOutcome = 'answered' | 'expired' | 'cancelled' | 'superseded';

/** What a person decided about an authorization, as the log keeps it. */
export interface RecordedDecision {
  tool_call_id: string;
  action: ApprovalAction;
  /** The arguments to run instead; the proposed ones stay in the assistant's step. */
  modified_args?: Record<string, unknown>;
  note?: string;
  reviewer_id?: string;
  /** What `save_rules` has to store for the run's user. */
  rules?: SavedRule[];
  /** Whom the rules are for, where the run has no user. */
  rules_user_id?: string;
}

/** What a person's denial of a call does to its run: the model is told, or the run fails. */
export type OnDenied = 'continue' | 'fail_run';

/** What each event says. Data may hold more members than these; they survive. */
export interface EventData {
  /** A run begins, a nested one because a call asked an agent. */
  run_started: {
    agent_id: string;
    user_id: string | null;
    /** The message that started it. */
    input: string;
    /** `null`: a root run. */
    parent_run_id: string | null;
    /** The call that asked for it. */
    parent_tool_call_id: string | null;
    /** A call or a question of somebody else's loop: it has no runner. */
    external?: boolean;
    /** A run of another loop under that loop's id: it stays open until it is ended. */
    ongoing?: boolean;
    /** Its audit trail has hashes from its first entry on: one without them was stripped. */
    sealed?: boolean;
    /** What a denial does, where whoever started the run said it. Absent: what the agent says. */
    on_denied?: OnDenied;
    /** What whoever started the run attached to it. */
    metadata?: Record<string, unknown>;
    /** SHA-256 of the request that started it: the same key with another body is a conflict. */
    body_digest?: string;
    /** The request that is already pending for an equal question: its answer answers this one too. */
    joined_interaction_id?: string;
  };
  /** Somebody drives the run from now on; who drove it before must stop. */
  run_claimed: {
    /** The instance of the server, by a name that no other has. */
    owner: string;
    /** Counts the claims of the run, from 1. */
    attempt: number;
  };
  /** A message is whole: the input, what the model said, or the result of a call. */
  step_completed: { step: Step };
  /** A person is asked; once for each request, after it is stored. */
  interaction_request: { interaction_request: InteractionRequest };
  /** The same question in short, for clients that only show that leave is needed. */
  tool_auth_required: {
    tool_call_id: string;
    interaction_id: string;
    tool_name: string;
    /** The command, path or URL of the call, or its arguments as JSON. */
    args_preview: string;
    /** Rules that would allow it, the exact one first. */
    suggested_patterns: string[];
    /** Why a person is asked. */
    reason: string;
    risk_level?: RiskLevel;
    /**
     * When a rule that is saved had better end, as a policy or the tool suggests. The request's own
     * deadline is its `expires_at`.
     */
    expires_at_hint?: string | null;
  };
  /** The run waits for these requests; nothing of the batch runs before all are settled. */
  execution_suspended: {
    /** The first of them. */
    interaction_request_id: string;
    /** In call order. */
    interaction_request_ids: string[];
  };
  /** All of them are settled; the run goes on. */
  execution_resumed: {
    /** The first of them. */
    interaction_request_id: string;
    /** All that the run waited for. */
    interaction_request_ids: string[];
  };
  /** A person answered, and this answer won. */
  interaction_response: {
    interaction_id: string;
    tool_call_id: string;
    /** Sensitive values stand as handles. */
    response: InteractionResponse;
    /** For authorizations. */
    decision?: RecordedDecision;
    /** Who answered, as authenticated. */
    caller?: string;
    /** The `Idempotency-Key` of the answer. */
    idempotency_key?: string;
  };
  /** A request is settled, in whatever way: every tab takes its card away. */
  interaction_resolved: {
    interaction_id: string;
    tool_call_id: string;
    /**
     * `cancelled`: its run ended, or it is not asked any more. `superseded`: a new message took its
     * place, or the request that `superseded_by` names.
     */
    outcome: InteractionOutcome;
    /** Who did it, where that is known. */
    resolved_by?: string;
    /** The request that asks the same again, as the tool was replaced while it waited. */
    superseded_by?: string;
  };
  /** What a settlement leaves to wait for, also when that is nothing. */
  permission_updated: {
    message_id: string;
    tool_call_id: string;
    interaction_id: string;
    /** For questions, `granted` means answered. */
    status: 'granted' | 'denied';
    /** How many requests of the root run still wait. */
    pending_count: number;
    pending_interaction_ids: string[];
  };
  /** The rules of an answer are stored. */
  rules_saved: { interaction_id: string; rules: SavedRule[] };
  /** A call may not run. */
  tool_auth_denied: {
    tool_call_id: string;
    /** Absent: nobody was asked. */
    interaction_id?: string;
    tool_name: string;
    /** For the model. */
    reason: string;
    /** Which step of the policy chain denied it at the check right before execution; else absent. */
    step?: string;
    /** The rule that denied it there, if one did. */
    rule?: string;
  };
  /** The clock of a request stands still; it can still be answered. */
  tool_paused: {
    tool_call_id: string;
    interaction_id: string;
    reviewer_id?: string;
    /** What the reviewer wrote. */
    note?: string;
  };
  /** The clock of a request runs again. */
  tool_resumed: {
    tool_call_id: string;
    interaction_id: string;
    reviewer_id?: string;
    /** What the reviewer wrote. */
    note?: string;
    /** The remaining time, counted from now. */
    expires_at?: string;
  };
  /** The first event of the commit that judges the calls of one message, also when none needs a person. */
  batch_judged: {
    message_id: string;
    verdicts: (Verdict & { tool_call_id: string })[];
    /** SHA-256 of the call of another loop that was judged: the same id with another call is a conflict. */
    body_digest?: string;
  };
  /** A call is about to run: whoever appends this runs it, nobody else. */
  tool_started: {
    tool_call_id: string;
    tool_name: string;
    /** The effective arguments. */
    args: Record<string, unknown>;
    /** Counts the executions of this call, from 1. */
    attempt: number;
    /** The same for every attempt of this call. */
    idempotency_key: string;
  };
  /** The one terminal result of a call: also of one that was denied, unknown or cancelled. */
  tool_completed: { result: ToolResult };
  /** A call was started, and who started it is gone. */
  tool_outcome_unknown: {
    tool_call_id: string;
    tool_name: string;
    /** The execution that nobody knows the end of. */
    attempt: number;
    /** The request that asks what became of it; absent where nobody can be asked. */
    interaction_id?: string;
  };
  /** Nothing new starts, and the clocks of what waits stand still. */
  run_paused: {
    /** Who sent the signal. */
    by?: string;
    reason?: string;
    /** Of the signal, whole. */
    payload?: Record<string, unknown>;
  };
  /** The run may go on, and clocks run that nobody stopped one by one. */
  run_resumed: {
    /** Who sent the signal. */
    by?: string;
    reason?: string;
    /** Of the signal, whole. */
    payload?: Record<string, unknown>;
  };
  /** The run has ended well. */
  run_completed: {
    /** The last text of the agent. */
    response: string;
    /** `steps`, and what the model counted for its last answer. */
    metrics: Record<string, unknown>;
  };
  /** The run could not end well. */
  run_failed: {
    /** For people. */
    error: string;
    /**
     * `max_steps`: the agent called its model too often. `model_error`: the model failed. `denied`: a
     * person denied a call, and `on_denied` is `fail_run`. `timeout`: nobody answered in time, and
     * `on_timeout` is `fail_run`. `agent_missing`: an operator said that no server has the agent any
     * more. A newer server may have more.
     */
    code?: string;
    /** Whose word ended it, with `agent_missing`. */
    by?: string;
  };
  /** A person, or a new message, ended the run. */
  run_aborted: {
    reason?: string;
    /** Who sent the signal; absent also where a new message ended the run. */
    by?: string;
    /** Of the signal, whole; only in the event of the run that it named. */
    payload?: Record<string, unknown>;
  };
  /** Something went wrong that does not end the run. */
  error: {
    /** For people. */
    error: string;
    /**
     * `internal`: the stream broke; connect again. `rules_pending`: an answer counts, but the store of
     * rules failed; its rules are saved before anything runs.
     */
    code?: string;
  };
}

/** The type of a stored event. */
export type EventType = keyof EventData;

/** One stored event of one type. */
export interface EventOf<T extends EventType> {
  type: T;
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** Rises by one per root run from 1, without gaps; nested runs share the root's numbering. */
  seq: number;
  /** RFC 3339, UTC. Never goes back within a log. */
  timestamp: string;
  /** The step that it belongs to. */
  step_id?: string;
  /** What its type says. */
  data: EventData[T];
}

/** One stored event: a fact of the log. */
export type RunEvent = { [T in EventType]: EventOf<T> }[EventType];

/** A piece of text as the model writes it. Not stored, without `seq`; `step_completed` is the truth. */
export interface StepDelta {
  type: 'step_delta';
  run_id: string;
  root_run_id: string;
  session_id: string;
  timestamp: string;
  data: {
    message_id: string;
    /** UTF-16 units before `text`, so that repeats are dropped and holes are seen. */
    offset: number;
    text: string;
  };
}

/** An event of a newer server, of a type that this version does not know: pass it on unread. */
export interface UnknownEvent {
  type: string;
  run_id: string;
  root_run_id: string;
  session_id: string;
  /** Absent: it is not stored. */
  seq?: number;
  timestamp: string;
  step_id?: string;
  data: Record<string, unknown>;
}

/** What a stream delivers. */
export type StreamEvent = RunEvent | StepDelta;

/** An event before the log gives it its place: seq, session, root run and time. */
export type EventDraft = {
  [T in EventType]: { type: T; run_id: string; step_id?: string; data: EventData[T] };
}[EventType];

export const OnDeniedSchema: z.ZodType<OnDenied> = z.enum(['continue', 'fail_run']);

const text = z.string();
const nonNegative = z.int().min(0);
const ids = z.array(IdSchema);
const outcome = z.enum(['answered', 'expired', 'cancelled', 'superseded']);

export const RecordedDecisionSchema: z.ZodType<RecordedDecision> = z.looseObject({
  tool_call_id: IdSchema,
  action: ApprovalActionSchema,
  modified_args: z.exactOptional(JsonObjectSchema),
  note: text.exactOptional(),
  reviewer_id: text.exactOptional(),
  rules: z.array(SavedRuleSchema).exactOptional(),
  rules_user_id: text.exactOptional(),
});

const latch = { interaction_request_id: IdSchema, interaction_request_ids: ids };

const gateClock = {
  tool_call_id: IdSchema,
  interaction_id: IdSchema,
  reviewer_id: text.exactOptional(),
  note: text.exactOptional(),
};

const signalled = {
  by: text.exactOptional(),
  reason: text.exactOptional(),
  payload: z.exactOptional(JsonObjectSchema),
};

/** The schema of each event's `data`. */
export const EVENT_DATA: { readonly [T in EventType]: z.ZodType<EventData[T]> } = {
  run_started: z.looseObject({
    agent_id: text,
    user_id: text.nullable(),
    input: text,
    parent_run_id: IdSchema.nullable(),
    parent_tool_call_id: IdSchema.nullable(),
    external: z.boolean().exactOptional(),
    ongoing: z.boolean().exactOptional(),
    sealed: z.boolean().exactOptional(),
    on_denied: OnDeniedSchema.exactOptional(),
    metadata: z.exactOptional(JsonObjectSchema),
    body_digest: text.exactOptional(),
    joined_interaction_id: z.exactOptional(IdSchema),
  }),
  run_claimed: z.looseObject({ owner: text, attempt: nonNegative }),
  step_completed: z.looseObject({ step: StepSchema }),
  interaction_request: z.looseObject({ interaction_request: InteractionRequestSchema }),
  tool_auth_required: z.looseObject({
    tool_call_id: IdSchema,
    interaction_id: IdSchema,
    tool_name: text,
    args_preview: text,
    suggested_patterns: z.array(text),
    reason: text,
    risk_level: z.exactOptional(RiskLevelSchema),
    expires_at_hint: z.exactOptional(TimestampSchema.nullable()),
  }),
  execution_suspended: z.looseObject(latch),
  execution_resumed: z.looseObject(latch),
  interaction_response: z.looseObject({
    interaction_id: IdSchema,
    tool_call_id: IdSchema,
    response: RecordedResponseSchema,
    decision: z.exactOptional(RecordedDecisionSchema),
    caller: text.exactOptional(),
    idempotency_key: text.exactOptional(),
  }),
  interaction_resolved: z.looseObject({
    interaction_id: IdSchema,
    tool_call_id: IdSchema,
    outcome,
    resolved_by: text.exactOptional(),
    superseded_by: z.exactOptional(IdSchema),
  }),
  permission_updated: z.looseObject({
    message_id: IdSchema,
    tool_call_id: IdSchema,
    interaction_id: IdSchema,
    status: z.enum(['granted', 'denied']),
    pending_count: nonNegative,
    pending_interaction_ids: ids,
  }),
  rules_saved: z.looseObject({ interaction_id: IdSchema, rules: z.array(SavedRuleSchema) }),
  tool_auth_denied: z.looseObject({
    tool_call_id: IdSchema,
    interaction_id: z.exactOptional(IdSchema),
    tool_name: text,
    reason: text,
    step: text.exactOptional(),
    rule: text.exactOptional(),
  }),
  tool_paused: z.looseObject(gateClock),
  tool_resumed: z.looseObject({ ...gateClock, expires_at: z.exactOptional(TimestampSchema) }),
  batch_judged: z.looseObject({
    message_id: IdSchema,
    verdicts: z.array(
      z.looseObject({
        tool_call_id: IdSchema,
        decision: VerdictDecisionSchema,
        step: text,
        reason: text,
        rule: text.exactOptional(),
        from_cache: z.boolean().exactOptional(),
      }),
    ),
    body_digest: text.exactOptional(),
  }),
  tool_started: z.looseObject({
    tool_call_id: IdSchema,
    tool_name: text,
    args: JsonObjectSchema,
    attempt: z.int().min(1),
    idempotency_key: text,
  }),
  tool_completed: z.looseObject({ result: ToolResultSchema }),
  tool_outcome_unknown: z.looseObject({
    tool_call_id: IdSchema,
    tool_name: text,
    attempt: nonNegative,
    interaction_id: z.exactOptional(IdSchema),
  }),
  run_paused: z.looseObject(signalled),
  run_resumed: z.looseObject(signalled),
  run_completed: z.looseObject({ response: text, metrics: JsonObjectSchema }),
  run_failed: z.looseObject({ error: text, code: text.exactOptional(), by: text.exactOptional() }),
  run_aborted: z.looseObject(signalled),
  error: z.looseObject({ error: text, code: text.exactOptional() }),
};

const envelope = {
  run_id: IdSchema,
  root_run_id: IdSchema,
  session_id: IdSchema,
  timestamp: TimestampSchema,
};

const seq = z.int().min(1);
const EnvelopeSchema = z.looseObject({
  type: text.min(1),
  ...envelope,
  seq,
  step_id: z.exactOptional(IdSchema),
  data: JsonObjectSchema,
});

/** The envelope alone: all that can be said of an event of an unknown type. */
export const UnknownEventSchema: z.ZodType<UnknownEvent> = EnvelopeSchema.extend({
  seq: seq.exactOptional(),
});

/** Whether a type is one this version knows. */
export function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENT_DATA, type);
}

/** A stored event of a known type. An event of an unknown type fails: pass it on unread. */
export const RunEventSchema: z.ZodType<RunEvent> = EnvelopeSchema.transform((event, context) => {
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

/** A piece of text that is being written. */
export const StepDeltaSchema: z.ZodType<StepDelta> = z.looseObject({
  type: z.literal('step_delta'),
  ...envelope,
  data: z.looseObject({ message_id: IdSchema, offset: nonNegative, text }),
});
