import * as z from 'zod';
import type {
  CreateInteractionInput,
  GateOutcome,
  InboxSnapshot,
  InteractionPage,
  InteractionStatus,
  InteractionView,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, TimestampSchema, UtcTimestampSchema } from '../ids.ts';
import {
  InteractionRequestSchema,
  ApprovalActionSchema,
  InteractionTypeSchema,
  RiskLevelSchema,
} from '../interaction/request.ts';
import { RecordedResponseSchema } from '../interaction/response.ts';

export const InteractionStatusSchema: z.ZodType<InteractionStatus> = z
  .enum(['pending', 'answered', 'expired', 'cancelled', 'superseded'])
  .describe('State of an interaction: pending, or its outcome.');

export const CreateInteractionInputSchema: z.ZodType<CreateInteractionInput> = z
  .looseObject({
    session_id: IdSchema,
    tool_call_id: IdSchema.describe(
      'Unique for each call of the session; asking again with the same id is idempotent.',
    ),
    tool_name: z
      .string()
      .min(1)
      .exactOptional()
      .describe('With `tool_args`: a call that needs approval. At most 256 characters.'),
    tool_args: JsonObjectSchema.exactOptional().describe('Absent: `{}`.'),
    injected_args: z
      .array(z.string().min(1).max(256))
      .max(64)
      .exactOptional()
      .describe(
        'Names of arguments that the caller adds to the call itself: they are not checked, shown or stored. Absent: every argument is checked.',
      ),
    user_id: IdSchema.exactOptional().describe(
      'The user whose rules apply and who owns the request. Absent: the caller.',
    ),
    run_id: IdSchema.exactOptional().describe(
      'The run of the caller’s loop: it begins with its first call, stays open, and can be controlled with `POST /runs/{run_id}/control`. Absent: each call is a separate run.',
    ),
    agent_id: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        'The agent whose policy applies. Absent: none; only the rules and the settings of a known tool of that name apply.',
      ),
    type: InteractionTypeSchema.exactOptional().describe(
      'If present: a question, with the fields of its type.',
    ),
    title: z
      .string()
      .exactOptional()
      .describe(
        'Title of a question. For a call: an unverified title, shown in `external` of the request. At most 2,000 characters in 50 lines, as labels of options.',
      ),
    description: z
      .string()
      .exactOptional()
      .describe(
        'Description of a question. For a call: an unverified one, shown in `external` of the request. At most 10,000 characters in 200 lines.',
      ),
    allowed_actions: z
      .array(ApprovalActionSchema)
      .exactOptional()
      .describe(
        'Actions to offer, a subset of the usual ones. An authorization needs `approve` and `deny`.',
      ),
    tool_schema: JsonObjectSchema.exactOptional().describe(
      'For a tool that the server does not know: JSON Schema of its arguments, so that they can be edited.',
    ),
    risk_level: RiskLevelSchema.exactOptional().describe(
      'Applies if it is higher than the risk set by tool and policy.',
    ),
    reason: z
      .string()
      .exactOptional()
      .describe(
        'Reason for the call, unverified; shown in `external` of the request. At most 2,000 characters in 50 lines.',
      ),
    metadata: JsonObjectSchema.exactOptional().describe(
      'Unverified data, shown in `external` of the request.',
    ),
    expires_at: UtcTimestampSchema.exactOptional().describe(
      'From then on it can no longer be answered. `expires_in_ms` and, for a call, the agent’s `consent_timeout_ms` may end it earlier; without all of them it never expires.',
    ),
    expires_in_ms: z
      .int()
      .min(1)
      .max(31_536_000_000)
      .exactOptional()
      .describe(
        'How long it can be answered, in milliseconds, counted by the server from the first request with this id.',
      ),
  })
  .meta({
    description:
      'The body of `POST /interactions`: a call or a question of an external agent loop.',
    additionalProperties: true,
  });

export const InteractionViewSchema: z.ZodType<InteractionView> = z
  .looseObject({
    interaction_request: InteractionRequestSchema,
    run_id: IdSchema,
    status: InteractionStatusSchema,
    response: RecordedResponseSchema.exactOptional().describe(
      'Sensitive values are replaced by handles.',
    ),
    resolved_at: TimestampSchema.exactOptional(),
    resolved_by: z.string().exactOptional().describe('The acting user, if known.'),
    superseded_by: IdSchema.exactOptional().describe(
      'The new request for the same call, after the tool was replaced while the old one was pending.',
    ),
  })
  .describe('Response of `GET /interactions/{id}`.');

export const GateOutcomeSchema: z.ZodType<GateOutcome> = z
  .looseObject({
    decision: z
      .enum(['allowed', 'denied', 'pending', 'answered'])
      .describe(
        '`allowed`, `denied`: a rule or a policy decided, or the request expired; see `reason`. `pending`: a person is asked. `answered`: a person answered; see `response`.',
      ),
    reason: z.string().exactOptional().describe('For the model.'),
    interaction_id: z
      .string()
      .exactOptional()
      .describe(
        'Id with which to claim the call; if a person was asked, the id of `interaction_request`. Absent if a rule or a policy denied it.',
      ),
    interaction_request: InteractionRequestSchema.exactOptional().describe(
      'Present if a person was asked.',
    ),
    run_id: IdSchema.exactOptional(),
    status: InteractionStatusSchema.exactOptional(),
    response: RecordedResponseSchema.exactOptional().describe(
      'Sensitive values are replaced by handles.',
    ),
    resolved_at: TimestampSchema.exactOptional(),
    resolved_by: z.string().exactOptional().describe('The acting user, if known.'),
  })
  .describe('Response of `POST /interactions`, in every state of the call or question.');

export const InteractionPageSchema: z.ZodType<InteractionPage> = z
  .looseObject({
    interactions: z.array(InteractionRequestSchema),
    next_cursor: z.string().nullable(),
  })
  .describe('A page of interactions, oldest first.');

export const InboxSnapshotSchema: z.ZodType<InboxSnapshot> = z
  .looseObject({
    interactions: z
      .array(InteractionRequestSchema)
      .describe('Pending requests, oldest first: all, or as many as fit into the first kilobytes.'),
    pending_ids: z
      .exactOptional(z.array(IdSchema))
      .describe(
        'Present if `interactions` is incomplete: the ids of pending requests, oldest first, up to 5,000. The others follow as `interaction_request` events; requests already known under one of these ids are still pending.',
      ),
  })
  .describe('First event of the inbox stream: `event: snapshot`.');
