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
  .describe('Whether an interaction is pending, else how it ended.');

export const CreateInteractionInputSchema: z.ZodType<CreateInteractionInput> = z
  .looseObject({
    session_id: IdSchema,
    tool_call_id: IdSchema.describe(
      'New for each call of the session: by it, asking again is the same question.',
    ),
    tool_name: z
      .string()
      .min(1)
      .exactOptional()
      .describe('With `tool_args`: a call that needs approval.'),
    tool_args: JsonObjectSchema.exactOptional().describe('Absent: `{}`.'),
    injected_args: z
      .array(z.string().min(1).max(256))
      .max(64)
      .exactOptional()
      .describe(
        'Names of arguments that the caller itself adds to the call: they are neither checked nor shown nor kept. Absent: every argument is checked.',
      ),
    user_id: z
      .string()
      .min(1)
      .exactOptional()
      .describe('Whose rules count, and whose the request is. Absent: the caller.'),
    run_id: IdSchema.exactOptional().describe(
      "The run of the caller's loop that the call belongs to: it begins with its first call, stays open, and answers to `POST /runs/{run_id}/control`. Absent: each call is a run of its own.",
    ),
    agent_id: z
      .string()
      .min(1)
      .exactOptional()
      .describe(
        "Whose policy decides. Absent: no agent's; the rules, and what a known tool of that name says, count.",
      ),
    type: InteractionTypeSchema.exactOptional().describe(
      "Given: a question, with its type's own fields.",
    ),
    title: z
      .string()
      .exactOptional()
      .describe(
        "Of a question. Of a call: shown as the caller's words, in `external` of the request.",
      ),
    description: z.string().exactOptional().describe('Likewise.'),
    allowed_actions: z
      .array(ApprovalActionSchema)
      .exactOptional()
      .describe(
        'What a person may do about it, among what they always may. An authorization needs `approve` and `deny`.',
      ),
    tool_schema: JsonObjectSchema.exactOptional().describe(
      'Of a call whose tool the server does not know: JSON Schema of its arguments, so that they can be edited.',
    ),
    risk_level: RiskLevelSchema.exactOptional().describe(
      'Counts where it is higher than what tool and policy say.',
    ),
    reason: z
      .string()
      .exactOptional()
      .describe("Why the call is made. Shown as the caller's words, in `external` of the request."),
    metadata: JsonObjectSchema.exactOptional().describe(
      "Shown as the caller's words, in `external` of the request.",
    ),
    expires_at: UtcTimestampSchema.exactOptional().describe(
      'From then on it can no longer be answered. A call waits no longer than the `consent_timeout_ms` of its agent lets it either; without both, forever.',
    ),
  })
  .meta({
    description:
      "The body of `POST /interactions`: a call or a question of another program's loop.",
    additionalProperties: true,
  });

export const InteractionViewSchema: z.ZodType<InteractionView> = z
  .looseObject({
    interaction_request: InteractionRequestSchema,
    run_id: IdSchema,
    status: InteractionStatusSchema,
    response: RecordedResponseSchema.exactOptional().describe('Sensitive values stand as handles.'),
    resolved_at: TimestampSchema.exactOptional(),
    resolved_by: z.string().exactOptional().describe('Who did it, where that is known.'),
    superseded_by: IdSchema.exactOptional().describe(
      'The request that asks the same again, as the tool was replaced while it waited.',
    ),
  })
  .describe('What `GET /interactions/{id}` answers.');

export const GateOutcomeSchema: z.ZodType<GateOutcome> = z
  .looseObject({
    decision: z
      .enum(['allowed', 'denied', 'pending', 'answered'])
      .describe(
        '`allowed`, `denied`: a rule or a policy decided, or no one answered in time; `reason` says why. `pending`: a person is asked. `answered`: a person did; `response` says what.',
      ),
    reason: z.string().exactOptional().describe('For the model.'),
    interaction_id: z
      .string()
      .exactOptional()
      .describe(
        'Under this id the call is claimed. Where a person was asked, the id of `interaction_request`. Absent where a rule or a policy denied it.',
      ),
    interaction_request: InteractionRequestSchema.exactOptional().describe(
      'Where a person was asked.',
    ),
    run_id: IdSchema.exactOptional(),
    status: InteractionStatusSchema.exactOptional(),
    response: RecordedResponseSchema.exactOptional().describe('Sensitive values stand as handles.'),
    resolved_at: TimestampSchema.exactOptional(),
    resolved_by: z.string().exactOptional().describe('Who did it, where that is known.'),
  })
  .describe('What `POST /interactions` answers, however the call or question stands.');

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
      .describe('Oldest first: all that waits, or as many as fit into the first kilobytes.'),
    pending_ids: z
      .exactOptional(z.array(IdSchema))
      .describe(
        'Where `interactions` are not all: the ids of what waits, oldest first, up to 5,000. The others follow, each as an `interaction_request`; what is known already under one of these ids still waits.',
      ),
  })
  .describe('What the inbox stream begins with: `event: snapshot`.');
