import * as z from 'zod';
import { IdSchema, JsonObjectSchema, TimestampSchema, UtcTimestampSchema } from '../ids.ts';
import {
  InteractionRequestSchema,
  ApprovalActionSchema,
  RiskLevelSchema,
  type ApprovalAction,
  type InteractionRequest,
  type RiskLevel,
} from '../interaction/request.ts';
import { RecordedResponseSchema, type InteractionResponse } from '../interaction/response.ts';
import type { InteractionOutcome } from '../run/event.ts';

/** Where an interaction stands. */
export type InteractionStatus = 'pending' | InteractionOutcome;

/** What `GET /interactions/{id}` answers. */
export interface InteractionView {
  interaction_request: InteractionRequest;
  run_id: string;
  status: InteractionStatus;
  /** Sensitive values stand as handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  /** Who did it, where that is known. */
  resolved_by?: string;
  /** The request that asks the same again, as the tool was replaced while it waited. */
  superseded_by?: string;
}

/** The body of `POST /interactions`: a call or a question of somebody else's loop. */
export interface CreateInteractionInput {
  session_id: string;
  /** New for each call of the session: by it, asking again is the same question. */
  tool_call_id: string;
  /** With `tool_args`: a call that needs leave. */
  tool_name?: string | undefined;
  /** Absent: `{}`. */
  tool_args?: Record<string, unknown> | undefined;
  /**
   * Names of arguments that the caller itself adds to the call: they are neither judged nor shown nor
   * kept. Absent: every argument is judged.
   */
  injected_args?: string[] | undefined;
  /** Whose rules count, and whose the request is. Absent: the caller. */
  user_id?: string | undefined;
  /**
   * The run of the caller's loop that the call belongs to: it begins with its first call, stays open, and
   * answers to `POST /runs/{run_id}/control`. Absent: each call is a run of its own.
   */
  run_id?: string | undefined;
  /** Whose policy judges. Absent: no agent's; the rules, and what a known tool of that name says, count. */
  agent_id?: string | undefined;
  /** Given: a question, with its type's own fields. */
  type?: InteractionRequest['type'] | undefined;
  /** Of a question. Of a call: shown as the caller's words, in `external` of the request. */
  title?: string | undefined;
  /** Likewise. */
  description?: string | undefined;
  /**
   * What a person may do about it, among what they always may. An authorization needs `approve` and
   * `deny`.
   */
  allowed_actions?: ApprovalAction[] | undefined;
  /** Of a call whose tool the server does not know: JSON Schema of its arguments, so that they can be edited. */
  tool_schema?: Record<string, unknown> | undefined;
  /** Counts where it is higher than what tool and policy say. */
  risk_level?: RiskLevel | undefined;
  /** Why the call is made. Shown as the caller's words, in `external` of the request. */
  reason?: string | undefined;
  /** Shown as the caller's words, in `external` of the request. */
  metadata?: Record<string, unknown> | undefined;
  /**
   * From then on nobody can answer. A call waits no longer than the `consent_timeout_ms` of its agent
   * lets it either; without both, for ever.
   */
  expires_at?: string | undefined;
  [field: string]: unknown;
}

/** What `POST /interactions` answers, however the call or question stands. */
export interface GateOutcome {
  /**
   * `allowed`, `denied`: a rule or a policy decided, or nobody did in time; `reason` says why. `pending`:
   * a person is asked. `answered`: a person did; `response` says what.
   */
  decision: 'allowed' | 'denied' | 'pending' | 'answered';
  /** For the model. */
  reason?: string;
  /** Where a person was asked. */
  interaction_request?: InteractionRequest;
  run_id?: string;
  status?: InteractionStatus;
  /** Sensitive values stand as handles. */
  response?: InteractionResponse;
  resolved_at?: string;
  /** Who did it, where that is known. */
  resolved_by?: string;
}

/** A page of interactions, oldest first. */
export interface InteractionPage {
  interactions: InteractionRequest[];
  next_cursor: string | null;
}

/** What the inbox stream begins with: `event: snapshot`. */
export interface InboxSnapshot {
  /** Oldest first: all that waits, or as many as fit into the first kilobytes. */
  interactions: InteractionRequest[];
  /**
   * Where `interactions` are not all: the ids of what waits, oldest first, up to 5,000. The others
   * follow, each as an `interaction_request`; what is known already under one of these ids still waits.
   */
  pending_ids?: string[];
}

export const CreateInteractionInputSchema: z.ZodType<CreateInteractionInput> = z.looseObject({
  session_id: IdSchema,
  tool_call_id: IdSchema,
  tool_name: z.string().min(1).exactOptional(),
  tool_args: z.exactOptional(JsonObjectSchema),
  injected_args: z.array(z.string().min(1).max(256)).max(64).exactOptional(),
  user_id: z.string().min(1).exactOptional(),
  run_id: z.exactOptional(IdSchema),
  agent_id: z.string().min(1).exactOptional(),
  type: z.enum(['input', 'select', 'confirm', 'combined']).exactOptional(),
  title: z.string().exactOptional(),
  description: z.string().exactOptional(),
  allowed_actions: z.array(ApprovalActionSchema).exactOptional(),
  tool_schema: z.exactOptional(JsonObjectSchema),
  risk_level: z.exactOptional(RiskLevelSchema),
  reason: z.string().exactOptional(),
  metadata: z.exactOptional(JsonObjectSchema),
  expires_at: z.exactOptional(UtcTimestampSchema),
});

export const InteractionViewSchema: z.ZodType<InteractionView> = z.looseObject({
  interaction_request: InteractionRequestSchema,
  run_id: IdSchema,
  status: z.enum(['pending', 'answered', 'expired', 'cancelled', 'superseded']),
  response: z.exactOptional(RecordedResponseSchema),
  resolved_at: z.exactOptional(TimestampSchema),
  resolved_by: z.string().exactOptional(),
  superseded_by: z.exactOptional(IdSchema),
});

export const GateOutcomeSchema: z.ZodType<GateOutcome> = z.looseObject({
  decision: z.enum(['allowed', 'denied', 'pending', 'answered']),
  reason: z.string().exactOptional(),
  interaction_request: z.exactOptional(InteractionRequestSchema),
  run_id: z.exactOptional(IdSchema),
  status: z.enum(['pending', 'answered', 'expired', 'cancelled', 'superseded']).exactOptional(),
  response: z.exactOptional(RecordedResponseSchema),
  resolved_at: z.exactOptional(TimestampSchema),
  resolved_by: z.string().exactOptional(),
});

export const InteractionPageSchema: z.ZodType<InteractionPage> = z.looseObject({
  interactions: z.array(InteractionRequestSchema),
  next_cursor: z.string().nullable(),
});

export const InboxSnapshotSchema: z.ZodType<InboxSnapshot> = z.looseObject({
  interactions: z.array(InteractionRequestSchema),
  pending_ids: z.exactOptional(z.array(IdSchema)),
});
