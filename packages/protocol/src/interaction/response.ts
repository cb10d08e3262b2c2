import * as z from 'zod';
import type {
  InteractionResponse,
  PartResponse,
  Remember,
  RememberScope,
} from '../generated/types.ts';
import { IdSchema, JsonObjectSchema, LenientTimestampSchema } from '../ids.ts';
import { formatTime } from '../time.ts';
import { ApprovalActionSchema, InteractionTypeSchema } from './request.ts';

export const RememberScopeSchema: z.ZodType<RememberScope> = z
  .enum(['once', 'session', 'always'])
  .describe('How long an approval lasts: this call, this session, or until revoked.');

export const RememberSchema: z.ZodType<Remember> = z
  .looseObject({
    scope: RememberScopeSchema.describe('`once` remembers nothing.'),
    patterns: z
      .array(z.string().min(1))
      .exactOptional()
      .describe('Rules to allow. Left out with `session` or `always`: the exact resource.'),
    deny_patterns: z.array(z.string().min(1)).exactOptional().describe('Rules to deny.'),
    expires_at: LenientTimestampSchema.exactOptional().describe('A time without a zone is UTC.'),
  })
  .describe('What an answer wants remembered as rules.');

const partResponseShape = {
  request_id: IdSchema.describe('The id of the request, or of the part of it.'),
  type: InteractionTypeSchema.describe('As the request has it.'),
  text: z
    .string()
    .exactOptional()
    .describe('For `input`. With the action `answer`: the result of the call.'),
  selected_values: z.array(z.string()).exactOptional().describe('For `select`: values of options.'),
  other: z
    .string()
    .exactOptional()
    .describe("For `select` with `allow_other`: a text of one's own."),
  confirmed: z.boolean().exactOptional().describe('For `confirm`.'),
  responses: z
    .array(z.lazy((): z.ZodType<PartResponse> => PartResponseSchema))
    .exactOptional()
    .describe('For `combined`: one for each part.'),
};

export const PartResponseSchema: z.ZodType<PartResponse> = z
  .looseObject(partResponseShape)
  .describe("A part's answer inside the answer of a combined request.");

const responseShape = {
  ...partResponseShape,
  responded_at: LenientTimestampSchema.exactOptional().describe(
    'Default: when it was recorded. A time without a zone is UTC.',
  ),
  user_id: z
    .string()
    .exactOptional()
    .describe('Who answers. Another one than the caller is `forbidden`.'),
  action: ApprovalActionSchema.exactOptional().describe(
    'For authorizations. `confirmed: true` without it means `approve`, `false` means `deny`.',
  ),
  modified_args: JsonObjectSchema.exactOptional().describe(
    'With `modify_args`: the arguments to run instead.',
  ),
  note: z
    .string()
    .exactOptional()
    .describe('Told to the model with a denial, kept in the audit trail always.'),
  reviewer_id: z
    .string()
    .exactOptional()
    .describe('Who decided, as the sender says; the audit trail names the caller first.'),
  args_digest: z
    .string()
    .exactOptional()
    .describe("The digest that was shown; another one than the request's is `stale_approval`."),
  remember: RememberSchema.exactOptional().describe(
    'Absent: nothing, but for a bare `confirmed: true` what the agent says with `remember_confirmed`.',
  ),
};

const ANSWER =
  'What a person answered. The first one settles the request; another one is `already_resolved`.';

/** A response as the log keeps it. */
export const RecordedResponseSchema: z.ZodType<InteractionResponse> = z
  .looseObject(responseShape)
  .describe(ANSWER);

/** A response as it is sent: `responded_at` is now unless it says otherwise. */
export const InteractionResponseSchema: z.ZodType<InteractionResponse> = z
  .looseObject({
    ...responseShape,
    responded_at: LenientTimestampSchema.default(() => formatTime(Date.now())).describe(
      'Default: now. A time without a zone is UTC.',
    ),
  })
  .describe(ANSWER);
